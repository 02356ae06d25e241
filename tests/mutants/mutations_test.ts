import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { lineOf, mutated, mutationsOf } from "./mutations.ts";

/** The lines that a source could become, each with one fault. */
function faulty(source: string): string[] {
  return mutationsOf(source).map((mutation) => mutated(source, mutation).trim());
}

Deno.test("mutationsOf() changes operators, numbers and conditions", () => {
  deepStrictEqual(faulty("const a = b < c;"), ["const a = b <= c;"]);
  deepStrictEqual(faulty("const a = b && c + d;"), [
    "const a = b || c + d;",
    "const a = b && c - d;",
  ]);
  deepStrictEqual(faulty("const a = b * 12;"), ["const a = b / 12;", "const a = b * (12 + 1);"]);
  deepStrictEqual(faulty("const a = { 408: b ? 1 : c };"), [
    "const a = { 408: b ? (1 + 1) : c };",
  ]);
  deepStrictEqual(faulty("if (a(b) === c) return d;"), [
    "if (true) return d;",
    "if (false) return d;",
    "if (a(b) !== c) return d;",
  ]);
});

Deno.test("mutationsOf() removes a call used as a statement, and a check of a commit", () => {
  deepStrictEqual(faulty("f(() => {\n  await bump(scopes);\n});"), ["f(() => {\n  ;\n});"]);
  deepStrictEqual(faulty("const a = b ??\n  f(c);"), []);
  deepStrictEqual(faulty("x = atomic.check(unchanged(entry)).set(key, value);"), [
    "x = atomic.set(key, value);",
  ]);
});

Deno.test("mutationsOf() changes nothing in comments, texts, types and imports", () => {
  const source = [
    'import { a } from "./a < b.ts";',
    'export * from "./c.ts";',
    "/** a && b */",
    "export interface Pair {",
    "  readonly rank: 1 | 2;",
    "}",
    'const text = "a && b" ?? `${1 + 1}`; // a + b',
    'const one: Pick<Pair, "rank"> & Other = other;',
  ].join("\n");
  deepStrictEqual(mutationsOf(source), []);
});

Deno.test("lineOf() counts lines from 1", () => {
  strictEqual(lineOf("a\nb\nc", 0), 1);
  strictEqual(lineOf("a\nb\nc", 2), 2);
  strictEqual(lineOf("a\nb\nc", 4), 3);
});
