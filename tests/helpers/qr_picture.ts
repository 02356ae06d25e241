import type { QrCode } from "@/lib/files/qr_code.ts";
import { jsqr } from "@/tests/npm/jsqr.ts";

/** Pixels per module, as in a photograph of a printed page. */
const SCALE = 4;

/** The text that a reader decodes; null when it finds no code. */
export function readCode(code: QrCode): string | null {
  const { data, width, height } = pictureOf(code);
  return jsqr.default(data, width, height)?.data ?? null;
}

function pictureOf({ size, path }: QrCode) {
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y, width } of shapesOf(path)) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1) {
      for (let column = x * SCALE; column < (x + width) * SCALE; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

export function shapesOf(path: string) {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));
}
