import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import { portfolioFigures, residenceFigures } from "@/lib/portfolio/figures.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { makeFigures } from "@/lib/portfolio/stored_figures.ts";
import { keys } from "@/lib/store/keys.ts";
import { elsewhere, isOf, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aProject,
  aSeries,
  ORG,
  PROJECT,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { alarmRecord } from "@/lib/alarms/records.ts";
import { type Key, listStored, readEntry, type Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { compaction } from "@/lib/timeseries/store/compaction_lease.ts";
import { aHouse, aHousingSeries, houseDraft } from "@/tests/helpers/a_dwelling.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";

function aRoom(
  boilerRoomId: string,
  over: Partial<RoomFigures> & { readonly basis?: "PCS" | "PCI" | "useful" } = {},
): RoomFigures {
  const { basis = "PCS", ...rest } = over;
  return {
    projectId: "p1",
    projectName: "Les Tilleuls",
    boilerRoomId,
    boilerRoomName: "Chaufferie",
    season: {
      yearStart: 2026,
      energyBasis: basis,
      ncKwh: 110,
      targetKwh: 100,
      threshold: 5,
    },
    energy: { finalKwh: 100_000, areaM2: 1_000 },
    weather: { beforeKwh: 200, correctedKwh: 190, monthCount: 8 },
    gap: null,
    isDriftSought: false,
    drift: null,
    ...rest,
  };
}

function figuresOf(...rooms: readonly RoomFigures[]) {
  return residenceFigures({ rooms, silences: null, documents: null })("p1");
}

// @spec projects.figures
Deno.test("the gap of a residence is of its boiler rooms together, within one basis of energy only", () => {
  const good = { yearStart: 2026, energyBasis: "PCS", ncKwh: 280, targetKwh: 300 } as const;
  const two = figuresOf(aRoom("a"), aRoom("b", { season: { ...good, threshold: 10 } }));
  // 390 of 400, not the mean of +10 % and −6,7 %.
  deepStrictEqual([two.gapPercent, two.gapStatus], [-2.5, "good"]);
  const mixed = figuresOf(aRoom("a"), aRoom("b", { basis: "PCI" }));
  deepStrictEqual([mixed.gapPercent, mixed.gapStatus], [null, null]);
  // A boiler room stopped since another season is left out.
  const old = { ...good, yearStart: 2025, energyBasis: "PCI" as const, threshold: null };
  strictEqual(figuresOf(aRoom("a"), aRoom("b", { season: old })).gapStatus, "very-bad");
});

// @spec projects.figures
Deno.test("kWh/m² are of all the boiler rooms of a residence, or unknown", () => {
  const small = aRoom("b", { energy: { finalKwh: 20_000, areaM2: 500 } });
  strictEqual(figuresOf(aRoom("a"), small).kwhPerM2, 80);
  strictEqual(figuresOf(aRoom("a"), aRoom("b", { energy: null })).kwhPerM2, null);
  strictEqual(figuresOf().kwhPerM2, null);
});

// @spec projects.figures
Deno.test("what waits in a residence is counted: silent series, those that never sent too, late documents", () => {
  const silence = { projectName: "", expectedCount: 4, silentCount: 1, silentRhythms: [] };
  const late = (projectId: string, count: number) => ({
    ...{ projectId, count, projectName: "", providerName: "", emails: [], since: "2026-01-01" },
  });
  const of = residenceFigures({
    rooms: null,
    silences: [
      { ...silence, projectId: "p1", lastAt: "2026-01-01T00:00:00Z" },
      { ...silence, projectId: "p2", lastAt: null },
    ],
    documents: {
      ...{ running: 0, late: 5, refused: 0, toValidate: 0, again: 0 },
      lateOf: [late("p1", 2), late("p2", 1), late("p1", 2)],
    },
  });
  deepStrictEqual([of("p1").silentCount, of("p1").lateCount], [1, 4]);
  deepStrictEqual([of("p2").silentCount, of("p2").lateCount], [4, 1]);
  deepStrictEqual([of("p3").silentCount, of("p3").lateCount], [0, 0]);
});

// @spec projects.figures
Deno.test("the portfolio is compared as a whole, its gap by basis of energy", () => {
  const years = [
    aRoom("a"),
    aRoom("b", { weather: { beforeKwh: 100, correctedKwh: 140, monthCount: 8 } }),
    aRoom("c", { basis: "PCI", weather: null }),
    aRoom("d", { season: null, weather: null }),
  ];
  deepStrictEqual(portfolioFigures(years, [{ gapStatus: "very-bad" }, { gapStatus: null }]), {
    weather: { percent: 10, roomCount: 2 },
    gaps: [
      { energyBasis: "PCS", percent: 10, roomCount: 2 },
      { energyBasis: "PCI", percent: 10, roomCount: 1 },
    ],
    aboveCount: 1,
  });
  deepStrictEqual(portfolioFigures([], []), { weather: null, gaps: [], aboveCount: 0 });
});

const HOUR_MS = 3_600_000;

function figures(ask: CallFunction) {
  return answerOf(ask("listResidenceFigures", { orgId: ORG }));
}

async function silentCounts(ask: CallFunction): Promise<number[]> {
  return (await figures(ask)).silences.map(({ silentCount }) => silentCount);
}

function madeBy({ platform }: Pick<TestPlatform, "platform">): Promise<boolean | null> {
  return makeFigures(platform.own.services);
}

const NEW_RESIDENCES = 40;

async function addResidences({ store }: TestPlatform): Promise<void> {
  const atomic = store.atomic();
  for (let rank = 0; rank < NEW_RESIDENCES; rank++) {
    const projectId = `stock${rank}`;
    atomic.set(keys.project(projectId), aProject({ name: `Résidence ${rank}` }))
      .set(keys.projectOfOrg(ORG, projectId), true);
  }
  await atomic.commit();
}

function withReader(test: Parameters<typeof withMember>[1]): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, test, { now: "2026-02-10T09:00:00Z" });
}

// @spec projects.stored-figures
Deno.test("figures are stored: another process reads nothing of the settings of residences", () =>
  withReader(async ({ built, ask }) => {
    await aBoilerRoom(ask, "Chaufferie nord");
    await madeBy(built);
    const other = await elsewhere(built);
    const { rooms } = await figures(other.ask);
    deepStrictEqual(rooms?.map(({ boilerRoomName }) => boilerRoomName), ["Chaufferie nord"]);
    deepStrictEqual(other.read.filter(isOf(keys.equipment, keys.dataseries)), []);
  }));

// @spec projects.stored-figures
Deno.test("a page shows at once what a write changed, and an hour later what readings changed", () =>
  withReader(async ({ built, ask, stored }) => {
    deepStrictEqual((await figures(ask)).rooms, []);
    await aBoilerRoom(ask, "Chaufferie nord");
    strictEqual((await figures(ask)).rooms?.length, 1);
    const seriesId = await aSeries(ask, "TEXT");
    deepStrictEqual(await silentCounts(ask), [0], "never sent");
    const epochS = Math.floor(built.clock.now() / 1_000);
    const readings = [{ epochS, value: 8 }];
    await stored.append([{ seriesId, kind: "instant", readings }]);
    built.clock.advance(HOUR_MS);
    deepStrictEqual(await silentCounts(ask), []);
    built.clock.advance(25 * HOUR_MS);
    deepStrictEqual(await silentCounts(ask), [1]);
  }));

// @spec projects.stored-figures
Deno.test("the job makes the figures of many residences; until then a page counts them", () =>
  withReader(async ({ built, ask }) => {
    await addResidences(built);
    const before = await figures(ask);
    deepStrictEqual([before.silences.length, before.waitingCount], [0, NEW_RESIDENCES + 1]);
    strictEqual(await madeBy(built), true);
    const after = await figures(ask);
    deepStrictEqual([after.silences.length, after.waitingCount], [NEW_RESIDENCES + 1, 0]);
    // The next day those of the day before are shown until the job has passed.
    built.clock.advance(24 * HOUR_MS);
    strictEqual((await figures(ask)).waitingCount, 0);
  }));

// @spec projects.stored-figures
Deno.test("stored figures of another form are made again", () =>
  withReader(async ({ built, ask }) => {
    await aBoilerRoom(ask);
    await madeBy(built);
    await built.store.atomic().set(keys.residenceFigures(PROJECT), { rooms: "old" }).commit();
    const other = await elsewhere(built);
    strictEqual((await figures(other.ask)).rooms?.length, 1);
  }));

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
