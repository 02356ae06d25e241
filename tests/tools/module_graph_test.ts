import { deepStrictEqual } from "node:assert/strict";
import { chainTo, cycles, importsIn, moduleGraph } from "@/tools/module_graph.ts";

function graphOf(sources: Record<string, string>) {
  return moduleGraph(Object.keys(sources), (path) => sources[path] ?? "");
}

Deno.test("importsIn() finds every form of import, and distinguishes types from values", () => {
  const source = `
/** import "a comment"; */
import "./effect.ts";
import value, { other } from "./value.ts";
import type { T } from "./type.ts";
import { type U, type V } from "./types.ts";
import {
  type W,
  several,
} from "./several.ts";
export * from "./all.ts";
export type { X } from "./exported_type.ts";
// import "./gone.ts";
const later = await import("./later.ts");
`;
  deepStrictEqual(
    importsIn(source).map(({ specifier, typeOnly }) => `${specifier}${typeOnly ? " type" : ""}`),
    [
      "./effect.ts",
      "./value.ts",
      "./type.ts type",
      "./types.ts type",
      "./several.ts",
      "./all.ts",
      "./exported_type.ts type",
      "./later.ts",
    ],
  );
});

Deno.test("cycles() finds circular imports, of values and of types", () => {
  const graph = graphOf({
    "a/one.ts": 'import { two } from "./two.ts";',
    "a/two.ts": 'import { three } from "@/b/three.ts";',
    "b/three.ts": 'import { one } from "../a/one.ts";',
    "b/four.ts": 'import type { Five } from "./five.ts";',
    "b/five.ts": 'import { four } from "./four.ts";',
    "b/self.ts": 'import { self } from "./self.ts";',
  });
  deepStrictEqual(cycles(graph).map((group) => group.toSorted()), [
    ["a/one.ts", "a/two.ts", "b/three.ts"],
    ["b/five.ts", "b/four.ts"],
    ["b/self.ts"],
  ]);
});

Deno.test("chainTo() lists the files by which a package would be reached at run time", () => {
  const graph = graphOf({
    "islands/A.tsx": 'import { rule } from "@/lib/rule.ts";',
    "lib/rule.ts": 'import { shape } from "./shape.ts";\nimport type { Zod } from "zod";',
    "lib/shape.ts": 'import { z } from "zod";',
    "lib/typed.ts": 'import type { z } from "zod";',
  });
  const isZod = (specifier: string) => specifier === "zod";
  deepStrictEqual(chainTo(isZod, "islands/A.tsx", graph), [
    "islands/A.tsx",
    "lib/rule.ts",
    "lib/shape.ts",
  ]);
  deepStrictEqual(chainTo(isZod, "lib/typed.ts", graph), null);
});
