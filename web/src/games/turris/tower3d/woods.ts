// The two woods of the 3D tower. They differ in grain, too, so that colour is not the only sign.

export interface Wood {
  base: string;
  grain: string;
  /** Lines of grain per face. */
  lines: number;
  wave: number;
}

export const WOODS: readonly [Wood, Wood] = [
  { base: "#f0dcb2", grain: "#c39f66", lines: 4, wave: 0.02 },
  { base: "#6b4a33", grain: "#94704f", lines: 9, wave: 0.06 },
];
