import { deepStrictEqual, rejects } from "node:assert/strict";
import { inFolder } from "@/tests/tools/folders.ts";
import { completeFolder } from "./unpacked_chromium.ts";

Deno.test("completeFolder() returns a complete folder to all concurrent callers", () =>
  inFolder(async (within) => {
    const folder = `${within}/filled`;
    const first = Promise.withResolvers<void>();
    const fill = (wait: Promise<void>) => async (path: string) => {
      await Deno.writeTextFile(`${path}/part`, "1");
      await wait;
      await Deno.writeTextFile(`${path}/program`, "2");
    };
    const slow = completeFolder(folder, fill(first.promise));
    await rejects(Deno.stat(folder), Deno.errors.NotFound);
    deepStrictEqual(await completeFolder(folder, fill(Promise.resolve())), folder);
    deepStrictEqual(namesIn(folder), ["part", "program"]);
    first.resolve();
    deepStrictEqual(await slow, folder);
    deepStrictEqual(namesIn(folder), ["part", "program"]);
  }));

Deno.test("completeFolder() leaves no folder when filling fails", () =>
  inFolder(async (within) => {
    const filled: string[] = [];
    await rejects(
      completeFolder(`${within}/filled`, (path) => {
        filled.push(path);
        return Promise.reject(new Error("no room"));
      }),
      /no room/,
    );
    deepStrictEqual(namesIn(within), []);
    for (const path of filled) await rejects(Deno.stat(path), Deno.errors.NotFound);
  }));

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}
