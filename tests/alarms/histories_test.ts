import { deepStrictEqual, ok } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import {
  ALL_SUBJECTS,
  ANY_HISTORY,
  ANY_SEASON_HISTORY,
  compareHistory,
  compareSeasonHistory,
  type Raised,
  type SeenSeasons,
} from "./alarm_histories.ts";

// @spec alarms.rules, alarms.silence, alarms.mutes
Deno.test("detect() raises the same alarms as a simple model over random histories", () => {
  const raised: Raised = new Map();
  fc.assert(fc.property(ANY_HISTORY, (steps) => compareHistory(steps, raised)), {
    numRuns: 300,
    seed: 20261122,
  });
  // Every subject was raised, so that every rule was compared.
  deepStrictEqual([...raised.keys()].sort(), ALL_SUBJECTS.map(({ key }) => key).sort());
});

// @spec alarms.season
Deno.test("typed, calculated or unknown heating seasons give the same alarms as a simple model over random histories", () => {
  const seen: SeenSeasons = { endedCount: 0, raisedCount: 0, outCount: 0, calculatedCount: 0 };
  fc.assert(fc.property(ANY_SEASON_HISTORY, (history) => compareSeasonHistory(history, seen)), {
    numRuns: 150,
    seed: 20261123,
  });
  ok(Object.values(seen).every((count) => count > 50), JSON.stringify(seen));
});
