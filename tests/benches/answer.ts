import { CALLS } from "@/lib/app/catalogue.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { BALANCE } from "@/tests/loading/filled_store.ts";
import { withReader } from "@/tests/loading/reader_in_process.ts";
import { spread } from "@/tests/loading/spread.ts";

const ROUNDS = 50;
const CALLS_PER_ROUND = 400;

/**
 * Cost of the dispatcher for a page: access, parsing and the cached answer of a year's readings, in
 * microseconds; with the same call answered from the store each time.
 */
export default async function answer(): Promise<void> {
  await withReader(async ({ platform, sessionId }) => {
    const caller = await platform.identities.bySession(sessionId);
    const context = { caller, clientAddress: "127.0.0.1", requestId: "bench" };
    const kept = async () => {
      await answerOf(platform.dispatcher.answer(CALLS.getBalanceReadings, BALANCE, context));
    };
    const scopes = [{ kind: "project", id: BALANCE.projectId }] as const;
    const anew = async () => {
      await platform.versions.bump(scopes);
      await kept();
    };
    await microseconds(kept, 5000);
    const times = { kept: [] as number[], anew: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.kept.push(await microseconds(kept, CALLS_PER_ROUND));
      times.anew.push(await microseconds(anew, 2));
    }
    console.log(`a kept answer through the dispatcher: ${spread(times.kept, 1)} µs`);
    console.log(
      `after a write, read from the store: ${spread(times.anew, 0)} µs, the write included`,
    );
  });
}

async function microseconds(call: () => Promise<void>, count: number): Promise<number> {
  const start = performance.now();
  for (let at = 0; at < count; at++) await call();
  return (performance.now() - start) * 1000 / count;
}
