import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { AlarmWatcher } from "@/lib/alarms/evaluation_job.ts";
import { ReadingEvents } from "@/lib/alarms/reading_events.ts";
import type { AlarmRecord } from "@/lib/alarms/records.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { runsOf } from "@/lib/timeseries/store/arrival_encoding.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anotherWatcher, stored, withWatchedCircuit } from "./watched_circuit.ts";

const MINUTE_MS = 60_000;
const MINUTES = 7;

function taken(stamp: string, seriesId: string, readings: readonly (readonly [number, number])[]) {
  const kind: DataKind = "instant";
  const values = readings.map(([epochS, value]) => ({ epochS, value }));
  return { runs: runsOf([{ seriesId, kind, readings: values }]), stamps: [stamp] };
}

const NOTHING_STORED = () => Promise.resolve(new Map());

// @spec alarms.evaluation
Deno.test("ReadingEvents are complete while every stored reading was handed over", async () => {
  const heard = new ReadingEvents(["a"], true);
  strictEqual(heard.isComplete({ count: 4n, versionstamp: "04" }), false);
  await heard.load({ count: 4n, versionstamp: "04" }, NOTHING_STORED);
  strictEqual(heard.isComplete({ count: 4n, versionstamp: "04" }), true);
  heard.add(taken("05", "a", [[300, 20]]));
  heard.add(taken("07", "b", [[300, 20]]));
  strictEqual(heard.isComplete({ count: 5n, versionstamp: "05" }), true);
  strictEqual(heard.isComplete({ count: 6n, versionstamp: "07" }), true);
  // Another process has stored a reading.
  strictEqual(heard.isComplete({ count: 7n, versionstamp: "08" }), false);
  heard.add(taken("09", "a", [[600, 20]]));
  strictEqual(heard.isComplete({ count: 8n, versionstamp: "09" }), false);
});

Deno.test("ReadingEvents return the readings as the store would: once, in time order, the last of five minutes", async () => {
  const heard = new ReadingEvents(["a"], true);
  const last = { epochS: 600, value: 1 };
  await heard.load({ count: 0n, versionstamp: "" }, () => Promise.resolve(new Map([["a", last]])));
  heard.add(taken("01", "a", [[1_200, 5], [900, 2], [300, 9], [960, 3]]));
  heard.add(taken("02", "b", [[900, 2]]));
  deepStrictEqual([...heard.take()], [["a", [{ epochS: 960, value: 3 }, {
    epochS: 1_200,
    value: 5,
  }]]]);
  deepStrictEqual([...heard.take()], []);
  strictEqual(heard.get("b"), undefined);
});

Deno.test("ReadingEvents are read from the store again once there are more than memory allows", async () => {
  const heard = new ReadingEvents(["a"], true);
  await heard.load({ count: 0n, versionstamp: "" }, NOTHING_STORED);
  const many = Array.from({ length: 20_001 }, (_, at) => [at, 1] as const);
  heard.add(taken("01", "a", many));
  strictEqual(heard.isComplete({ count: 1n, versionstamp: "01" }), false);
  strictEqual(heard.bytes, new ReadingEvents(["a"], true).bytes);
});

Deno.test("ReadingEvents return the time of the last reading of some series, also after claims renumber them", async () => {
  const heard = new ReadingEvents(["a", "b", "c"], false);
  await heard.load({ count: 0n, versionstamp: "" }, NOTHING_STORED);
  const first = taken("01", "b", [[300, 20]]);
  heard.add(first);
  heard.add({ runs: { ...first.runs, seconds: new Float64Array([600]) }, stamps: ["02"] });
  strictEqual(heard.lastOf(["a", "b"]), 600);
  heard.add(taken("03", "c", [[900, 20]]));
  strictEqual(heard.lastOf(["a", "b", "c"]), 900);
  strictEqual(heard.lastOf(["c", "b"]), 900);
  strictEqual(heard.lastOf(["a", "x"]), null);
});

/** The fields of alarms that can be compared between two residences. */
function compared({ start, end, message }: AlarmRecord) {
  return { start, end, message };
}

/** The alarms that temperatures raise, with one watcher for each evaluation or one for all. */
async function alarmsOf(
  temperatures: readonly (number | null)[],
  watcherOf: "own" | "another" | "forgetful" | "restarted",
): Promise<unknown[]> {
  const found: unknown[] = [];
  await withWatchedCircuit(async ({ built, sendFlow }) => {
    const { store, platform, clock } = built;
    const { services } = platform.own;
    const versions = new Versions(store, clock.now);
    const forgetful = new AlarmWatcher({ ...services, versions }, 0);
    let running = watcherOf === "restarted" ? anotherWatcher(built) : platform.watcher;
    if (watcherOf === "restarted") {
      platform.watcher.noteReadings = (...noted) => running.noteReadings(...noted);
      platform.watcher.settled = () => running.settled();
    }
    for (const celsius of temperatures) {
      if (celsius !== null) await sendFlow(celsius);
      else if (watcherOf === "restarted") {
        await running.close();
        running = anotherWatcher(built);
        await running.watch(PROJECT);
      } else if (watcherOf === "own") await platform.watcher.watch(PROJECT);
      else if (watcherOf === "forgetful") await forgetful.watch(PROJECT);
      else {
        const other = anotherWatcher(built);
        await other.watch(PROJECT);
        await other.close();
      }
      clock.advance(MINUTES * MINUTE_MS);
    }
    await Promise.all([forgetful, running].map((one) => one.close()));
    for (const state of ["open", "closed"] as const) {
      found.push(...(await stored(store, state)).map(({ record }) => compared(record)));
    }
  });
  return found;
}

Deno.test("readings handed over, read by another process, after a restart or beyond memory give the same alarms", async () => {
  const temperature = fc.option(fc.constantFrom(65, 79.8, 78, 82), { nil: null });
  const [history = []] = fc.sample(fc.array(temperature, { minLength: 120, maxLength: 120 }), {
    numRuns: 1,
    seed: 20261122,
  });
  const own = await alarmsOf(history, "own");
  strictEqual(own.length > 3, true);
  deepStrictEqual(await alarmsOf(history, "another"), own);
  deepStrictEqual(await alarmsOf(history, "forgetful"), own);
  deepStrictEqual(await alarmsOf(history, "restarted"), own);
});

Deno.test("an evaluation reads no series for readings that its own process has stored", () =>
  withWatchedCircuit(async ({ built: { platform, clock, store }, sendFlow }) => {
    const { services } = platform.own;
    let readCount = 0;
    const seriesOf: typeof services.seriesOf = (...place) => {
      readCount++;
      return services.seriesOf(...place);
    };
    const watcher = new AlarmWatcher({ ...services, seriesOf });
    platform.watcher.noteReadings = (...noted) => watcher.noteReadings(...noted);
    const sendTwice = async () => {
      for (const celsius of [82, 83]) {
        await sendFlow(celsius);
        clock.advance(20 * MINUTE_MS);
        await watcher.watch(PROJECT, ["read"]);
      }
    };
    await sendTwice();
    const atFirst = readCount;
    strictEqual((await stored(store, "open")).length, 1);
    await sendTwice();
    strictEqual(readCount, atFirst);
    await watcher.close();
  }));

Deno.test("AlarmWatcher.due() includes a residence that cannot be read, and none that is gone", () =>
  withWatchedCircuit(async ({ built, sendFlow }) => {
    const { store, platform: { watcher } } = built;
    await sendFlow(60);
    await watcher.watch(PROJECT);
    await store.atomic().set(keys.project("damaged"), { orgId: 1 }).commit();
    deepStrictEqual(await watcher.due([PROJECT, "damaged", "gone"]), ["damaged"]);
  }));

Deno.test("a closed AlarmWatcher evaluates no more readings", async () => {
  const openCount = async (isClosed: boolean) => {
    let count = 0;
    await withWatchedCircuit(async ({ built: { store, platform }, sendEvery }) => {
      await sendEvery(10, [70, 82]);
      if (isClosed) await platform.watcher.close();
      await sendEvery(10, [83, 84]);
      count = (await stored(store, "open")).length;
    });
    return count;
  };
  deepStrictEqual([await openCount(false), await openCount(true)], [1, 0]);
});
