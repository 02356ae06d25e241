import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { zipped } from "../../../lib/backend/files/zip.ts";
import { NOW } from "../fixtures.ts";
import { unzipped } from "./unzipped.ts";

Deno.test("zipped() holds each file as it was given, accents and nothing included", async () => {
  const files = [
    { name: "a.txt", text: "Été\r\n".repeat(5_000) },
    { name: "vide.csv", text: "" },
  ];
  const archive = await zipped(files, NOW);
  deepStrictEqual([...unzipped(archive)], files.map(({ name, text }) => [name, text]));
  strictEqual(archive.length < 1_000, true);
});

Deno.test("zipped() dates its files: 10 February 2026, 11:00 UTC", async () => {
  const archive = await zipped([{ name: "a", text: "a" }], NOW);
  const view = new DataView(archive.buffer);
  strictEqual(view.getUint16(10, true), 11 << 11);
  strictEqual(view.getUint16(12, true), (46 << 9) | (2 << 5) | 10);
});

Deno.test("zipped() of nothing is an empty archive", async () => {
  deepStrictEqual([...unzipped(await zipped([], NOW))], []);
});
