import { sendThroughFaults } from "@/tests/flows/store_faults.ts";

const REQUESTS = 10_000;
const SEED = 20260101;
const SLOWEST_ERROR_MS = 1_000;
const NONE = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };

const RUNS = {
  "errors, 1 %": { ...NONE, errorRate: 0.01 },
  "delays of 500 ms, 0.2 %": { ...NONE, delayRate: 0.002, delayMs: 500 },
  "conflicts, 20 %": { ...NONE, conflictRate: 0.2 },
  "all of them": { errorRate: 0.01, conflictRate: 0.1, delayRate: 0.001, delayMs: 500 },
};

/** QF7: 10,000 requests to the whole site on a failing store, for each kind of failure. */
export default async function storeErrors(): Promise<void> {
  const wrong: string[] = [];
  for (const [name, faults] of Object.entries(RUNS)) {
    // The site's reports of faults are not part of the trial.
    const seen = await quietly(() =>
      sendThroughFaults({ ...faults, requestCount: REQUESTS, seed: SEED })
    );
    const statuses = Object.entries(seen.statuses).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `${name}: ${
        statuses.join(", ")
      }; ${seen.editCount} edits taken, ${seen.wrong.length} wrong; ` +
        `slowest answer of error ${Math.round(seen.slowestErrorMs)} ms`,
    );
    wrong.push(...seen.wrong);
    // With delays of half a second, several may fall on one request.
    if (faults.delayMs === 0 && seen.slowestErrorMs > SLOWEST_ERROR_MS) {
      wrong.push(`${name}: an answer of error took ${seen.slowestErrorMs} ms`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join("\n"));
}

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await work();
  } finally {
    console.error = error;
  }
}
