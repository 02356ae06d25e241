import { strictEqual, throws } from "node:assert/strict";
import { qrCode } from "@/lib/files/qr_code.ts";
import { readCode, shapesOf } from "@/tests/helpers/read_pdf.ts";

const ADDRESS = "https://plateforme.example/my-home/p01/p01-l001/2026-10?à=côté";

Deno.test("qrCode() draws a code that a reader decodes", () => {
  strictEqual(readCode(qrCode(ADDRESS)), ADDRESS);
});

Deno.test("qrCode() leaves a quiet zone of four modules around the code", () => {
  const { size, path } = qrCode(ADDRESS);
  const shapes = shapesOf(path);
  strictEqual(Math.min(...shapes.map(({ x }) => x)), 4);
  strictEqual(Math.min(...shapes.map(({ y }) => y)), 4);
  strictEqual(Math.max(...shapes.map(({ x, width }) => x + width)), size - 4);
  strictEqual(Math.max(...shapes.map(({ y }) => y + 1)), size - 4);
});

Deno.test("qrCode() throws for a text too long for any code", () => {
  throws(() => qrCode("x".repeat(3_000)));
});
