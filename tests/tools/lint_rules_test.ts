import { deepStrictEqual, match } from "node:assert/strict";
import lintRules from "@/tools/lint_rules.ts";

function messages(path: string, source: string): string[] {
  return Deno.lint.runPlugin(lintRules, path, source).map(({ id, message }) => `${id}: ${message}`);
}

function refuses(path: string, source: string, words: RegExp): void {
  const given = messages(path, source);
  deepStrictEqual(given.length, 1, `${path}: ${source} gives ${JSON.stringify(given)}`);
  match(given[0] ?? "", words);
}

function allows(path: string, source: string): void {
  deepStrictEqual(messages(path, source), [], `${path}: ${source}`);
}

Deno.test("import-direction lets a layer import the layers below", () => {
  allows(
    "routes/index.tsx",
    'import { page } from "fresh"; import { now } from "@/lib/web/clock.ts";',
  );
  allows(
    "lib/domain/energy_balance/gap.ts",
    'import { round } from "@/lib/domain/numbers/round.ts";',
  );
  allows("lib/domain/energy_balance/schema.ts", 'import * as z from "zod";');
  allows("islands/forms/X.tsx", 'import "fresh/runtime"; import { useState } from "react";');
  allows("islands/A.tsx", 'import { live } from "@/lib/browser/forms/live.ts";');
  allows("lib/browser/charts/x.ts", 'import { useState } from "react"; import("chart.js");');
  allows("tests/x_test.ts", 'import { openStore } from "@/lib/backend/kv/open.ts";');
});

Deno.test("import-direction refuses an import from a layer above, and names the allowed ones", () => {
  refuses("lib/domain/gas/lines.ts", 'import "@/lib/contract/gas.ts";', /may import nothing/);
  refuses(
    "routes/index.tsx",
    'import { k } from "@/lib/backend/kv/keys.ts";',
    /routes may not import backend/,
  );
  refuses(
    "components/A.tsx",
    'import B from "@/islands/B.tsx";',
    /components may not import islands/,
  );
  refuses("lib/backend/a.ts", 'export * from "@/lib/web/state.ts";', /backend may not import web/);
});

Deno.test("import-direction refuses an area that imports a later one", () => {
  refuses(
    "lib/domain/numbers/round.ts",
    'import { x } from "@/lib/domain/tables/csv.ts";',
    /numbers comes before tables/,
  );
  refuses(
    "lib/domain/boilers/x.ts",
    'import { x } from "@/lib/domain/tables/csv.ts";',
    /Add "boilers" to AREAS/,
  );
});

Deno.test("import-direction refuses a folder of the backend that imports a later one", () => {
  allows("lib/backend/records/gas.ts", 'import { keys } from "@/lib/backend/kv/keys.ts";');
  allows("lib/backend/choose.ts", 'import { x } from "@/lib/backend/demo/store.ts";');
  refuses(
    "lib/backend/kv/lists.ts",
    'import type { X } from "@/lib/backend/records/gas.ts";',
    /kv comes before records/,
  );
  refuses(
    "lib/backend/attic/x.ts",
    'import { keys } from "@/lib/backend/kv/keys.ts";',
    /Add "attic" to BACKEND_FOLDERS/,
  );
});

Deno.test("import-direction refuses an import of a parent folder, and suggests the path from the root", () => {
  allows("lib/backend/kv/series/series.ts", 'import { days } from "./arrivals/held.ts";');
  refuses(
    "tests/web/front/app_test.ts",
    'import { app } from "../../../lib/web/front/app.ts";',
    /write @\/lib\/web\/front\/app\.ts/,
  );
  allows("lib/fresh/src/routing/router.ts", 'import { App } from "../app.ts";');
});

Deno.test("import-direction distinguishes types from values", () => {
  allows("components/A.tsx", 'import type { Call } from "@/lib/contract/call.ts";');
  allows("lib/text/errors.ts", 'import { type ErrorCode } from "@/lib/contract/errors.ts";');
  refuses(
    "lib/text/errors.ts",
    'import { ERRORS } from "@/lib/contract/errors.ts";',
    /import type/,
  );
});

Deno.test("import-direction refuses zod and packages outside their layers", () => {
  refuses("lib/domain/gas/lines.ts", 'import * as z from "zod";', /schema\.ts alone/);
  refuses(
    "islands/A.tsx",
    'import { s } from "@/lib/domain/gas/schema.ts";',
    /zod stays on the server/,
  );
  refuses("islands/A.tsx", 'import { a } from "@/lib/client/api.ts";', /over_http\.ts/);
  refuses("lib/browser/forms/a.ts", 'import "@/lib/client/api.ts";', /over_http\.ts/);
  refuses("components/A.tsx", 'import L from "leaflet";', /components does not use leaflet/);
  refuses("islands/A.tsx", 'import C from "chart.js";', /islands does not use chart\.js/);
  refuses("lib/web/a.ts", 'import x from "npm:left-pad";', /deno\.json/);
});

Deno.test("sorted-imports orders packages, files from the root and those of the same folder", () => {
  const [fresh, clock, state, own] = [
    'import { page } from "fresh";',
    'import { now } from "@/lib/web/clock.ts";',
    'import type { State } from "@/lib/web/state.ts";',
    'import { a } from "./a.ts";',
  ];
  const path = "routes/index.tsx";
  allows(path, [fresh, clock, state, own].join("\n"));
  refuses(path, [clock, fresh].join("\n"), /before "@\/lib\/web\/clock\.ts"/);
  refuses(path, [fresh, state, clock, own].join("\n"), /before "@\/lib\/web\/state\.ts"/);
  refuses(path, [own, state].join("\n"), /before "\.\/a\.ts"/);
  allows(
    path,
    'import { A } from "@/components/A.tsx"; import { b } from "@/components/a_b.ts";',
  );
});

Deno.test("no-clock-in-domain refuses clocks, randomness and I/O", () => {
  const path = "lib/domain/alarms/detection.ts";
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
  ) {
    match(messages(path, source)[0] ?? "nothing", /lib\/domain is pure/, source);
  }
  allows(path, 'new Date("2024-01-01"); Math.max(1, 2); const now = 1;');
  allows("lib/web/clock.ts", "new Date(); Date.now();");
});

Deno.test("keys-only refuses a key written outside keys.ts", () => {
  refuses("lib/backend/embedded/a.ts", 'kv.get(["account", id]);', /keys\.x/);
  refuses("lib/backend/embedded/a.ts", 'kv.getMany([["account", id]]);', /keys\.x/);
  refuses("lib/backend/embedded/a.ts", 'kv.list({ prefix: ["account"] });', /keys\.x/);
  refuses(
    "lib/backend/embedded/a.ts",
    'kv.atomic().check({ key: ["a"], versionstamp: null });',
    /keys\.x/,
  );
  allows(
    "lib/backend/embedded/a.ts",
    "kv.get(keys.account(id)); kv.getMany([keys.a(), keys.b()]);",
  );
  allows("lib/backend/kv/keys.ts", 'x.get(["account"]);');
  allows("lib/domain/a.ts", 'map.get(["a"]);');
});

Deno.test("links-only refuses a URL written outside links.ts", () => {
  refuses("components/A.tsx", 'const a = <a href="/login">x</a>;', /links\.x/);
  refuses("components/A.tsx", "const a = <a href={`/collect/${id}`}>x</a>;", /links\.x/);
  refuses("routes/a.tsx", 'ctx.redirect("/login", 303);', /links\.x/);
  refuses("routes/a.tsx", 'new Response(null, { headers: { location: "/a" } });', /links\.x/);
  allows(
    "components/A.tsx",
    'const a = <a href={links.login()}>x</a>; const b = <a href="#main">y</a>;',
  );
  allows("components/A.tsx", 'const a = <img src={asset("/logo.svg")} alt="" />;');
  allows("components/A.tsx", 'const a = <a href="//other.example/x">x</a>;');
});

Deno.test("light-start refuses the whole of zod, and an error created while the server loads", () => {
  const path = "lib/backend/records/a.ts";
  allows(path, 'import * as z from "zod"; import type { ZodType } from "zod";');
  refuses(path, 'import { z } from "zod";', /import \* as z/);
  refuses(path, 'import { z } from "zod/mini";', /import \* as z/);
  allows(path, "function fault() { const error = new SyntaxError(); throw error; }");
  allows("tests/a_test.ts", "const FAULT = new Error();");
  refuses(path, "const FAULT = new SyntaxError();", /80 ms/);
  refuses(path, "export const FAULT = new TypeError();", /80 ms/);
});
