import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ImportedValues } from "@/lib/ingest/import_sorting.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("ImportedValues returns values by instant, the last line for each, like a sorted map", () => {
  const line = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
      const values = new ImportedValues();
      for (const [at, [epochS, value]] of lines.entries()) values.add(epochS, value, at + 1);
      deepStrictEqual(
        values.all,
        lines.map(([epochS, value], at) => ({ epochS, value, line: at + 1 })),
      );
      const repeated: number[] = [];
      const last = new Map(
        lines.map(([epochS, value], at) => [epochS, { epochS, value, line: at + 1 }]),
      );
      deepStrictEqual(
        [...values.byInstant(({ line }) => repeated.push(line))],
        [...last.values()].sort((a, b) => a.epochS - b.epochS),
      );
      strictEqual(repeated.length, lines.length - last.size);
    }),
    { seed: 20261122, numRuns: 300 },
  );
});
