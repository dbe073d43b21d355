// Where blocks are in space, where the camera is, and from where a block can be seen. No rules, and nothing is drawn.
//
//     x runs east, y up, z south; column a1 is in the south-west. A cell is a cube of side 1.

import { Box3, Ray, Vector3 } from "three";
import { topOf } from "../blocks";
import type { Block } from "../schema";

/** The camera, which looks at the axis of the tower: its angles around and above it, in radians, and its distance. */
export interface Viewpoint {
  turn: number;
  tilt: number;
  distance: number;
}

export const MOST_TILT = 1.4;
/** How much of a block must be in sight for the camera to stay where it is. */
const ENOUGH = 0.5;

export function cellCentre(column: number, level: number, size: number): Vector3 {
  const half = (size - 1) / 2;
  return new Vector3((column % size) - half, level - 0.5, half - Math.floor(column / size));
}

export function centreOf(block: Block, size: number): Vector3 {
  const [first, last] = [block.columns[0]!, block.columns.at(-1)!];
  return cellCentre(first, block.level, size)
    .add(cellCentre(last, topOf(block), size))
    .multiplyScalar(0.5);
}

/** Where the camera is when it looks at a point from a viewpoint. */
export function cameraPosition({ turn, tilt, distance }: Viewpoint, target: Vector3): Vector3 {
  const flat = Math.cos(tilt) * distance;
  return new Vector3(
    target.x - Math.sin(turn) * flat,
    target.y + Math.sin(tilt) * distance,
    target.z + Math.cos(turn) * flat,
  );
}

function boxOf(block: Block, size: number): Box3 {
  const [one, other] = [
    cellCentre(block.columns[0]!, block.level, size),
    cellCentre(block.columns.at(-1)!, topOf(block), size),
  ];
  return new Box3().setFromPoints([one, other]).expandByScalar(0.48);
}

/** The middles of the faces of a box, and its upper corners: enough to tell how much of it is in sight. */
function samplePoints({ min, max }: Box3): Vector3[] {
  const middle = min.clone().add(max).multiplyScalar(0.5);
  const [xs, zs] = [
    [min.x, max.x],
    [min.z, max.z],
  ];
  return [
    new Vector3(middle.x, max.y, middle.z),
    ...xs.map((x) => new Vector3(x, middle.y, middle.z)),
    ...zs.map((z) => new Vector3(middle.x, middle.y, z)),
    ...xs.flatMap((x) => zs.map((z) => new Vector3(x, max.y, z))),
  ];
}

/** Which part of a block, from 0 to 1, nothing else hides from a viewpoint. Its own far side is never in sight. */
export function partInSight(block: Block, others: Block[], size: number, from: Viewpoint, target: Vector3): number {
  const eye = cameraPosition(from, target);
  const box = boxOf(block, size);
  const obstacles = others.map((other) => boxOf(other, size));
  const near = samplePoints(box).filter((point) => {
    const ray = new Ray(eye, point.clone().sub(eye).normalize());
    const entry = ray.intersectBox(box, new Vector3());
    return entry === null || entry.distanceTo(point) < 0.05;
  });
  const free = near.filter((point) => {
    const ray = new Ray(eye, point.clone().sub(eye).normalize());
    const distance = eye.distanceTo(point) - 0.02;
    return !obstacles.some((obstacle) => {
      const entry = ray.intersectBox(obstacle, new Vector3());
      return entry !== null && eye.distanceTo(entry) < distance;
    });
  });
  return near.length === 0 ? 0 : free.length / near.length;
}

/** The viewpoint nearest to this one from which enough of a block is in sight; otherwise where most of it is. */
export function findViewpoint(
  block: Block,
  others: Block[],
  size: number,
  from: Viewpoint,
  target: Vector3,
): Viewpoint {
  const turns = Array.from({ length: 17 }, (_, step) => (Math.ceil(step / 2) * (step % 2 ? 1 : -1) * Math.PI) / 8);
  const tilts = [from.tilt, Math.max(from.tilt, 0.75), Math.max(from.tilt, 1.05), MOST_TILT];
  let [best, most] = [from, 0];
  for (const tilt of tilts)
    for (const by of turns) {
      const candidate = { ...from, turn: from.turn + by, tilt };
      const part = partInSight(block, others, size, candidate, target);
      if (part > most) [best, most] = [candidate, part];
      if (part >= ENOUGH) return candidate;
    }
  return best;
}
