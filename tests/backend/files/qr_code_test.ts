import { strictEqual, throws } from "node:assert/strict";
import { qrCode } from "@/lib/backend/files/qr_code.ts";
import { readCode, shapesOf } from "./qr_picture.ts";

const ADDRESS = "https://plateforme.example/my-home/p01/p01-l001/2026-10?à=côté";

Deno.test("qrCode() draws what a reader of codes reads back", () => {
  strictEqual(readCode(qrCode(ADDRESS)), ADDRESS);
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
