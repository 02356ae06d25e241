import { fc } from "@/tests/npm/fast_check.ts";
import { ANY_PILOT_HISTORY, comparePilotHistories } from "./pilot_histories.ts";

const HISTORIES = 300;
const SEED = 20261122;

// @spec pilot.wishes, pilot.gateway
Deno.test("after any changes, losses, repetitions and delays, a gateway has the last wish of each module", () =>
  comparePilotHistories(fc.sample(ANY_PILOT_HISTORY, { numRuns: HISTORIES, seed: SEED })));
