// The geometry of board and tiles in drawing units: a square is 100 wide. Contains no rules; paths come from the server.
//
//          0   1
//        ┌─┴───┴─┐        Ports are counted clockwise. A spot is square * 8 + port: where a marker stands,
//      7 ┤       ├ 2      facing that square. Squares count from a1, bottom left, along the rows.
//      6 ┤       ├ 3
//        └─┬───┬─┘
//          5   4

export const SQUARE = 100;

export type Point = readonly [x: number, y: number];
/** pairing[p] is the port that the path from port p leads to. */
export type Pairing = readonly number[];

const THIRD = SQUARE / 3;

const PORT_POINTS: readonly Point[] = (
  [
    [1, 0],
    [2, 0],
    [3, 1],
    [3, 2],
    [2, 3],
    [1, 3],
    [0, 2],
    [0, 1],
  ] as const
).map(([x, y]) => [x * THIRD, y * THIRD]);

const INWARD: readonly Point[] = [
  [0, 1],
  [0, 1],
  [-1, 0],
  [-1, 0],
  [0, -1],
  [0, -1],
  [1, 0],
  [1, 0],
];

/** The top left corner of a square. */
export function cornerOf(square: number, size: number): Point {
  const [row, column] = [Math.floor(square / size), square % size];
  return [column * SQUARE, (size - 1 - row) * SQUARE];
}

export function pointOf(spot: number, size: number): Point {
  const [x, y] = cornerOf(spot >> 3, size);
  const [px, py] = PORT_POINTS[spot & 7]!;
  return [x + px, y + py];
}

/** The unit vector from a port into its square. */
export function inwardOf(port: number): Point {
  return INWARD[port & 7]!;
}

/** The middle of a side, where markers of the Kosmos edition start. `spot` is the first of the side's two ports. */
export function middleOf(spot: number, size: number): Point {
  const [[x1, y1], [x2, y2]] = [pointOf(spot, size), pointOf(spot | 1, size)];
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

/** Where a marker stands that starts on a spot: in the middle of a side, or on a notch. */
export function startPointOf(
  spot: number,
  { size, starts_on_sides }: { size: number; starts_on_sides: boolean },
): Point {
  return starts_on_sides ? middleOf(spot, size) : pointOf(spot, size);
}

/** The control points of the Bézier curve between two ports; it meets both sides at a right angle. */
export function curveOf(from: number, to: number, [x, y]: Point = [0, 0]): readonly [Point, Point, Point, Point] {
  const [x1, y1] = PORT_POINTS[from]!;
  const [x2, y2] = PORT_POINTS[to]!;
  const distance = Math.hypot(x1 - x2, y1 - y2) / SQUARE;
  const pull = SQUARE * (distance < 0.4 ? 0.36 : 0.2 + 0.2 * distance);
  const [dx1, dy1] = INWARD[from]!;
  const [dx2, dy2] = INWARD[to]!;
  return [
    [x + x1, y + y1],
    [x + x1 + pull * dx1, y + y1 + pull * dy1],
    [x + x2 + pull * dx2, y + y2 + pull * dy2],
    [x + x2, y + y2],
  ];
}

const round = (value: number) => Math.round(value * 10) / 10;
const write = ([x, y]: Point) => `${round(x)} ${round(y)}`;

export function curveData(from: number, to: number, corner: Point = [0, 0]): string {
  const [a, b, c, d] = curveOf(from, to, corner);
  return `M${write(a)}C${write(b)} ${write(c)} ${write(d)}`;
}

/** A path over the board, as the spots it passes. -1 at the end means that it leaves the board. */
export type Path = readonly number[];
export type TileAt = (square: number) => Pairing | null;

/** The curves of a path, one per tile. The last spot adds none: the marker stops there, or has left the board. */
export function curvesOf(path: Path, tileAt: TileAt, size: number): (readonly [Point, Point, Point, Point])[] {
  return path.slice(0, -1).flatMap((spot) => {
    const tile = tileAt(spot >> 3);
    return tile === null ? [] : [curveOf(spot & 7, tile[spot & 7]!, cornerOf(spot >> 3, size))];
  });
}

export function pathData(path: Path, tileAt: TileAt, size: number): string {
  return curvesOf(path, tileAt, size)
    .map(([a, b, c, d], index) => `${index === 0 ? `M${write(a)}` : ""}C${write(b)} ${write(c)} ${write(d)}`)
    .join("");
}

/** Points along a path at equal distances, for a marker that moves at constant speed; and the path's length. */
export function samplePath(path: Path, tileAt: TileAt, size: number, step = 6): { points: Point[]; length: number } {
  const fine: Point[] = curvesOf(path, tileAt, size).flatMap((curve, index) =>
    Array.from({ length: index === 0 ? 25 : 24 }, (_, i) => bezier(curve, (index === 0 ? i : i + 1) / 24)),
  );
  if (fine.length === 0) return { points: [], length: 0 };
  const along = [0];
  for (let i = 1; i < fine.length; i++) along.push(along[i - 1]! + distance(fine[i - 1]!, fine[i]!));
  const length = along.at(-1)!;
  const count = Math.max(1, Math.round(length / step));
  const points: Point[] = [];
  for (let i = 0, at = 0; i <= count; i++) {
    const wanted = (length * i) / count;
    while (at < fine.length - 2 && along[at + 1]! < wanted) at++;
    const part = (wanted - along[at]!) / (along[at + 1]! - along[at]! || 1);
    const [[x1, y1], [x2, y2]] = [fine[at]!, fine[at + 1] ?? fine[at]!];
    points.push([x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]);
  }
  return { points, length };
}

function bezier([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const s = 1 - t;
  const mix = (i: 0 | 1) => s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i];
  return [mix(0), mix(1)];
}

function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

/** Squares are named as in chess: a1 is at the bottom left. */
export function nameSquare(square: number, size: number): string {
  return `${"abcdefghi"[square % size]}${Math.floor(square / size) + 1}`;
}

/** Sort spots on the rim clockwise, from the top left. */
export function sortClockwise(spots: readonly number[], size: number): number[] {
  const middle = (size * SQUARE) / 2;
  const angle = (spot: number) => {
    const [x, y] = pointOf(spot, size);
    return (Math.atan2(y - middle, x - middle) + 2.75 * Math.PI) % (2 * Math.PI);
  };
  return [...spots].sort((one, other) => angle(one) - angle(other));
}
