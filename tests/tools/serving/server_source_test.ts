import { deepStrictEqual, ok } from "node:assert/strict";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";

Deno.test("the source of the server has one-byte characters only: with a wider one, V8 uses two bytes for each", async () => {
  await buildIfStale();
  const source = await Deno.readTextFile(`${ROOT}/_fresh/server.js`);
  const wide = source.split("\n").filter((line) => /[^\0-\xff]/.test(line));
  deepStrictEqual(wide, []);
});

Deno.test("the server names no package, and no script that it may never need: Deno would look for them at each start (here only)", async () => {
  await buildIfStale();
  const named = [];
  const read = new Set(["./server.js"]);
  for (const script of read) {
    const source = await Deno.readTextFile(`${ROOT}/_fresh/${script}`);
    for (const [, name = ""] of source.matchAll(/(?:\bfrom|\bimport\(?)\s?"([\w@./:-]+)"/g)) {
      if (name.startsWith("./")) read.add(name);
      else if (!name.startsWith("node:")) named.push(`${script}: ${name}`);
    }
  }
  deepStrictEqual(named, []);
  ok(read.size > 1 && read.size < 8, [...read].join(" "));
});
