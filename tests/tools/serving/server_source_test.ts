import { deepStrictEqual } from "node:assert/strict";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";

Deno.test("the source of the server takes a byte a letter: one wider letter, and V8 takes two for all", async () => {
  await buildIfStale();
  const source = await Deno.readTextFile(`${ROOT}/_fresh/server.js`);
  const wide = source.split("\n").filter((line) => /[^\0-\xff]/.test(line));
  deepStrictEqual(wide, []);
});
