import { deepStrictEqual, ok } from "node:assert/strict";
import { SOURCE_KINDS } from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import { exists, filesUnder, readText, ROOT } from "@/tools/files.ts";

/** The fuels as docs/specification.md calls them. */
const FUELS = { gaz: "gas", urban: "network", wood: "wood" } as const;

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

Deno.test("docs/specification.md says of each energy what its meter may count, as SOURCE_KINDS does", () => {
  const byFuel = Object.groupBy(Object.values(SOURCE_KINDS), ({ fuel }) => fuel);
  const said = Object.values(byFuel).map((kinds) => {
    const [first] = kinds;
    return `${first && FUELS[first.fuel]} by ${kinds.map(({ measure }) => measure).join(" or ")}`;
  });
  ok(readText("docs/specification.md").includes(`which meter: ${said.join(", ")} `), said.join());
});
