import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { importFault, importFaults, ruleFaults } from "@/tools/check_areas.ts";
import { filesUnder, readText } from "@/tools/files.ts";
import { chainTo, cycles, importsIn, moduleGraph } from "@/tools/module_graph.ts";

function faultOf(path: string, specifier: string): string {
  return importFault(path, { specifier }) ?? "";
}

Deno.test("importFault() lets an area import itself and earlier ones", () => {
  for (
    const [path, specifier] of [
      ["lib/gas/import.ts", "@/lib/base/rounding.ts"],
      ["lib/gas/import.ts", "./schema.ts"],
      ["components/alarms/AlarmFacts.tsx", "@/components/ui/Page.tsx"],
      ["islands/alarms/ReportFields.tsx", "@/lib/alarms/forms.ts"],
      ["lib/app/schedule.ts", "@/lib/alarms/mail_job.ts"],
      ["routes/index.tsx", "@/lib/app/session.ts"],
      ["lib/gas/import.ts", "zod"],
    ] as const
  ) strictEqual(faultOf(path, specifier), "", `${path}: ${specifier}`);
});

Deno.test("importFault() refuses a later area, a route and an unknown area", () => {
  match(faultOf("lib/base/rounding.ts", "@/lib/ui/tables.ts"), /^base comes before ui/);
  match(faultOf("components/ui/Page.tsx", "@/lib/alarms/text.ts"), /^ui comes before alarms/);
  match(faultOf("lib/web/state.ts", "@/routes/index.tsx"), /^An area does not import routes/);
  match(faultOf("lib/boilers/x.ts", "@/lib/base/csv.ts"), /lib\/boilers\/x\.ts is in no area/);
  match(faultOf("lib/app/x.ts", "@/lib/boilers/x.ts"), /lib\/boilers\/x\.ts is in no area/);
});

Deno.test("importFault() refuses a climbing path and a package without a name in deno.json", () => {
  match(faultOf("tests/web/a_test.ts", "../../lib/web/app.ts"), /write @\/lib\/web\/app\.ts/);
  match(faultOf("lib/web/a.ts", "npm:left-pad"), /deno\.json/);
  strictEqual(faultOf("tests/npm/axe.ts", "npm:axe-core@4.14.1"), "");
  strictEqual(faultOf("lib/fresh/src/routing/router.ts", "../app.ts"), "");
});

Deno.test("importFaults() names circles of types, and what of the server an island reaches", () => {
  const sources = new Map([
    ["lib/gas/a.ts", 'import type { B } from "./b.ts";'],
    ["lib/gas/b.ts", 'import { a } from "./a.ts";'],
    ["islands/gas/Lines.tsx", 'import { c } from "@/lib/gas/c.ts";'],
    ["lib/gas/c.ts", 'import * as z from "zod/mini";'],
  ]);
  const read = (path: string) => sources.get(path) ?? "";
  const found = importFaults(moduleGraph([...sources.keys()], read), read).filter((fault) =>
    !fault.includes("architecture")
  );
  strictEqual(found.length, 2);
  match(found[0] ?? "", /^circle: lib\/gas\/(a|b)\.ts/);
  match(found[1] ?? "", /islands\/gas\/Lines\.tsx → lib\/gas\/c\.ts/);
});

Deno.test("ruleFaults() refuses clock, chance and network in a file that reaches no data", () => {
  const rule = (source: string) => {
    const graph = moduleGraph(["lib/gas/rule.ts", "lib/store/store.ts"], () => source);
    return ruleFaults(graph, () => source).filter((fault) => fault.startsWith("lib/gas/"));
  };
  for (
    const source of [
      "Date.now();",
      "new Date();",
      "Math.random();",
      "Temporal.Now.instant();",
      "crypto.randomUUID();",
      'Deno.readTextFileSync("x");',
      'fetch("x");',
      "performance.now();",
      "setTimeout(f, 1);",
    ]
  ) strictEqual(rule(source).length, 1, source);
  deepStrictEqual(rule('new Date("2024-01-01"); Math.max(1, 2); const now = 1;'), []);
  deepStrictEqual(rule('import { read } from "@/lib/store/store.ts"; Date.now();'), []);
});

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

Deno.test("no process of a start loads a module of Node: the server would compile them all again", () => {
  const graph = moduleGraph(filesUnder("", ".ts", ".tsx"), readText);
  const isOfNode = (specifier: string) => specifier.startsWith("node:");
  strictEqual(chainTo(isOfNode, "tools/start.ts", graph), null);
});
