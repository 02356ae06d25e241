import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { heatPumpChart, solarChart } from "@/lib/energy_balance/machines.ts";
import type { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { replacementDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";

interface Room {
  built: TestPlatform;
  stored: StoredSeries;
  ask: CallFunction;
  roomId: string;
  place: { projectId: string; boilerRoomId: string };
}

/** A boiler room and a user who may write it. */
function withRoom(test: (room: Room) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect:boilerroom:write"] }, async ({ built, ask, stored }) => {
    const roomId = await aBoilerRoom(ask);
    await test({ built, ask, stored, roomId, place: { projectId: PROJECT, boilerRoomId: roomId } });
  });
}

const METERS = { productionSeriesId: null, consumptionSeriesId: null };
const PUMP = { ...METERS, kind: "heat-pump", name: "PAC", powerKW: 45 } as const;
const PANELS = { ...METERS, kind: "solar-electric", name: "Toiture", powerKW: 10 } as const;

async function adds({ ask, place }: Room, body: Input<"addDevice">["body"]) {
  ok((await ask("addDevice", { ...place, body })).ok);
}

/** Makes a register the source of the boiler. */
async function burns({ ask, place }: Room, sourceType: string) {
  const body = sourcesDraft({ sourceType });
  ok((await ask("putEfficiencySources", { ...place, body })).ok);
}

/** The sun of some hours from a midnight on, the same power in each. */
async function shines(
  { stored, ask }: Room,
  { from, hours, wPerM2 }: { from: number; hours: number; wPerM2: number },
): Promise<void> {
  const seriesId = await aSeries(ask, "IRRA", null);
  const readings = Array.from({ length: hours }, (_, hour) => ({
    epochS: from / 1_000 + hour * 3_600,
    value: wPerM2,
  }));
  await stored.append([{ seriesId, kind: "instant", readings }]);
}

/** Midnight in Paris of 2 January 2026. */
const SECOND = Date.parse("2026-01-01T23:00:00Z");

/** Registers read each day of the first three of January 2026, at noon in Paris. */
async function counts(
  { stored, ask, roomId }: Room,
  unit: DataUnitId,
  registers: readonly number[],
): Promise<string> {
  const seriesId = await aSeries(ask, unit, roomId);
  const noon = Date.parse("2026-01-01T11:00:00Z") / 1_000;
  const readings = registers.map((value, day) => ({ epochS: noon + day * 86_400, value }));
  await stored.append([{ seriesId, kind: "index", readings }]);
  return seriesId;
}

Deno.test("getHybridConsumption() converts gas to kWh and returns the share of the heat pump", () =>
  withRoom(async (room) => {
    const { ask, place } = room;
    // 20 m³ of gas, 220 kWh by the default factor; 80 kWh of heat for 25 kWh of electricity.
    const gas = await counts(room, "GAZV", [100, 110, 120]);
    const produced = await counts(room, "PACP", [1_000, 1_040, 1_080]);
    const consumed = await counts(room, "PACC", [500, 512, 525]);
    await burns(room, gas);
    await adds(room, { ...PUMP, productionSeriesId: produced, consumptionSeriesId: consumed });
    const year = await answerOf(ask("getHybridConsumption", { ...place, segment: "monthly-2026" }));
    deepStrictEqual(year.slots[0], {
      slot: "2026-01",
      boilerKWh: 220,
      heatPumpKWh: 80,
      heatPumpInputKWh: 25,
      heatPumpPercent: 26.67,
      missing: [],
    });
    strictEqual(year.slots.length, 12);
    strictEqual(year.slots[1]?.heatPumpPercent, null);
    deepStrictEqual(year.events, []);
  }));

// @spec facilities.heat-pumps
Deno.test("getHybridConsumption() gives no share of a day that lacks the reading of one of two heat pumps", () =>
  withRoom(async (room) => {
    const { ask, built, stored, place } = room;
    const gas = await counts(room, "GAZV", [100, 110, 120, 130, 140, 150]);
    await burns(room, gas);
    // kWh each day: 40 for 10, and 20 for 5 of a second one whose readings stop on the second day for two days.
    const first = [
      await counts(room, "PACP", [0, 40, 80, 120, 160, 200]),
      await counts(room, "PACC", [0, 10, 20, 30, 40, 50]),
    ];
    const second = [await counts(room, "PACP", [500, 520]), await counts(room, "PACC", [500, 505])];
    for (
      const [name, [produced = null, consumed = null]] of [["1", first], ["2", second]] as const
    ) {
      const meters = { productionSeriesId: produced, consumptionSeriesId: consumed };
      await adds(room, { ...PUMP, ...meters, name });
    }
    const days = async () => {
      await built.platform.versions.bump([{ kind: "project", id: PROJECT }]);
      const read = await answerOf(
        ask("getHybridConsumption", { ...place, segment: "daily-2026-01" }),
      );
      return read.slots.slice(1, 6).map((slot) => [
        slot.missing?.length,
        slot.heatPumpPercent !== null,
      ]);
    };
    // Removed: the first one alone counts after the last reading.
    deepStrictEqual(await days(), [[0, true], [0, true], [0, true], [0, true], [0, true]]);
    // In service again at noon of the 5th, with another register: nothing counts from noon of the 2nd to then.
    const fifth = Date.parse("2026-01-05T11:00:00Z") / 1_000;
    for (const seriesId of second) {
      // Three readings over a day: the other register lasts.
      const readings = [1, 2, 3].map((value, rank) => ({ epochS: fifth + rank * 43_200, value }));
      await stored.append([{ seriesId: seriesId ?? "", kind: "index", readings }]);
    }
    deepStrictEqual(await days(), [[2, false], [2, false], [2, false], [2, false], [0, true]]);
  }));

// @spec facilities.heat-pumps
Deno.test("getHybridConsumption() computes no ratio of a month that one meter covers only in part", () =>
  withRoom(async (room) => {
    const { ask, roomId, stored, place } = room;
    const noon = Date.parse("2025-12-31T11:00:00Z") / 1_000;
    /** A register read at noon of these days, from 31 December to 1 February. */
    const register = async (unit: DataUnitId, days: readonly number[], each: number) => {
      const seriesId = await aSeries(ask, unit, roomId);
      const readings = days.map((day) => ({ epochS: noon + day * 86_400, value: day * each }));
      await stored.append([{ seriesId, kind: "index", readings }]);
      return seriesId;
    };
    const all = Array.from({ length: 33 }, (_, day) => day);
    const gas = await register("GAZV", all, 1);
    const produced = await register("PACP", all, 30);
    // Installed on 20 January.
    const consumed = await register("PACC", all.slice(20), 10);
    await burns(room, gas);
    await adds(room, { ...PUMP, productionSeriesId: produced, consumptionSeriesId: consumed });
    const year = await answerOf(ask("getHybridConsumption", { ...place, segment: "monthly-2026" }));
    // 31 days of 30 kWh for eleven days and a half of 10: a COP of 8.09, where it is 3.
    deepStrictEqual(year.slots[0], {
      slot: "2026-01",
      boilerKWh: 341,
      heatPumpKWh: 930,
      heatPumpInputKWh: 115,
      heatPumpPercent: 73.17,
      missing: ["heat-pump-input"],
    });
    const days = await answerOf(
      ask("getHybridConsumption", { ...place, segment: "daily-2026-01" }),
    );
    deepStrictEqual(days.slots.slice(18, 21).map(({ missing }) => missing), [
      ["heat-pump-input"],
      ["heat-pump-input"],
      [],
    ]);
  }));

Deno.test("getHybridConsumption() and getSolarEstimation() return the events of the meters they count", () =>
  withRoom(async (room) => {
    const { ask, place } = room;
    const gas = await counts(room, "GAZV", [100, 110, 120]);
    const consumed = await counts(room, "PACC", [500, 512, 525]);
    const sun = await counts(room, "PVE", [0, 30, 60]);
    const elsewhere = await counts(room, "EFSV", [0, 1, 2]);
    await burns(room, gas);
    await adds(room, { ...PUMP, consumptionSeriesId: consumed });
    await adds(room, { ...PANELS, productionSeriesId: sun });
    for (const [series, day] of [[gas, 3], [consumed, 2], [sun, 2], [elsewhere, 2]] as const) {
      const body = replacementDraft(`2026-01-0${day}`, { time: "08:00" });
      ok((await ask("addMeterEvent", { projectId: PROJECT, series, body })).ok);
    }
    const year = await answerOf(ask("getHybridConsumption", { ...place, segment: "monthly-2026" }));
    const event = { slot: "2026-01", what: "replacement" };
    deepStrictEqual(year.events, [
      { ...event, date: "2026-01-02", meter: "heat-pump-input" },
      { ...event, date: "2026-01-03", meter: "boiler" },
    ]);
    const month = await answerOf(ask("getSolarEstimation", { ...place, month: "2026-01" }));
    deepStrictEqual(month.events, [
      { slot: "2026-01-02", date: "2026-01-02", what: "replacement" },
    ]);
  }));

Deno.test("getSolarEstimation() returns the measured energy beside the expected one", () =>
  withRoom(async (room) => {
    const { ask, place } = room;
    const produced = await counts(room, "PVE", [0, 30, 60]);
    await adds(room, { ...PANELS, productionSeriesId: produced });
    const before = await answerOf(ask("getSolarEstimation", { ...place, month: "2026-01" }));
    strictEqual(before.days[1]?.estimatedKWh, null);
    // 125 W/m² all day of 2 January: 3 kWh/m², so 3 × 10 × 0.8.
    await shines(room, { from: SECOND, hours: 24, wPerM2: 125 });
    const month = await ask("getSolarEstimation", { ...place, month: "2026-01" });
    ok(month.ok);
    strictEqual(month.answer.days.length, 31);
    deepStrictEqual(month.answer.days[1], {
      date: "2026-01-02",
      estimatedKWh: 24,
      measuredKWh: 30,
    });
    // Panels without a meter are in neither figure.
    await adds(room, { ...PANELS, name: "Ombrière", powerKW: 50 });
    const again = await answerOf(ask("getSolarEstimation", { ...place, month: "2026-01" }));
    deepStrictEqual(again.days[1], month.answer.days[1]);
    const irradiance = await answerOf(
      ask("getIrradiance", { projectId: PROJECT, segment: "daily-2026-01" }),
    );
    strictEqual(irradiance.slots[1]?.value, 125);
  }));

// @spec facilities.solar-estimation
Deno.test("getSolarEstimation() expects what the sun that was read gives, today so far", () =>
  withRoom(async (room) => {
    const { built, ask, place } = room;
    await adds(room, PANELS);
    // Noon of 10 February: 250 W/m² since midnight are 3 kWh/m², so 3 × 10 × 0.8.
    await shines(room, { from: NOW - 12 * 3_600_000, hours: 12, wPerM2: 250 });
    const today = async () => {
      const month = await ask("getSolarEstimation", { ...place, month: "2026-02" });
      return month.ok ? month.answer.days[9]?.estimatedKWh : null;
    };
    strictEqual(await today(), 24);
    // The hours without reading count no sun.
    built.clock.advance(12 * 3_600_000);
    strictEqual(await today(), 24);
  }));

Deno.test("machines of an unknown boiler room are not found, nor is unmetered solar heat", () =>
  withRoom(async ({ ask }) => {
    const place = { projectId: PROJECT, boilerRoomId: "nobody" };
    for (
      const result of [
        await ask("getHybridConsumption", { ...place, segment: "monthly-2026" }),
        await ask("getSolarEstimation", { ...place, month: "2026-01" }),
        await ask("getIrradiance", { projectId: PROJECT, segment: "monthly-2026" }),
      ]
    ) strictEqual(!result.ok && result.code, "not-found");
  }));

// @spec facilities.solar-estimation
Deno.test("getSolarEstimation() expects of a day what the machines read that day give", () =>
  withRoom(async (room) => {
    const { ask, roomId, stored, place } = room;
    const roof = await counts(room, "PVE", [0, 30, 60, 90, 120]);
    const late = await aSeries(ask, "PVE", roomId);
    // From the first second of the 3rd to the last of the 4th; a third one from noon of the 4th.
    const third = SECOND / 1_000 + 86_400;
    const readings = [{ epochS: third, value: 0 }, { epochS: third + 2 * 86_400, value: 5 }];
    await stored.append([{ seriesId: late, kind: "index", readings }]);
    const half = await aSeries(ask, "PVE", roomId);
    const noon = [{ epochS: third + 1.5 * 86_400, value: 0 }, {
      epochS: third + 2 * 86_400,
      value: 5,
    }];
    await stored.append([{ seriesId: half, kind: "index", readings: noon }]);
    const machines = [["A", roof, 10], ["B", late, 90], ["C", half, 5]] as const;
    for (const [name, productionSeriesId, powerKW] of machines) {
      await adds(room, { ...PANELS, name, productionSeriesId, powerKW });
    }
    // 125 W/m² from 2 January on: 3 kWh/m² a day, so 3 × 0.8 for each kW.
    await shines(room, { from: SECOND, hours: 72, wPerM2: 125 });
    const month = await answerOf(ask("getSolarEstimation", { ...place, month: "2026-01" }));
    deepStrictEqual(month.days.slice(1, 4).map(({ estimatedKWh }) => estimatedKWh), [
      24,
      240,
      // Half a day of the third machine is not compared with the sun of a whole one.
      null,
    ]);
  }));

const AXIS = { categories: ["janv.", "févr."] };

// @spec facilities.heat-pump-chart
Deno.test("heatPumpChart() writes the share of the heat pump on each bar, and the boilers as a line", () => {
  const model = heatPumpChart([
    {
      slot: "2025-01",
      boilerKWh: 300,
      heatPumpKWh: 100,
      heatPumpInputKWh: 40,
      heatPumpPercent: 25,
    },
    {
      slot: "2025-02",
      boilerKWh: null,
      heatPumpKWh: 80,
      heatPumpInputKWh: null,
      heatPumpPercent: null,
    },
  ], AXIS);
  deepStrictEqual(model?.bars.map(({ value, label }) => [value, label]), [[100, "25\u00A0%"], [
    80,
    "",
  ]]);
  deepStrictEqual(model?.lines.map(({ name, values }) => [name, values]), [
    ["Chaudières", [300, null]],
  ]);
  deepStrictEqual(model?.legend.map(({ name }) => name), ["Pompes à chaleur", "Chaudières"]);
});

Deno.test("solarChart() draws the measured energy without a line when none was expected", () => {
  const model = solarChart([
    { date: "2025-06-01", measuredKWh: 12, estimatedKWh: null },
    { date: "2025-06-02", measuredKWh: null, estimatedKWh: null },
  ], AXIS);
  deepStrictEqual(model?.bars.map(({ value }) => value), [12]);
  strictEqual(model?.lines.length, 0);
});

Deno.test("charts of unmetered machines are empty", () => {
  strictEqual(solarChart([], AXIS), null);
  strictEqual(heatPumpChart([], AXIS), null);
});
