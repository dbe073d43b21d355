// The two woods: light with few straight lines of grain, dark with many that wave. The grain tells them apart, too.

export interface Wood {
  base: string;
  shade: string;
  grain: string;
  edge: string;
  /** Lines of grain on a face. */
  lines: number;
  wave: number;
}

export const WOODS: readonly [Wood, Wood] = [
  { base: "#f0dcb2", shade: "#dcc08e", grain: "#c39f66", edge: "#8f6d3d", lines: 4, wave: 0.02 },
  { base: "#6b4a33", shade: "#553825", grain: "#94704f", edge: "#1f120a", lines: 9, wave: 0.06 },
];
