import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { zipParts, zipped } from "@/lib/files/zip.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";

Deno.test("zipped() contains each file unchanged, including accents and empty files", async () => {
  const files = [
    { name: "a.txt", pieces: Array.from({ length: 5_000 }, () => "Été\r\n") },
    { name: "en un morceau.txt", pieces: ["é".repeat(100_000)] },
    { name: "vide.csv", pieces: [] },
  ];
  const archive = await zipped(files, NOW);
  deepStrictEqual([...unzipped(archive)], files.map(({ name, pieces }) => [name, pieces.join("")]));
  strictEqual(archive.length < 1_500, true);
});

Deno.test("zipped() yields to the event loop while it writes long files", async () => {
  let pieceCount = 0;
  let longestRun = 0;
  let run = 0;
  const timer = setInterval(() => run = 0, 0);
  function* pieces() {
    for (; pieceCount < 300_000; pieceCount++) {
      longestRun = Math.max(longestRun, ++run);
      yield `{"rang": ${pieceCount}, "nom": "Été"}`;
    }
  }
  await zipped([{ name: "long.json", pieces: pieces() }], NOW);
  clearInterval(timer);
  ok(longestRun < pieceCount / 2, `${longestRun} pieces in one go`);
});

Deno.test("zipped() fails with the error of a file's text", async () => {
  function* pieces(): Generator<string> {
    yield "a".repeat(50_000);
    throw new RangeError("no more");
  }
  await rejects(zipped([{ name: "a", pieces: pieces() }], NOW), RangeError);
});

Deno.test("zipped() dates its files: 10 February 2026, 11:00 UTC", async () => {
  const archive = await zipped([{ name: "a", pieces: ["a"] }], NOW);
  const view = new DataView(archive.buffer);
  strictEqual(view.getUint16(10, true), 11 << 11);
  strictEqual(view.getUint16(12, true), (46 << 9) | (2 << 5) | 10);
});

Deno.test("zipped() of no file is an empty archive", async () => {
  deepStrictEqual([...unzipped(await zipped([], NOW))], []);
});

Deno.test("zipParts() reads the text of a file when it is written, and ends it when its reader cancels", async () => {
  const seen = { read: 0, isEnded: false };
  async function* pieces() {
    try {
      for (; seen.read < 1_000_000; seen.read++) yield await Promise.resolve("Été\r\n".repeat(100));
    } finally {
      seen.isEnded = true;
    }
  }
  const parts = zipParts([{ name: "vide.csv", pieces: [] }, { name: "a", pieces: pieces() }], NOW);
  await parts.next();
  strictEqual(seen.read, 0);
  let written = 0;
  while (written < 10_000) written += (await parts.next()).value?.length ?? 0;
  await parts.return(undefined);
  strictEqual(seen.isEnded, true);
  ok(seen.read < 1_000_000);
});
