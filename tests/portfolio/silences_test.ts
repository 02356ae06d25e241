import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { alarmRecord } from "@/lib/alarms/records.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listStored, readEntry, type Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { compaction } from "@/lib/timeseries/store/compaction_lease.ts";
import { aHouse, aHousingSeries, houseDraft } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aSeries,
  ORG,
  PROJECT,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const HOUR_MS = 3_600_000;

interface Place {
  built: TestPlatform;
  /** An administrator with every role. */
  ask: CallFunction;
  /** Sends a reading of a series, dated some hours ago. */
  send(seriesId: string, hoursAgo: number): Promise<void>;
}

function withSensors(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask, stored }) => {
    const send = (seriesId: string, hoursAgo: number) => {
      const epochS = Math.floor((built.clock.now() - hoursAgo * HOUR_MS) / 1_000);
      return stored.append([{ seriesId, kind: "instant", readings: [{ epochS, value: 20 }] }]);
    };
    await test({ built, ask, send });
  }, { residence: { features: { houseMode: 1 } } });
}

async function silent(ask: CallFunction) {
  return (await answerOf(ask("listResidenceFigures", { orgId: ORG }))).silences;
}

/** Counts of silent and of expected series, of the silent residences. */
async function silences(
  ask: CallFunction,
  built: TestPlatform,
): Promise<[number, number, boolean][]> {
  // Stored figures of a residence are at most an hour old.
  built.clock.advance(HOUR_MS);
  return (await silent(ask)).map(({ silentCount, expectedCount, lastAt }) => [
    silentCount,
    expectedCount,
    lastAt !== null,
  ]);
}

Deno.test("listResidenceFigures() names a residence whose sensors have never sent, or not for a day", () =>
  withSensors(async ({ built, ask, send }) => {
    deepStrictEqual(await silences(ask, built), [[0, 0, false]]);
    const [inside, outside] = [await aSeries(ask, "TEMP"), await aSeries(ask, "TEXT")];
    deepStrictEqual(await silences(ask, built), [[0, 2, false]]);
    await send(inside, 1);
    deepStrictEqual(await silences(ask, built), []);
    await send(outside, 30);
    deepStrictEqual(await silences(ask, built), [[1, 2, true]]);
    built.clock.advance(25 * HOUR_MS);
    deepStrictEqual(await silences(ask, built), [[2, 2, true]]);
  }));

Deno.test("residence or an equipment that is not instrumented is never silent", () =>
  withSensors(async ({ built, ask, send }) => {
    const heard = await aSeries(ask, "TEMP");
    const settings = { name: "Chaufferie", code: "" };
    const room = { kind: "boilerroom" as const, instrumented: false, parentId: null, settings };
    const deaf = await answerOf(ask("addEquipment", { projectId: PROJECT, body: room }));
    await send(await aSeries(ask, "TDEP", deaf.id), 48);
    await send(heard, 48);
    deepStrictEqual(await silences(ask, built), [[1, 1, true]]);
    const body = { hasPilot: false, hasTempPilot: false, instrumented: false };
    const off = { ...body, ecotouchAdmin: 0 as const };
    ok((await ask("putProjectInstallation", { projectId: PROJECT, body: off })).ok);
    deepStrictEqual(await silences(ask, built), []);
  }));

// @spec projects.attention
Deno.test("each dwelling counts as one, beside the series of the facilities; a typed index is never silent", () =>
  withSensors(async ({ built, ask, send }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const typed = seriesDraft({ dataUnitId: "GAZV", manualIndex: true, equipmentId: boilerRoomId });
    ok((await ask("createDataseries", { projectId: PROJECT, body: typed })).ok);
    const series = await aHousingSeries(ask, "TEMP");
    const [first, second] = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    await send(storedSeriesId(series, first), 48);
    deepStrictEqual(await silences(ask, built), [[1, 2, true]]);
    await send(storedSeriesId(series, second), 1);
    deepStrictEqual(await silences(ask, built), [[1, 2, true]]);
    // A dwelling with a sensor that still sends is heard.
    await send(storedSeriesId(await aHousingSeries(ask, "EFSV"), first), 1);
    deepStrictEqual(await silences(ask, built), []);
    await send(await aSeries(ask, "TEXT"), 48);
    deepStrictEqual(await silences(ask, built), [[1, 3, true]]);
  }));

// @spec projects.attention, pilot.connectivity
Deno.test("the card of silent series lists the sensors, dwellings and modules whose silence is an alarm", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask, stored }) => {
    const { platform: { watcher }, clock, store } = built;
    const series = await aHousingSeries(ask, "TEMP");
    const body = houseDraft({ kind: "enocean" }, { name: "A1" });
    const { id: sensor } = await answerOf(ask("createHouse", { projectId: PROJECT, body }));
    const [module, other] = [await aHouse(ask, { name: "A2" }), await aHouse(ask, { name: "A3" })];
    const outside = await aSeries(ask, "TEXT");
    const sendAll = (ids: readonly string[]) =>
      stored.append(ids.map((seriesId) => ({
        seriesId,
        kind: "instant",
        readings: [{ epochS: Math.floor(clock.now() / 1_000), value: 20 }],
      })));
    const all = [outside, ...[sensor, module, other].map((id) => storedSeriesId(series, id))];
    await sendAll(all);
    await built.platform.versions.bump([{ kind: "readings", id: PROJECT }]);
    await watcher.watch(PROJECT);
    deepStrictEqual(await silences(ask, built), []);
    clock.advance(25 * HOUR_MS);
    await sendAll([storedSeriesId(series, other)]);
    await built.platform.versions.bump([{ kind: "readings", id: PROJECT }]);
    await watcher.watch(PROJECT);
    const open = await listStored(store, keys.openAlarm.under(PROJECT), alarmRecord);
    const alone = open.filter(({ record: { childCount } }) => childCount === 0);
    deepStrictEqual(
      alone.map(({ record: { subjectKey } }) => subjectKey).toSorted(),
      [`collect-online/${outside}`, `collect-online/${sensor}`, `pilot-online/${module}`]
        .toSorted(),
    );
    deepStrictEqual(await silences(ask, built), [[3, 4, true]]);
  }, { residence: { project: { hasPilot: true }, features: { houseMode: 1 } } }));

Deno.test("listResidenceFigures() reads the rhythms of the groups with a silent series, and no day of those that ended", () => {
  const read = { series_days: new Set<string>(), series_months: new Set<string>() };
  const note = (keys: readonly Key[]) => {
    for (const [family, , seriesId] of keys) {
      if (family === "series_days" || family === "series_months") {
        read[family].add(String(seriesId));
      }
    }
  };
  const before = (store: Store) =>
    aroundStore(store, {
      get: (key) => (note([key]), store.get(key)),
      getMany: (keys) => (note(keys), store.getMany(keys)),
    });
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask, stored }) => {
    const series = await aHousingSeries(ask, "TEMP");
    const nowS = Math.floor(built.clock.now() / 1_000);
    // Sixty readings, one an hour, until two days ago; the last twenty dwellings still send.
    const readings = Array.from({ length: 60 }, (_, rank) => {
      return { epochS: nowS - 3_600 * (48 + 60 - rank), value: 20 };
    });
    for (let rank = 0; rank < 120; rank++) {
      const seriesId = storedSeriesId(series, await aHouse(ask, { name: `A${rank}` }));
      const sent = rank < 100 ? readings : [...readings, { epochS: nowS - 60, value: 20 }];
      await stored.append([{ seriesId, kind: "instant", readings: sent }]);
    }
    await compact(built.store, PROJECT, built.clock.now);
    // Of a residence that is being written, the months are read series by series.
    const { key, value } = await readEntry(built.store, keys.compaction(PROJECT), compaction);
    await built.store.atomic().set(key, { ...value, dirty: true }).commit();
    for (const seriesIds of Object.values(read)) seriesIds.clear();
    const [silence] = await silent(ask);
    deepStrictEqual(silence?.silentRhythms, ["several-a-day"]);
    deepStrictEqual([read.series_days.size, read.series_months.size], [0, 100]);
  }, { before, residence: { features: { houseMode: 1 } } });
});

Deno.test("user without access to readings sees no silence", () =>
  withSensors(async ({ built }) => {
    const member = await someone(built, {
      email: "lea@bailleur.fr",
      roles: ["collect:documents:read"],
    });
    deepStrictEqual(await silences(member, built), []);
    const reader = await someone(built, {
      email: "luc@bailleur.fr",
      roles: ["collect:building:read"],
    });
    deepStrictEqual(await silences(reader, built), [[0, 0, false]]);
  }));

Deno.test("listResidenceFigures() reports the fault of an unreadable residence, and lists the others", () =>
  withSensors(async ({ built, ask }) => {
    const { store } = built;
    const damaged = await aSeries(ask, "TEMP");
    await store.atomic().set(keys.seriesHead(PROJECT, damaged), { kind: "damaged" })
      .set(keys.projectOfOrg(ORG, "autre"), true)
      .set(keys.project("autre"), (await store.get(keys.project(PROJECT))).value)
      .commit();
    const result = await silent(ask);
    const named = result.map(({ projectId, isUnread }) => ({ projectId, isUnread }));
    deepStrictEqual(
      named.toSorted((a, b) => a.projectId.localeCompare(b.projectId)),
      [{ projectId: "autre", isUnread: undefined }, { projectId: PROJECT, isUnread: true }]
        .toSorted((a, b) => a.projectId.localeCompare(b.projectId)),
    );
    strictEqual(built.faults.splice(0).length, 1);
  }));
