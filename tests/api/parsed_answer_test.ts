import { deepStrictEqual, strictEqual } from "node:assert/strict";
import * as z from "zod/mini";
import { parsedToFirstFault } from "@/lib/api/upstream_answers.ts";

/** A number, and how many were parsed. */
function counted() {
  let count = 0;
  const schema = z.number().check(z.refine(() => ++count > 0));
  return { schema, count: () => count };
}

const WRONG = ["x", ...Array(1_000).fill(0)];

Deno.test("parsedToFirstFault() parses a list no further than its first fault, wherever the list is", async () => {
  const places: readonly ((list: z.ZodMiniType) => readonly [z.ZodMiniType, unknown])[] = [
    (list) => [list, WRONG],
    (list) => [z.object({ list }), { list: WRONG }],
    (list) => [z.array(z.object({ list: z.nullable(list) })), [{ list: WRONG }]],
    (list) => [z.object({ in: z.optional(z.object({ list })) }), { in: { list: WRONG } }],
    (list) => [z.record(z.string(), list), { a: WRONG }],
    (list) => [z.readonly(z.array(list)), [WRONG]],
  ];
  for (const place of places) {
    const { schema, count } = counted();
    const [whole, value] = place(z.array(schema));
    strictEqual(await parsedToFirstFault(whole, value), null);
    strictEqual(count(), 0);
  }
});

Deno.test("parsedToFirstFault() parses as the schema does: other fields, missing ones, checks of lists, wrong kinds", async () => {
  const schema = z.array(z.object({
    id: z.string(),
    tags: z.array(z.string()).check(z.maxLength(2)),
    rank: z.optional(z.nullable(z.array(z.number()))),
    of: z.optional(z.record(z.string(), z.number())),
  }));
  const values = [
    [],
    [{ id: "a", tags: [], other: 1 }, { id: "b", tags: ["x"], rank: null, of: { a: 1 } }],
    [{ id: "a", tags: ["x", "y", "z"] }],
    [{ id: "a", tags: "x" }],
    [{ id: "a" }],
    [{ id: "a", tags: [], rank: {} }],
    [{ id: "a", tags: [], of: { a: "x" } }],
    [[]],
    [null],
    {},
    null,
    undefined,
  ];
  for (const value of values) {
    const { success, data } = schema.safeParse(value);
    deepStrictEqual(await parsedToFirstFault(schema, value), success ? { data } : null);
  }
});
