import { deepStrictEqual } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import { compareHistory, type Raised } from "./histories.ts";
import { ALL_SUBJECTS, ANY_HISTORY } from "./random_histories.ts";

// @spec alarms.rules, alarms.silence, alarms.mutes
Deno.test("detect() gives the alarms of a slow model over random histories", () => {
  const raised: Raised = new Map();
  fc.assert(fc.property(ANY_HISTORY, (steps) => compareHistory(steps, raised)), {
    numRuns: 300,
    seed: 20261122,
  });
  // Every subject was raised, so that every rule was compared.
  deepStrictEqual([...raised.keys()].sort(), ALL_SUBJECTS.map(({ key }) => key).sort());
});
