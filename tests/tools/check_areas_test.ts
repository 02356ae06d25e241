import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { importFault, importFaults, ruleFaults } from "@/tools/check_areas.ts";
import { moduleGraph } from "@/tools/module_graph.ts";

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
