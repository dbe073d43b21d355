// The textures of the tower: wood grain, and the ground plan with the names of columns and sides.

import { CanvasTexture, SRGBColorSpace } from "three";
import type { Wood } from "./woods";

/** The names of the four sides: south, east, north, west. */
export type Sides = [south: string, east: string, north: string, west: string];

function context(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext("2d")!;
}

function texture(pen: CanvasRenderingContext2D): CanvasTexture {
  const map = new CanvasTexture(pen.canvas);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 4;
  return map;
}

/** Lines of grain along a face. */
export function drawGrain(wood: Wood): CanvasTexture {
  const pen = context(256, 256);
  pen.fillStyle = wood.base;
  pen.fillRect(0, 0, 256, 256);
  pen.strokeStyle = wood.grain;
  for (let line = 0; line < wood.lines; line++) {
    const y = (256 * (line + 0.5)) / wood.lines;
    pen.globalAlpha = 0.35 + (0.35 * ((line * 7) % 3)) / 2;
    pen.lineWidth = 2 + ((line * 5) % 3);
    pen.beginPath();
    for (let x = 0; x <= 256; x += 8) pen.lineTo(x, y + Math.sin(x / 38 + line * 1.7) * 256 * wood.wave);
    pen.stroke();
  }
  return texture(pen);
}

/** The ground plan: the grid, and the names of columns and sides. */
export function drawGroundPlan(
  size: number,
  [south, east, north, west]: Sides,
  line: string,
  text: string,
): CanvasTexture {
  const wide = 1024;
  const cell = wide / (2 * size);
  const pen = context(wide, wide);
  pen.strokeStyle = line;
  pen.lineWidth = 4;
  const from = (wide - size * cell) / 2;
  for (let i = 0; i <= size; i++) {
    pen.strokeRect(from, from, i * cell, size * cell);
    pen.strokeRect(from, from, size * cell, i * cell);
  }
  pen.fillStyle = text;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `700 ${cell * 0.3}px "Alegreya Sans", sans-serif`;
  for (let i = 0; i < size; i++) {
    pen.fillText("abc"[i]!, from + (i + 0.5) * cell, from + size * cell + cell * 0.28);
    pen.fillText(String(i + 1), from - cell * 0.28, from + (size - 0.5 - i) * cell);
  }
  pen.font = `${cell * 0.27}px "Alegreya Sans", sans-serif`;
  for (const [turns, name] of [south, west, north, east].entries()) {
    pen.save();
    pen.translate(wide / 2, wide / 2);
    pen.rotate((turns * Math.PI) / 2);
    pen.fillText(name, 0, (size * cell) / 2 + cell * 0.72);
    pen.restore();
  }
  return texture(pen);
}
