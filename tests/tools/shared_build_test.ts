import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { madeOnce } from "./shared_build.ts";

Deno.test("madeOnce() creates a file that is missing, or was made from other sources, and reads it afterwards", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/site`;
    let count = 0;
    const make = () =>
      Promise.resolve({ turn: ++count, files: new Map([["/a", new Uint8Array([count])]]) });
    const first = { turn: 1, files: new Map([["/a", new Uint8Array([1])]]) };
    deepStrictEqual(await madeOnce(path, "sources", make), first);
    deepStrictEqual(await madeOnce(path, "sources", make), first);
    strictEqual((await madeOnce(path, "sources, changed", make)).turn, 2);
    strictEqual((await madeOnce(path, "sources", make)).turn, 3);
    deepStrictEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["site"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("madeOnce() returns the whole result to all concurrent callers", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const make = () => Promise.resolve("x".repeat(1_000_000));
    const asked = Array.from({ length: 4 }, () => madeOnce(`${folder}/site`, "sources", make));
    deepStrictEqual(new Set(await Promise.all(asked)), new Set(["x".repeat(1_000_000)]));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
