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

Deno.test("keys-only refuses a key written outside keys.ts", () => {
  refuses("lib/alarms/a.ts", 'kv.get(["account", id]);', /keys\.x/);
  refuses("lib/alarms/a.ts", 'kv.getMany([["account", id]]);', /keys\.x/);
  refuses("lib/alarms/a.ts", 'kv.list({ prefix: ["account"] });', /keys\.x/);
  refuses(
    "lib/alarms/a.ts",
    'kv.atomic().check({ key: ["a"], versionstamp: null });',
    /keys\.x/,
  );
  allows(
    "lib/alarms/a.ts",
    "kv.get(keys.account(id)); kv.getMany([keys.a(), keys.b()]);",
  );
  allows("lib/store/keys.ts", 'x.get(["account"]);');
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
  const path = "lib/alarms/records.ts";
  allows(path, 'import * as z from "zod"; import type { ZodType } from "zod";');
  refuses(path, 'import { z } from "zod";', /import \* as z/);
  refuses(path, 'import { z } from "zod/mini";', /import \* as z/);
  allows(path, "function fault() { const error = new SyntaxError(); throw error; }");
  allows("tests/a_test.ts", "const FAULT = new Error();");
  refuses(path, "const FAULT = new SyntaxError();", /80 ms/);
  refuses(path, "export const FAULT = new TypeError();", /80 ms/);
});
