import { compareHistory, type Raised } from "@/tests/domain/alarms/histories.ts";
import { ANY_HISTORY } from "@/tests/domain/alarms/random_histories.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const HISTORIES = 10_000;
const SEED = 20261122;

/** Alarms of 10,000 random histories against a slow model, which looks at each subject from the beginning. */
export default function alarms(): Promise<void> {
  const raised: Raised = new Map();
  fc.assert(fc.property(ANY_HISTORY, (steps) => compareHistory(steps, raised)), {
    numRuns: HISTORIES,
    seed: SEED,
  });
  for (const [key, count] of raised) console.log(`${String(count).padStart(8)} alarms  ${key}`);
  console.log(`${HISTORIES} histories agree`);
  return Promise.resolve();
}

if (import.meta.main) await alarms();
