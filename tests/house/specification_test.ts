import { deepStrictEqual, ok } from "node:assert/strict";
import { exists, ROOT } from "../../tools/files.ts";

const FLOORS = /^(lib|components|islands|routes)\//;

Deno.test("docs/specification.md names only files that exist", async () => {
  const text = await Deno.readTextFile(`${ROOT}docs/specification.md`);
  const named = [...text.matchAll(/`([\w/.()[\]-]+\.tsx?)`/g)].map(([, path = ""]) => path);
  ok(named.length > 50);
  const paths = named.map((path) => FLOORS.test(path) ? path : `lib/domain/${path}`);
  deepStrictEqual(paths.filter((path) => !exists(path)), []);
});
