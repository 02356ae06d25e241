import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { eventsOf } from "@/lib/timeseries/series_reader.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import type { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aSeries,
  PROJECT,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { replacementDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
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

async function january({ ask, meter }: Place) {
  return await answerOf(
    ask("getFacilityRangeData", { ...AT, series: meter, segment: "monthly-2026" }),
  );
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
    strictEqual((await january(place)).slots[0]?.value, 90);
    const id = await added(place, {});
    // The night: (1 057 − 1 055) + (3 − 1).
    const { slots, events } = await january(place);
    strictEqual(slots[0]?.value, 94);
    deepStrictEqual(events, [{ slot: "2026-01", date: "2026-01-12", what: "replacement" }]);
    const listed = await answerOf(ask("listMeterEvents", { ...AT, series: meter }));
    deepStrictEqual(listed.events, [{ id, ...REPLACED, counted: 4, countedWithout: null }]);
    await compact(built.store, PROJECT, built.clock.now);
    strictEqual((await january(place)).slots[0]?.value, 94);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
    await answerOf(ask("deleteMeterEvent", { ...AT, series: meter, eventId: id }));
    strictEqual((await january(place)).slots[0]?.value, 90);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
  }));

Deno.test("a replacement at noon counts both registers, although the index read at noon is the old one", () =>
  withMeter(async (place) => {
    const { built, ask, meter } = place;
    // The register of that second, 1 055, is not compared with the first index of a used meter.
    strictEqual(await added(place, { time: "12:00", firstIndex: 4 }), "first-index-too-high");
    const id = await added(place, { time: "12:00", finalIndex: 1_055.5 });
    // (1 055.5 − 1 000) + (3 − 1) + 7 days of 5 m³.
    strictEqual((await january(place)).slots[0]?.value, 92.5);
    const listed = await answerOf(ask("listMeterEvents", { ...AT, series: meter }));
    // The two days around it: (1 055.5 − 1 050) + (3 − 1); without it, 1 055 − 1 050.
    deepStrictEqual(
      listed.events.map(({ counted, countedWithout }) => [counted, countedWithout]),
      [
        [7.5, 5],
      ],
    );
    await compact(built.store, PROJECT, built.clock.now);
    strictEqual((await january(place)).slots[0]?.value, 92.5);
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
    await ask("deleteMeterEvent", { ...AT, series: meter, eventId: id });
    strictEqual((await january(place)).slots[0]?.value, 90);
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
    const asked = { ...AT, series: meter, segment: "fivemin-2026-01-12" };
    const read = await answerOf(ask("getFacilityRangeData", asked));
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
    const { ask } = place;
    const instant = await aSeries(ask, "TEMP");
    const body = REPLACED;
    strictEqual(
      await codeOfCall(ask("addMeterEvent", { ...AT, series: instant, body })),
      "unknown-reference",
    );
    strictEqual(
      await codeOfCall(ask("addMeterEvent", { ...AT, series: "nothing", body })),
      "not-found",
    );
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
    const body = { ...REPLACED, houseId };
    strictEqual(
      await codeOfCall(ask("addMeterEvent", { ...AT, series, body: REPLACED })),
      "unknown-reference",
    );
    await answerOf(ask("addMeterEvent", { ...AT, series, body }));
    const read = await answerOf(ask("listMeterEvents", { ...AT, series }));
    deepStrictEqual(read.events.map((event) => event.houseId), [houseId]);
    deepStrictEqual((await eventsOf(seriesIn(built), `${series}@${houseId}`)).length, 1);
    const added = (await auditLines(built)).filter(({ action }) => action === "addMeterEvent");
    strictEqual(added.length, 1);
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
