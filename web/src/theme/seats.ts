// The eight seats: a colour that stays apart for colour-blind eyes, and a shape, so that colour is never the only sign.
// The same as in the package's core/palette.py; the colours themselves are in theme.css as --seat-0 to --seat-7.

export const SEAT_SHAPES = ["circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross"] as const;

export type SeatShape = (typeof SEAT_SHAPES)[number];

/** Corners on a circle of radius 1 about the origin, the first straight up unless turned. */
function polygon(corners: number, turn = 0, radius = 1): string {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners + turn - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${points.join("L")}Z`;
}

function star(): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    const radius = i % 2 === 0 ? 1.12 : 0.52;
    return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${points.join("L")}Z`;
}

const OUTLINES: Record<SeatShape, string> = {
  circle: "M0-.95A.95.95 0 1 1 0 .95A.95.95 0 1 1 0-.95Z",
  square: polygon(4, Math.PI / 4, 1.15),
  triangle: `${polygon(3, 0, 1.2)}`,
  diamond: polygon(4, 0, 1.15),
  pentagon: polygon(5, 0, 1.05),
  hexagon: polygon(6, Math.PI / 6, 1.05),
  star: star(),
  cross: "M-.36-1H.36V-.36H1V.36H.36V1H-.36V.36H-1V-.36H-.36Z",
};

/** The outline of a seat's mark, as the data of an SVG path about the origin, roughly of radius 1. */
export function markOutline(seat: number): string {
  return OUTLINES[SEAT_SHAPES[seat % SEAT_SHAPES.length]!];
}

/** The class that sets `--seat` to the colour of a seat. */
export function seatClass(seat: number): string {
  return `seat-${seat % SEAT_SHAPES.length}`;
}
