// Boxes in isometric projection, for the cover and the figures of the rules.

export interface Box {
  at: [x: number, y: number, z: number];
  size: [width: number, depth: number, height: number];
  wood: "light" | "dark";
}

/** Where a point in space is in the drawing. The viewer sees what faces up, +y (to the left) and +x (to the right). */
export function project(x: number, y: number, z: number): string {
  return `${((x - y) * 32).toFixed(1)} ${((x + y) * 17 - z * 34).toFixed(1)}`;
}

/** The SVG paths of the three visible faces: top, left, right. */
export function drawFaces({ at: [x, y, z], size: [w, d, h] }: Box): [top: string, left: string, right: string] {
  const [x2, y2, z2] = [x + w, y + d, z + h];
  return [
    `M${project(x, y, z2)}L${project(x2, y, z2)}L${project(x2, y2, z2)}L${project(x, y2, z2)}Z`,
    `M${project(x, y2, z2)}L${project(x2, y2, z2)}L${project(x2, y2, z)}L${project(x, y2, z)}Z`,
    `M${project(x2, y, z2)}L${project(x2, y2, z2)}L${project(x2, y2, z)}L${project(x2, y, z)}Z`,
  ];
}
