import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { backlogsOf } from "@/lib/timeseries/store/backlog.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { stored, type WatchedCircuit, withWatchedCircuit } from "./watched_circuit.ts";

/** Above and below the bound of the circuit, °C. */
const HOT = 90;
const COOL = 70;

/** Readings of the last days of a series that nothing watches. */
async function sendOthers(store: Store, count: number): Promise<void> {
  const fromS = NOW / 1_000 - count;
  const readings = Array.from({ length: count }, (_, at) => ({ epochS: fromS + at, value: 1 }));
  await appendArrivals(store, PROJECT, [{ seriesId: "other", kind: "instant", readings }]);
}

/** The residence of {@link withWatchedCircuit}, whose alarms start with the first reading. */
function withEagerCircuit(test: (place: WatchedCircuit) => Promise<void>): Promise<void> {
  return withWatchedCircuit(async (place) => {
    const settings = { ...DEFAULT_DELAYS_MIN, "boilerroom-circuit": 0 };
    await place.built.store.atomic().set(keys.alarmSettings(PROJECT), settings).commit();
    await test(place);
  });
}

async function openCount(store: Store): Promise<number> {
  return (await stored(store, "open")).length;
}

// @spec alarms.evaluation
Deno.test("readings that need stored ones wait for the job while these are compacted, others do not", () =>
  withEagerCircuit(async ({ built: { platform, store, clock }, sendFlow, sendEvery }) => {
    await sendOthers(store, 10);
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const compacted = compact(store, PROJECT, clock.now, () => (begun.resolve(), gate.promise));
    await begun.promise;
    // The first readings of this process: it has not read the stored ones yet.
    await sendFlow(HOT);
    strictEqual(await openCount(store), 0);
    await platform.watcher.watch(PROJECT);
    strictEqual(await openCount(store), 1);
    await sendEvery(1, [COOL, COOL]);
    strictEqual(await openCount(store), 0);
    gate.resolve();
    strictEqual(await compacted, "done");
  }));

// @spec alarms.evaluation
Deno.test("readings that need more stored ones than memory holds have these compacted, without a fault", () =>
  withEagerCircuit(async ({ built: { store, clock }, sendFlow }) => {
    const asked: string[] = [];
    backlogsOf(store).onMany = (projectId) => void asked.push(projectId);
    await sendOthers(store, 260_000);
    asked.length = 0;
    await sendFlow(HOT);
    strictEqual(await openCount(store), 0);
    deepStrictEqual(asked, [PROJECT]);
    strictEqual(await compact(store, PROJECT, clock.now), "done");
    clock.advance(60_000);
    await sendFlow(HOT);
    strictEqual(await openCount(store), 1);
  }));
