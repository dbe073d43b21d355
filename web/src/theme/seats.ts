// Colours and shapes of the eight seats. Colours are safe for colour-blind people, and the shape makes sure that colour is
// never the only sign. The same as in the package's core/pictures/palette.py; the colours are in theme.css, --seat-0 to --seat-7.

export const SEAT_SHAPES = ["circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross"] as const;

export type SeatShape = (typeof SEAT_SHAPES)[number];

/** A polygon around the origin, its first corner at the top unless rotated; every other corner is at the second radius. */
function polygon(corners: number, rotation: number, radius: number, secondRadius = radius): string {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners + rotation - Math.PI / 2;
    const distance = i % 2 === 0 ? radius : secondRadius;
    return `${(distance * Math.cos(angle)).toFixed(3)} ${(distance * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${points.join("L")}Z`;
}

const OUTLINES: Record<SeatShape, string> = {
  circle: "M0-.95A.95.95 0 1 1 0 .95A.95.95 0 1 1 0-.95Z",
  square: polygon(4, Math.PI / 4, 1.15),
  triangle: polygon(3, 0, 1.2),
  diamond: polygon(4, 0, 1.15),
  pentagon: polygon(5, 0, 1.05),
  hexagon: polygon(6, Math.PI / 6, 1.05),
  star: polygon(10, 0, 1.12, 0.52),
  cross: "M-.36-1H.36V-.36H1V.36H.36V1H-.36V.36H-1V-.36H-.36Z",
};

/** The outline of a seat's mark as SVG path data, centred on the origin, with a radius of about 1. */
export function markOutline(seat: number): string {
  return OUTLINES[SEAT_SHAPES[seat % SEAT_SHAPES.length]!];
}

/** The CSS class that sets `--seat` to the colour of a seat. */
export function seatClass(seat: number): string {
  return `seat-${seat % SEAT_SHAPES.length}`;
}
