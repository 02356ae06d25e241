import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { AlarmWatcher } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { ReadingEvents } from "@/lib/alarms/reading_events.ts";
import type { AlarmRecord } from "@/lib/alarms/records.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { anEquipment, aSeries, at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { reportDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import {
  anotherWatcher,
  stored,
  type WatchedCircuit,
  withWatchedCircuit,
} from "./watched_circuit.ts";

const MINUTE_MS = 60_000;
const MINUTES = 7;

function taken(stamp: string, seriesId: string, readings: readonly (readonly [number, number])[]) {
  const kind: DataKind = "instant";
  const values = readings.map(([epochS, value]) => ({ epochS, value }));
  return { batches: [{ seriesId, kind, readings: values }], stamps: [stamp] };
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

Deno.test("ReadingEvents return the time of the last reading of a series", async () => {
  const heard = new ReadingEvents(["a", "b"], false);
  await heard.load({ count: 0n, versionstamp: "" }, NOTHING_STORED);
  heard.add(taken("01", "b", [[300, 20]]));
  heard.add(taken("02", "b", [[600, 20]]));
  const timesOf = (...ids: string[]) => ids.map((id) => heard.get(id)?.epochS);
  deepStrictEqual(timesOf("a", "b", "x"), [undefined, 600, undefined]);
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
    const forgetful = new AlarmWatcher({ ...services, versions }, 1);
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

const NOW_S = Math.floor(NOW / 1_000);
const START = new Date(NOW_S * 1_000).toISOString().replace(".000Z", "Z");

/** Adds a boiler whose controller sends codes, each of which may be a correction. */
async function aCodeReader(
  { ask, boilerRoomId, sendLine }: WatchedCircuit,
): Promise<(code: number, epochS: number) => Promise<void>> {
  const place = { name: "Régulation", parentId: boilerRoomId };
  const errorCodeId = await anEquipment(ask, "boilerroom-errorcode", place);
  const seriesId = await aSeries(ask, "ETAT", boilerRoomId);
  const source = { source: "serial=2", houseId: null };
  ok((await ask("attachSource", { ...at, series: seriesId, body: source })).ok);
  const detail = { name: "Régulation", seriesId, normalCodes: ["0"] };
  const reader = { ...at, boilerRoomId, errorCodeId };
  ok((await ask("putErrorCodeSettings", { ...reader, body: detail })).ok);
  return (code, epochS) => sendLine(`etat,serial=2 value=${code} ${epochS}`);
}

// @spec alarms.corrections
Deno.test("correction of the last reading ends its alarm; another one opens the same alarm again, with its own message", () =>
  withWatchedCircuit(async (place) => {
    const { store } = place.built;
    const send = await aCodeReader(place);
    await send(34, NOW_S);
    const [alarm] = await stored(store, "open");
    strictEqual(alarm?.record.message, "Régulation\u00a0: code 34");
    await send(0, NOW_S);
    deepStrictEqual(await stored(store, "open"), []);
    deepStrictEqual(
      (await stored(store, "closed")).map(({ record: { start, end } }) => [start, end]),
      [[START, START]],
    );
    await send(51, NOW_S);
    deepStrictEqual(await stored(store, "closed"), []);
    const [again, ...others] = await stored(store, "open");
    deepStrictEqual([again?.id, others.length], [alarm?.id, 0]);
    strictEqual(again?.record.message, "Régulation\u00a0: code 51");
  }));

// @spec alarms.corrections
Deno.test("an alarm that opens again is mailed again only once its end was mailed", () =>
  withWatchedCircuit(async (place) => {
    const { built: { store, clock, platform: { own: { services } } }, ask } = place;
    const selections = [{ handler: "boilerroom-errorcode" as const, filters: {} }];
    const body = reportDraft({ emails: ["nuit@bailleur.fr"], selections });
    ok((await ask("createOrgAlarmReport", { orgId: ORG, body })).ok);
    const mailed = async () => {
      clock.advance(3 * 60_000);
      ok(await mailAlarms(services));
      const counts = (await queuedMails(store)).flatMap(({ letter }) =>
        letter?.kind === "alarms" ? [[letter.started.count, letter.ended.count]] : []
      );
      for await (const { key } of store.list({ prefix: keys.outbox.under() })) {
        await store.atomic().delete(key).commit();
      }
      return counts;
    };
    const send = await aCodeReader(place);
    await send(34, NOW_S);
    deepStrictEqual(await mailed(), [[1, 0]]);
    await send(0, NOW_S);
    await send(34, NOW_S);
    deepStrictEqual(await mailed(), []);
    await send(0, NOW_S);
    deepStrictEqual(await mailed(), [[0, 1]]);
    await send(51, NOW_S);
    deepStrictEqual(await mailed(), [[1, 0]]);
    deepStrictEqual(await listIds(store, keys.alarmEvent.under(ORG)), []);
  }));

const DAY_MS = 86_400_000;

// @spec alarms.file-series
Deno.test("series that only files feed raise no silence alarm; once a sensor is attached, its silence is raised", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const { clock, store, platform } = built;
    const draft = seriesDraft({ dataUnitId: "TEMP", renamed: "Sonde" });
    const { id: series } = await answerOf(ask("createDataseries", { ...at, body: draft }));
    const ofDwellings = await aHousingSeries(ask, "EFSV");
    const houses = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const second = () => Math.floor(clock.now() / 1_000) - 60;
    const importing = async (serie: string, logement: string) => {
      const date = new Date(second() * 1_000).toISOString();
      const body = `date;serie;logement;valeur\n${date};${serie};${logement};20`;
      const { errors } = await answerOf(ask("importReadings", { ...at, body }));
      deepStrictEqual(errors, []);
    };
    await importing("Sonde", "");
    await importing("Eau froide", "A1");
    const source = { source: "m,serial=2 value", houseId: houses[1] ?? "" };
    ok((await ask("attachSource", { ...at, series: ofDwellings, body: source })).ok);
    const token = await aCollector(ask);
    const send = async (serial: number) => {
      const line = `m,serial=${serial} value=20 ${second()}`;
      ok((await sendLines(platform, token, line)).kind === "stored");
      await platform.watcher.settled();
    };
    await send(2);
    await platform.watcher.watch(PROJECT);
    const silent = async () => {
      clock.advance(3 * DAY_MS);
      await platform.watcher.watch(PROJECT);
      return (await stored(store, "open")).map(({ record }) => record.subjectKey);
    };
    // The dwelling that a sensor feeds, and neither the series nor the dwelling of the files.
    deepStrictEqual(await silent(), [`collect-online/${houses[1]}`]);
    const { silences } = await answerOf(ask("listResidenceFigures", { orgId: ORG }));
    deepStrictEqual(
      silences.map(({ silentCount, expectedCount }) => [silentCount, expectedCount]),
      [
        [1, 1],
      ],
    );
    ok(
      (await ask("attachSource", {
        ...at,
        series,
        body: { source: "m,serial=1 value", houseId: null },
      })).ok,
    );
    await send(1);
    await send(2);
    await platform.watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    deepStrictEqual((await silent()).length, 3);
    ok((await ask("deleteDataseries", { ...at, series })).ok === false);
    const marks = await Array.fromAsync(store.list({ prefix: keys.importedSeries.under(PROJECT) }));
    deepStrictEqual(marks.length, 2);
  }, { residence: { features: { houseMode: 1 } } }));

// @spec alarms.file-series, projects.attention
Deno.test("residence that only files feed is not among those whose readings are missing", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const silent = async () => {
      built.clock.advance(3 * DAY_MS);
      return (await answerOf(ask("listResidenceFigures", { orgId: ORG }))).silences.length;
    };
    const draft = seriesDraft({ dataUnitId: "TEMP", renamed: "Sonde" });
    const { id: series } = await answerOf(ask("createDataseries", { ...at, body: draft }));
    // Its sensor is not there yet.
    strictEqual(await silent(), 1);
    const body = `date;valeur\n${new Date(built.clock.now() - DAY_MS).toISOString()};20`;
    deepStrictEqual((await answerOf(ask("importReadings", { ...at, series, body }))).errors, []);
    strictEqual(await silent(), 0);
  }));
