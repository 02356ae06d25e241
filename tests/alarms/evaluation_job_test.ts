import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { watchedResidence } from "@/lib/alarms/monitored_residence.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { appendArrivals, backlogsOf } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { aHouse, type Place, withHousing } from "@/tests/helpers/a_dwelling.ts";
import { type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anEquipment,
  aProject,
  aSeries,
  at,
  ORG,
  PROJECT,
  storedSeries,
  withMember,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { countedStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import {
  anotherWatcher,
  CIRCUIT,
  stored,
  type WatchedCircuit,
  withWatchedCircuit,
} from "./watched_circuit.ts";

// @spec alarms.evaluation
Deno.test("watchAlarms() raises alarms that become due with time, in one process at a time", () =>
  withWatchedCircuit(async ({ built, sendEvery }) => {
    const { store, clock, platform: { watcher } } = built;
    await sendEvery(10, [82]);
    clock.advance(10 * 60_000);
    const other = anotherWatcher(built);
    const [started, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = {
      due: (ids: readonly string[]) => watcher.due(ids),
      async watch(projectId: string) {
        started.resolve();
        await refused.promise;
        await watcher.watch(projectId);
      },
    };
    const first = watchAlarms({ store, now: clock.now, watcher: slow });
    await started.promise;
    strictEqual(await watchAlarms({ store, now: clock.now, watcher: other }), null);
    refused.resolve();
    strictEqual(await first, 1);
    strictEqual((await stored(store, "open")).length, 1);
    await other.close();
  }));

// @spec alarms.evaluation
Deno.test("watchAlarms() writes nothing and takes no lease where nothing is due", () => {
  let [commits, counts] = [0, { get: 0, getMany: 0, list: 0, listed: 0 }];
  return withPlatform(async (built) => {
    const { clock: { now, advance }, platform: { watcher, own } } = built;
    const { store } = own.services;
    await writeResidence(built);
    strictEqual(await watchAlarms({ store, now, watcher }), 1);
    advance(60_000);
    commits = 0;
    Object.assign(counts, { get: 0, getMany: 0, list: 0 });
    strictEqual(await watchAlarms({ store, now, watcher }), 0);
    const { get, getMany, list } = counts;
    deepStrictEqual({ commits, get, getMany, list }, { commits: 0, get: 0, getMany: 2, list: 1 });
  }, {
    before: (store) => {
      const counted = countedStore(observedStore(store, () => void commits++));
      counts = counted.asked;
      return counted.store;
    },
  });
});

Deno.test("watchAlarms() stops after ten residences once another process runs the job, and reports the faults before", () =>
  withStore(async (store, { now }) => {
    const projectIds = Array.from({ length: 11 }, (_, rank) => `p${rank}`);
    let watchedCount = 0;
    let fails = false;
    const watch = async () => {
      watchedCount++;
      const taken = { holder: "another", untilMs: now() + 3_600_000 };
      await store.atomic().set(keys.lease("watch alarms"), taken).commit();
      if (fails) throw new Error("no");
    };
    const watcher = { due: () => Promise.resolve(projectIds), watch };
    strictEqual(await watchAlarms({ store, now, watcher }), 10);
    strictEqual(watchedCount, 10);
    await store.atomic().delete(keys.lease("watch alarms")).commit();
    fails = true;
    await rejects(watchAlarms({ store, now, watcher }), /10 of the residences failed: /);
  }));

Deno.test("watchAlarms() evaluates the other residences when the entries of one are unreadable", () =>
  withWatchedCircuit(async ({ built, sendEvery }) => {
    const { store, clock, platform: { watcher } } = built;
    const project = aProject({ name: "Les Ormes" });
    await store.atomic().set(keys.project("p0"), project)
      .set(keys.projectOfOrg(project.orgId, "p0"), true)
      .set(keys.alarmWatching("p0"), { restParts: "?" }).commit();
    await sendEvery(10, [82]);
    clock.advance(10 * 60_000);
    await rejects(
      watchAlarms({ store, now: clock.now, watcher }),
      /1 of the residences failed: Les Ormes/,
    );
    strictEqual((await stored(store, "open")).length, 1);
    await store.atomic().delete(keys.alarmWatching("p0")).commit();
    strictEqual(await watchAlarms({ store, now: clock.now, watcher }), 1);
  }));

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
    const gate = Promise.withResolvers<void>();
    const { list } = store;
    // The first list is that of the compaction.
    store.list = async function* (...run) {
      store.list = list;
      await gate.promise;
      yield* list(...run);
    };
    const compacted = compact(store, PROJECT, clock.now);
    while (store.list !== list) await new Promise((resolve) => setTimeout(resolve, 1));
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

// @spec alarms.subjects
Deno.test("watchedResidence() watches each kind of equipment with its own settings, once it has any", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const add = (kind: EquipmentKind) => anEquipment(ask, kind, { parentId: boilerRoomId });
    const rules = async () => {
      const { read } = await watchedResidence(built.platform.own.services, PROJECT);
      return new Map(read.map(({ equipmentId, rule }) => [equipmentId, rule]));
    };
    const errorCodeId = await add("boilerroom-errorcode");
    const faultDetectorId = await add("boilerroom-faultdetector");
    const cmvId = await add("cmv");
    const skydomeId = await add("skydome");
    const gateId = await add("gate");
    deepStrictEqual(await rules(), new Map());
    const name = "Équipement";
    const seriesId = await aSeries(ask, "ETAT", boilerRoomId);
    const room = { ...at, boilerRoomId };
    const errorCode = { name, seriesId, normalCodes: ["0"] };
    const fault = { name, seriesId, alarmKind: 2 as const };
    const cmv = { name, min: 1, max: 5, seriesId: await aSeries(ask, "TEMP", boilerRoomId) };
    const gate = { name, type: "gate" as const, alarmFrom: 4, hsType: "hours" as const, seriesId };
    const written = await Promise.all([
      ask("putErrorCodeSettings", { ...room, errorCodeId, body: errorCode }),
      ask("putFaultDetectorSettings", { ...room, faultDetectorId, body: fault }),
      ask("putCmvSettings", { ...at, cmvId, body: cmv }),
      ask("putSkydomeSettings", { ...at, skydomeId, body: { name, seriesId } }),
      ask("putGateSettings", { ...at, gateId, body: gate }),
    ]);
    ok(written.every((one) => one.ok), JSON.stringify(written));
    deepStrictEqual(
      await rules(),
      new Map<string | null, object>([
        [errorCodeId, { kind: "code", normalCodes: ["0"] }],
        [faultDetectorId, { kind: "fault", alarmKind: 2 }],
        [cmvId, { kind: "bounds", min: 1, max: 5, unit: "°C" }],
        [skydomeId, { kind: "skydome" }],
        [gateId, { kind: "open", alarmFromH: 4, hsType: "hours" }],
      ]),
    );
  }));

const HOUSES = 400;
const HOUR_S = 3_600;

/** Sends a reading of every dwelling at the present second. */
async function sendAll(
  { store, clock, platform }: TestPlatform,
  series: string,
  houses: readonly string[],
): Promise<void> {
  const epochS = Math.floor(clock.now() / 1_000);
  const readings = [{ epochS, value: epochS / HOUR_S }];
  await storedSeries({ store, clock }).append(
    houses.map((id) => ({ seriesId: storedSeriesId(series, id), kind: "index", readings })),
  );
  await platform.versions.bump([{ kind: "readings", id: PROJECT }]);
}

/** A residence whose dwellings have all sent readings, then became silent. */
async function silentHouses({ built, ask, series }: Place): Promise<string[]> {
  const { store, clock, platform: { watcher } } = built;
  const houses: string[] = [];
  for (let rank = 0; rank < HOUSES; rank++) {
    houses.push(await aHouse(ask, { name: `A${rank}` }));
  }
  await sendAll(built, series, houses);
  await watcher.watch(PROJECT);
  deepStrictEqual(await stored(store, "open"), []);
  clock.advance(30 * HOUR_S * 1_000);
  return houses;
}

// @spec alarms.silence
Deno.test("the silence of a residence is one alarm with those of its dwellings under it, in several commits", () =>
  withHousing({}, async (place) => {
    const { built, series } = place;
    const { store, platform: { watcher } } = built;
    const houses = await silentHouses(place);
    const other = anotherWatcher(built);
    await Promise.all([watcher.watch(PROJECT), other.watch(PROJECT)]);
    await other.close();
    const open = await stored(store, "open");
    const parents = open.filter(({ record }) => record.parentId === null);
    deepStrictEqual(parents.map(({ record: { childCount } }) => childCount), [HOUSES]);
    strictEqual(open.length, HOUSES + 1);
    strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, HOUSES + 1);
    await sendAll(built, series, houses);
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    strictEqual((await stored(store, "closed")).length, HOUSES + 1);
    strictEqual((await listIds(store, keys.alarmWatch.under(PROJECT))).length, 0);
  }));

const NOT_WATCHED = "(fin de la saison de chauffe)";

/** Enters the last day of the 2025 season. */
async function typeLastDay({ ask, boilerRoomId }: WatchedCircuit, dateStop: string): Promise<void> {
  const room = { ...at, boilerRoomId };
  const read = await answerOf(ask("getHeatingSeasons", room));
  const body = [{ yearStart: 2025, dateStart: "2025-10-01", dateStop }];
  ok((await ask("putHeatingSeasons", { ...room, version: read.version, body })).ok);
}

/** Moves the clock to an instant, and evaluates as the job does each minute. */
async function moveTo({ built: { clock, platform } }: WatchedCircuit, instant: string) {
  clock.goTo(instant);
  await platform.watcher.watch(PROJECT);
}

/** Messages of the open alarms of circuits. */
async function open({ built: { store } }: WatchedCircuit): Promise<string[]> {
  return (await stored(store, "open")).map(({ record }) => record)
    .filter(({ handler }) => handler === "boilerroom-circuit").map(({ message }) => message);
}

// @spec alarms.season
Deno.test("the alarm of a heating circuit ends at midnight in Paris after the last day of the season, with its reason", () =>
  withWatchedCircuit(async (place) => {
    await typeLastDay(place, "2026-05-20");
    await moveTo(place, "2026-05-20T21:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    await moveTo(place, "2026-05-20T21:59:59Z");
    strictEqual((await open(place)).length, 1);
    await moveTo(place, "2026-05-20T22:00:00Z");
    deepStrictEqual(await open(place), []);
    const [closed] = await stored(place.built.store, "closed");
    strictEqual(closed?.record.end, "2026-05-20T22:00:00Z");
    ok(closed?.record.message.endsWith(NOT_WATCHED), closed?.record.message);
  }));

// @spec alarms.season
Deno.test("no alarm is raised for a heating circuit out of the season; it is from the first day on; a season entered later applies at once", () =>
  withWatchedCircuit(async (place) => {
    await moveTo(place, "2026-06-05T08:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    deepStrictEqual(await open(place), []);
    await typeLastDay(place, "2026-06-12");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
    await typeLastDay(place, "2026-05-20");
    await place.built.platform.watcher.watch(PROJECT);
    deepStrictEqual(await open(place), []);
    await moveTo(place, "2026-07-10T08:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    deepStrictEqual(await open(place), []);
    // The next season is not entered: it begins on 1 October, in the time zone of the residence.
    await moveTo(place, "2026-09-30T21:30:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    await moveTo(place, "2026-09-30T21:59:59Z");
    deepStrictEqual(await open(place), []);
    await moveTo(place, "2026-09-30T22:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
  }));

// @spec alarms.season
Deno.test("a hot-water circuit is watched all year", () =>
  withWatchedCircuit(async (place) => {
    const { ask, boilerRoomId, circuitId } = place;
    const read = await answerOf(ask("getBoilerRoom", { ...at, boilerRoomId }));
    const circuit = read.circuits.find(({ id }) => id === circuitId);
    const outType = circuit?.outType ?? null;
    const body = { ...CIRCUIT, outType, isHotWater: true };
    ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body })).ok);
    await moveTo(place, "2026-07-10T08:00:00Z");
    await place.sendEvery(10, [85, 85, 85]);
    strictEqual((await open(place)).length, 1);
  }));
