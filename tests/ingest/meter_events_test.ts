import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { eventsOf } from "@/lib/timeseries/series_reader.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import type { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aSeries,
  PROJECT,
  someone,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { replacementDraft, seriesDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** A gas meter read each noon of January 2026, replaced on the 12th. */
  meter: string;
}

const AT = { projectId: PROJECT };

/** 1000 on 1 January and 5 more a day; 3 on the 13th and 5 more a day. */
function withMeter(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const meter = await aSeries(ask, "GAZV");
    const readings = Array.from({ length: 20 }, (_, day) => ({
      epochS: Date.UTC(2026, 0, day + 1, 11) / 1_000,
      value: day < 12 ? 1_000 + 5 * day : 3 + 5 * (day - 12),
    }));
    await seriesIn(built).append([{ seriesId: meter, kind: "index", readings }]);
    await test({ built, ask, meter });
  });
}

function seriesIn({ store, clock }: TestPlatform): StoredSeries {
  return storedSeries({ store, clock });
}

/**
 * Replaced in the evening of the 12th: the old meter stopped at 1 057, the new one started at 1.
 */
const REPLACED = replacementDraft("2026-01-12", {
  time: "18:00",
  finalIndex: 1_057,
  firstIndex: 1,
  comment: "Bloqué",
});

function range(ask: CallFunction, series: string, segment = "monthly-2026") {
  return answerOf(ask("getFacilityRangeData", { ...AT, series, segment }));
}

async function january({ ask, meter }: Place) {
  return (await range(ask, meter)).slots[0]?.value;
}

async function added({ ask, meter }: Place, over: Partial<typeof REPLACED> & { version?: string }) {
  const body = { ...REPLACED, ...over };
  const result = await ask("addMeterEvent", { ...AT, series: meter, body });
  return result.ok ? result.answer.id : result.code;
}

Deno.test("replacement counts (final − before) + (after − first), and its deletion removes that", () =>
  withMeter(async (place) => {
    const { built, ask, meter } = place;
    // 11 days of 5 m³ on the old meter, 7 on the new: 90 m³; the night between is not counted yet.
    strictEqual(await january(place), 90);
    const id = await added(place, {});
    // The night: (1 057 − 1 055) + (3 − 1).
    const { slots, events } = await range(ask, meter);
    strictEqual(slots[0]?.value, 94);
    deepStrictEqual(events, [{ slot: "2026-01", date: "2026-01-12", what: "replacement" }]);
    const listed = await answerOf(ask("listMeterEvents", { ...AT, series: meter }));
    deepStrictEqual(listed.events, [{ id, ...REPLACED, counted: 4, countedWithout: null }]);
    await compact(built.store, PROJECT, built.clock.now);
    strictEqual(await january(place), 94);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
    await answerOf(ask("deleteMeterEvent", { ...AT, series: meter, eventId: id }));
    strictEqual(await january(place), 90);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
  }));

Deno.test("a replacement at noon counts both registers, although the index read at noon is the old one", () =>
  withMeter(async (place) => {
    const { built, ask, meter } = place;
    // The register of that second, 1 055, is not compared with the first index of a used meter.
    strictEqual(await added(place, { time: "12:00", firstIndex: 4 }), "first-index-too-high");
    const id = await added(place, { time: "12:00", finalIndex: 1_055.5 });
    // (1 055.5 − 1 000) + (3 − 1) + 7 days of 5 m³.
    strictEqual(await january(place), 92.5);
    const listed = await answerOf(ask("listMeterEvents", { ...AT, series: meter }));
    // The two days around it: (1 055.5 − 1 050) + (3 − 1); without it, 1 055 − 1 050.
    const [{ counted, countedWithout } = {}] = listed.events;
    deepStrictEqual([counted, countedWithout], [7.5, 5]);
    await compact(built.store, PROJECT, built.clock.now);
    strictEqual(await january(place), 92.5);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
    await ask("deleteMeterEvent", { ...AT, series: meter, eventId: id });
    strictEqual(await january(place), 90);
  }));

Deno.test("an event splits its five minutes", () =>
  withMeter(async (place) => {
    const { built, ask, meter } = place;
    const at = (minute: number) => Date.UTC(2026, 0, 12, 17, minute) / 1_000;
    await seriesIn(built).append([{
      seriesId: meter,
      kind: "index",
      readings: [
        { epochS: at(0), value: 1_056.5 },
        { epochS: at(6), value: 1.2 },
        { epochS: at(10), value: 1.3 },
      ],
    }]);
    await added(place, { time: "18:05" });
    const read = await range(ask, meter, "fivemin-2026-01-12");
    const valueAt = (slot: string) => read.slots.find((one) => one.slot === slot)?.value;
    // 1 057 − 1 056.5 until the event, then 1.2 − 1 in a minute and 1.3 − 1.2 in four.
    strictEqual(valueAt("2026-01-12T18:00"), 0.5);
    strictEqual(valueAt("2026-01-12T18:05"), 0.3);
    deepStrictEqual(read.events?.map((mark) => mark.slot), ["2026-01-12T18:05"]);
  }));

Deno.test("an event that contradicts registers is refused, as is a future or a duplicate one", () =>
  withMeter(async (place) => {
    strictEqual(await added(place, { finalIndex: 1_054 }), "final-index-too-low");
    strictEqual(await added(place, { firstIndex: 4 }), "first-index-too-high");
    strictEqual(await added(place, { date: "2099-01-01" }), "future-date");
    strictEqual(await added(place, { date: "1969-12-31" }), "old-date");
    strictEqual(await added(place, { date: "2015-01-01" }), "old-date");
    await added(place, {});
    strictEqual(await added(place, {}), "event-taken");
    const meter = await aSeries(place.ask, "TEMP");
    strictEqual(await added({ ...place, meter }, {}), "unknown-reference");
    strictEqual(await added({ ...place, meter: "nothing" }, {}), "not-found");
  }));

Deno.test("an edit of an older version of the events is a conflict; of two concurrent ones one succeeds", () =>
  withMeter(async (place) => {
    const { ask, meter } = place;
    const { version } = await answerOf(ask("listMeterEvents", { ...AT, series: meter }));
    const ends = await Promise.all(
      ["18:00", "18:10"].map((time) => added(place, { time, version })),
    );
    strictEqual(ends.filter((end) => end === "conflict").length, 1);
    const eventId = ends.find((end) => end !== "conflict") ?? "";
    strictEqual(
      await codeOfCall(ask("deleteMeterEvent", { ...AT, series: meter, eventId, version })),
      "conflict",
    );
  }));

Deno.test("each dwelling has its own meter, and each event is in the audit log", () =>
  withMeter(async ({ ask, built }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const houseId = await aHouse(ask, { name: "A1" });
    const place = { ask, built, meter: series };
    strictEqual(await added(place, {}), "unknown-reference");
    await added(place, { houseId });
    const read = await answerOf(ask("listMeterEvents", { ...AT, series }));
    deepStrictEqual(read.events.map((event) => event.houseId), [houseId]);
    deepStrictEqual((await eventsOf(seriesIn(built), `${series}@${houseId}`)).length, 1);
    const lines = (await auditLines(built)).filter(({ action }) => action === "addMeterEvent");
    strictEqual(lines.length, 1);
  }));

Deno.test("balance lists the events of its meters, by month", () =>
  withMeter(async (place) => {
    const { ask, meter } = place;
    const boilerRoomId = await aBoilerRoom(ask);
    const room = { ...AT, boilerRoomId };
    const body = sourcesDraft({ sourceType: meter });
    ok((await ask("putEfficiencySources", { ...room, body })).ok);
    await added(place, {});
    const readings = async (segment: string) => {
      return (await answerOf(ask("getBalanceReadings", { ...room, segment }))).series[meter];
    };
    const year = await readings("monthly-2026");
    const happened = [{ what: "replacement", date: "2026-01-12" }];
    deepStrictEqual(year?.["2026-01"]?.events, happened);
    ok(year["2026-02"] === undefined || year["2026-02"].events === undefined);
    const before = await readings("monthly-2025");
    ok(Object.values(before ?? {}).every(({ events }) => events === undefined));
  }));

const BEFORE = "2026-01-10T11:00:00Z";
const FELL = "2026-01-12T11:00:00Z";

const READER = { roles: ["collect"] } as const;

/** Registers of a meter that was replaced: those of the new one last for over a day. */
const SENT = [
  ["2026-01-09T11:00:00Z", 5742],
  [BEFORE, 5742.8],
  [FELL, 5],
  ["2026-01-12T23:00:00Z", 5.2],
  ["2026-01-13T12:00:00Z", 5.4],
] as const;

/** Sends the registers through ingest. */
async function streamed(
  { platform }: TestPlatform,
  ask: CallFunction,
  houseId: string | null,
  series: string,
) {
  const body = { source: "gaz value", houseId };
  ok((await ask("attachSource", { ...AT, series, body })).ok);
  const token = await answerOf(ask("createIngestToken", { ...AT, body: { name: "Carte" } }));
  const lines = SENT.map(([at, value]) => `gaz value=${value} ${Date.parse(at) / 1_000}`);
  await sendLines(platform, token.token, lines.join("\n"));
}

async function falls(ask: CallFunction) {
  const read = await ask("listRegisterFalls", AT);
  return read.ok ? read.answer : read.code;
}

const FALL = {
  houseId: null,
  beforeAt: BEFORE,
  at: FELL,
  before: 5742.8,
  value: 5,
  cause: "replacement",
};

Deno.test("register that falls is listed and marked beside its figures, from a collector", () =>
  withMember(READER, async ({ built, ask }) => {
    const seriesId = await aSeries(ask, "GAZV");
    await streamed(built, ask, null, seriesId);
    deepStrictEqual(await falls(ask), [{ seriesId, ...FALL }]);
    const { before, value, cause } = FALL;
    const mark = { date: "2026-01-12", what: "fall", fall: { before, value, cause } };
    deepStrictEqual((await range(ask, seriesId)).events, [{ slot: "2026-01", ...mark }]);
    // Nothing is counted from the one reading to the other, on three days.
    deepStrictEqual(
      (await range(ask, seriesId, "daily-2026-01")).events,
      ["2026-01-10", "2026-01-11", "2026-01-12"].map((slot) => ({ slot, ...mark })),
    );
  }));

Deno.test("register that falls is listed from a file, and no longer once its replacement is dated", () =>
  withMember(READER, async ({ ask }) => {
    const seriesId = await aSeries(ask, "GAZV");
    const body = "date;valeur\n09/01/2026 12:00;5742\n10/01/2026 12:00;5742,8\n" +
      "12/01/2026 12:00;5\n20/01/2026 12:00;6";
    ok((await ask("importReadings", { ...AT, series: seriesId, body })).ok);
    deepStrictEqual(await falls(ask), [{ seriesId, ...FALL }]);
    const event = replacementDraft("2026-01-12", { finalIndex: 5742.8, firstIndex: 5 });
    ok((await ask("addMeterEvent", { ...AT, series: seriesId, body: event })).ok);
    deepStrictEqual(await falls(ask), []);
  }));

// @spec series.meter-events
Deno.test("a fall and a later replacement of the register are marked in the order of their days", () =>
  withMember(READER, async ({ ask }) => {
    const series = await aSeries(ask, "GAZV");
    const registers = "09/01/2026 12:00;5742\n10/01/2026 12:00;5742,8\n12/01/2026 12:00;5\n" +
      "20/01/2026 12:00;50";
    ok((await ask("importReadings", { ...AT, series, body: `date;valeur\n${registers}` })).ok);
    const event = replacementDraft("2026-01-21", { finalIndex: 60, firstIndex: 1 });
    ok((await ask("addMeterEvent", { ...AT, series, body: event })).ok);
    deepStrictEqual((await range(ask, series)).events?.map(({ date, what }) => [date, what]), [
      ["2026-01-12", "fall"],
      ["2026-01-21", "replacement"],
    ]);
  }));

Deno.test("typed index beyond the maximum of its unit is refused, as from a collector", () =>
  withMember(READER, async ({ ask }) => {
    const made = await answerOf(ask("createDataseries", {
      ...AT,
      body: seriesDraft({ dataUnitId: "CHAE", importedUnit: "MWh", manualIndex: true }),
    }));
    const typed = async (value: number) => {
      const body = { seriesId: made.id, houseId: null, date: "2026-01-10", value };
      const result = await ask("addManualIndex", { ...AT, body });
      return result.ok || result.code;
    };
    // A thousand million kWh.
    strictEqual(await typed(1_000_001), "implausible-value");
    strictEqual(await typed(1_000_000), true);
  }));

Deno.test("falls of dwellings are shown to those who may change their series", () =>
  withMember(READER, async ({ built, ask }) => {
    const house = await aHouse(ask);
    const series = await aHousingSeries(ask, "EFSV");
    await streamed(built, ask, house, series);
    deepStrictEqual(await falls(ask), [{ seriesId: series, ...FALL, houseId: house }]);
    const roles = ["collect:boilerroom:write"] as const;
    const other = await someone(built, { email: "bob@bailleur.fr", roles });
    deepStrictEqual(await falls(other), []);
    // Registers of all dwellings together are not readable.
    const together = await ask("getSeriesRangeData", { ...AT, series, segment: "daily-2026-01" });
    ok(!JSON.stringify(together).includes("5742.8"));
  }));
