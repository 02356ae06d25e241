import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { AREAS, CALLS } from "@/lib/app/catalogue.ts";
import { OPERATIONS, runCases, withWorld } from "@/tests/helpers/generated_runs.ts";

const CASES = 20;
const SEED = 20260101;

Deno.test("the API document describes every call once", () => {
  deepStrictEqual(OPERATIONS.map(({ name }) => name).toSorted(), Object.keys(CALLS).toSorted());
});

for (const [area, calls] of Object.entries(AREAS)) {
  Deno.test(`generated requests to ${area}: no internal error, no invalid request accepted, answers as documented`, () =>
    withWorld(async (world) => {
      const faults: string[] = [];
      let caseCount = 0;
      for (const operation of OPERATIONS.filter(({ name }) => Object.hasOwn(calls, name))) {
        const run = await runCases(operation, world, { count: CASES, seed: SEED });
        faults.push(...run.faults);
        caseCount += run.caseCount;
      }
      strictEqual(caseCount, Object.keys(calls).length * CASES);
      ok(
        faults.length === 0,
        `${faults.length} of ${caseCount}:\n${faults.slice(0, 10).join("\n")}`,
      );
    }));
}
