import { deepStrictEqual, ok } from "node:assert/strict";
import { ImportedValues } from "@/lib/backend/embedded/series/imported_values.ts";
import { madeArrays } from "@/tests/backend/core/made_arrays.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("ImportedValues returns values by instant, the last line for each, like a sorted map", async () => {
  const line = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer());
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 80 }), async (lines) => {
      const values = new ImportedValues();
      for (const [epochS, value] of lines) values.add(epochS, value);
      deepStrictEqual(
        [...values.inOrderOfLines()],
        lines.map(([epochS, value]) => ({ epochS, value })),
      );
      deepStrictEqual(
        [...await values.byInstant()],
        [...new Map(lines)].sort(([a], [b]) => a - b)
          .map(([epochS, value]) => ({ epochS, value })),
      );
    }),
    { seed: 20261122, numRuns: 300 },
  );
});

Deno.test("ImportedValues creates no array longer than 8 KiB, for a series of any length", () => {
  const made = madeArrays(() => {
    const values = new ImportedValues();
    for (let at = 0; at < 20_000; at++) values.add(at, at);
  });
  const longest = Math.max(...made.map(({ byteLength }) => byteLength));
  ok(longest <= 8_192, `${longest} bytes`);
});
