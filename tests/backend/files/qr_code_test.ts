import { strictEqual, throws } from "node:assert/strict";
import decodeQR from "qr/decode.js";
import { type QrCode, qrCode } from "@/lib/backend/files/qr_code.ts";

const ADDRESS = "https://plateforme.example/my-home/p01/p01-l001/2026-10?à=côté";

Deno.test("qrCode() draws what a reader of codes reads back", () => {
  strictEqual(decodeQR(pictureOf(qrCode(ADDRESS))), ADDRESS);
});

Deno.test("qrCode() leaves four squares blank around the code", () => {
  const { size, path } = qrCode(ADDRESS);
  const shapes = shapesOf(path);
  strictEqual(Math.min(...shapes.map(({ x }) => x)), 4);
  strictEqual(Math.min(...shapes.map(({ y }) => y)), 4);
  strictEqual(Math.max(...shapes.map(({ x, width }) => x + width)), size - 4);
  strictEqual(Math.max(...shapes.map(({ y }) => y + 1)), size - 4);
});

Deno.test("qrCode() throws for a text that no code holds", () => {
  throws(() => qrCode("x".repeat(3_000)));
});

/** Pixels of a square, as a photograph of a printed page has several. */
const SCALE = 4;

function pictureOf({ size, path }: QrCode) {
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const { x, y, width } of shapesOf(path)) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1) {
      for (let column = x * SCALE; column < (x + width) * SCALE; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

function shapesOf(path: string) {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));
}
