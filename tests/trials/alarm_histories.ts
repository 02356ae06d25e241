import { alarmsByTheClock } from "@/tests/flows/alarms_by_the_clock.ts";
import { compareHistory, type Raised } from "@/tests/helpers/histories.ts";
import { ANY_PILOT_HISTORY, comparePilotHistories } from "@/tests/helpers/histories_handler.ts";
import { ANY_HISTORY } from "@/tests/helpers/random_histories.ts";
import {
  ANY_SEASON_HISTORY,
  compareSeasonHistory,
  type SeenSeasons,
} from "@/tests/helpers/season_histories.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const HISTORIES = 10_000;
const SEED = 20261122;

/**
 * Alarms of 10,000 random histories compared with a simple model, which evaluates each subject from
 * the beginning; as many around the bounds of heating seasons; then the wishes that gateways
 * receive in 10,000 histories of changes and acknowledgements, compared with the last setting of
 * each value. At last the alarms and mails of two started servers for a quarter of an hour, both of
 * them killed meanwhile.
 */
export default async function alarmHistories(): Promise<void> {
  const raised: Raised = new Map();
  fc.assert(fc.property(ANY_HISTORY, (steps) => compareHistory(steps, raised)), {
    numRuns: HISTORIES,
    seed: SEED,
  });
  for (const [key, count] of raised) console.log(`${String(count).padStart(8)} alarms  ${key}`);
  console.log(`${HISTORIES} histories agree`);
  const seen: SeenSeasons = { endedCount: 0, raisedCount: 0, outCount: 0, calculatedCount: 0 };
  fc.assert(fc.property(ANY_SEASON_HISTORY, (history) => compareSeasonHistory(history, seen)), {
    numRuns: HISTORIES,
    seed: SEED,
  });
  console.log(`${HISTORIES} histories of heating seasons agree: ${JSON.stringify(seen)}`);
  await comparePilotHistories(fc.sample(ANY_PILOT_HISTORY, { numRuns: HISTORIES, seed: SEED }));
  console.log(`${HISTORIES} histories of modules agree`);
  await alarmsByTheClock();
}
