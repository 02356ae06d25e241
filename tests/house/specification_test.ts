import { deepStrictEqual, ok } from "node:assert/strict";
import { exists, filesUnder, readText, ROOT } from "../../tools/files.ts";

const FLOORS = /^(lib|components|islands|routes)\//;

Deno.test("docs/specification.md names only files that exist", async () => {
  const text = await Deno.readTextFile(`${ROOT}docs/specification.md`);
  const named = [...text.matchAll(/`([\w/.()[\]-]+\.tsx?)`/g)].map(([, path = ""]) => path);
  ok(named.length > 50);
  const paths = named.map((path) => FLOORS.test(path) ? path : `lib/domain/${path}`);
  deepStrictEqual(paths.filter((path) => !exists(path)), []);
});

Deno.test("docs/architecture.md names only files that exist, by their path or by their name", () => {
  const named = [...readText("docs/architecture.md").matchAll(/`([\w/.-]+\.tsx?)`/g)];
  ok(named.length > 40);
  const files = filesUnder("", ".ts", ".tsx").map((path) => `/${path}`);
  const isThere = (path: string) => files.some((file) => file.endsWith(`/${path}`));
  deepStrictEqual(named.map(([, path = ""]) => path).filter((path) => !isThere(path)), []);
});
