import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  anotherWatcher,
  stored,
  type WatchedCircuit,
  withWatchedCircuit,
} from "./watched_circuit.ts";

const HOUR_MS = 3_600_000;

/** A reading without a time, which the server dates by a clock some hours ahead; then the clock is set back. */
async function readAhead(
  { built: { clock, platform }, sendLine }: WatchedCircuit,
  hours: number,
): Promise<void> {
  clock.advance(hours * HOUR_MS);
  await sendLine("temp,serial=1 value=61");
  await platform.watcher.watch(PROJECT);
  clock.advance(-hours * HOUR_MS);
}

// @spec series.clock-ahead
for (const hours of [5, 240]) {
  Deno.test(`an alarm is raised and ended by readings of now, although a clock ${hours} hours ahead has dated one later`, () =>
    withWatchedCircuit(async (circuit) => {
      const { built: { platform, store }, sendEvery } = circuit;
      await sendEvery(5, [60, 60]);
      await readAhead(circuit, hours);
      await sendEvery(5, Array.from({ length: 24 }, () => 95));
      await platform.watcher.watch(PROJECT);
      strictEqual((await stored(store, "open")).length, 1);
      await sendEvery(5, [60, 60, 60]);
      await platform.watcher.watch(PROJECT);
      deepStrictEqual(await stored(store, "open"), []);
    }));
}

Deno.test("another process raises it too", () =>
  withWatchedCircuit(async (circuit) => {
    const { built, sendEvery } = circuit;
    await sendEvery(5, [60, 60]);
    await readAhead(circuit, 240);
    const other = anotherWatcher(built);
    await other.watch(PROJECT);
    for (let sent = 0; sent < 24; sent++) {
      await sendEvery(5, [95]);
      await other.watch(PROJECT);
    }
    await other.close();
    strictEqual((await stored(built.store, "open")).length, 1);
  }));

Deno.test("the current value is that of now, and that of a series without another reading is unknown", () =>
  withWatchedCircuit(async (circuit) => {
    const { ask, sendEvery } = circuit;
    await readAhead(circuit, 240);
    const value = async () => {
      const [one] = await answerOf(ask("getLastSensorData", { projectId: PROJECT }));
      return one?.value;
    };
    strictEqual(await value(), null);
    await sendEvery(5, [72, 73]);
    strictEqual(await value(), 73);
  }));
