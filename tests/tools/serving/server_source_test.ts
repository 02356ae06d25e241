import { deepStrictEqual } from "node:assert/strict";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";

Deno.test("the source of the server has one-byte characters only: with a wider one, V8 uses two bytes for each", async () => {
  await buildIfStale();
  const source = await Deno.readTextFile(`${ROOT}/_fresh/server.js`);
  const wide = source.split("\n").filter((line) => /[^\0-\xff]/.test(line));
  deepStrictEqual(wide, []);
});
