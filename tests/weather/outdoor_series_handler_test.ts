import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { DATA_UNIT_IDS, type DataUnitId } from "@/lib/timeseries/units.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  at,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";

const ADMIN = { isAdmin: true, roles: ["collect"] } as const;
const IN_MARCH = { now: "2025-03-10T11:00:00Z" };

function draft(seriesId: string | null) {
  return { name: "Sonde", method: "mean" as const, seriesId, station: "" };
}

/** Sends a value at noon UTC of each day of January 2025 to a series. */
async function sendJanuary(
  built: TestPlatform,
  { ask, series, valueOf }: { ask: CallFunction; series: string; valueOf: (day: number) => number },
): Promise<void> {
  const body = { source: "serial=outdoors", houseId: null };
  ok((await ask("attachSource", { ...at, series, body })).ok);
  const token = await answerOf(
    ask("createIngestToken", { ...at, body: { name: "test" } }),
  );
  const lines = Array.from({ length: 31 }, (_, index) => {
    const at = Date.UTC(2025, 0, index + 1, 12) / 1_000;
    return `weather,serial=outdoors value=${valueOf(index + 1)} ${at}`;
  });
  const outcome = await sendLines(built.platform, token.token, lines.join("\n"));
  ok(outcome.kind === "stored", JSON.stringify(outcome));
}

/** Runs on 10 March 2025 with an outdoor source whose series had the same value each day of January. */
function withJanuary(
  { unit, value, method = "mean" }: {
    unit: DataUnitId;
    value: number;
    method?: "mean" | "meteo";
  },
  test: (given: {
    ask: CallFunction;
    place: { projectId: string; outdoorSourceId: string };
  }) => Promise<void>,
): Promise<void> {
  return withMember(ADMIN, async ({ built, ask }) => {
    const series = await aSeries(ask, unit);
    await sendJanuary(built, { ask, series, valueOf: () => value });
    const body = { ...draft(series), method };
    const made = await answerOf(ask("createOutdoorSource", { ...at, body }));
    await test({ ask, place: { ...at, outdoorSourceId: made.id } });
  }, IN_MARCH);
}

Deno.test("an outdoor source accepts a series of outdoor temperature or of DJU, and no other", () =>
  withMember(ADMIN, async ({ ask }) => {
    const outdoorSourceId = await anOutdoorSource(ask);
    const place = { ...at, outdoorSourceId };
    for (const id of DATA_UNIT_IDS) {
      const expected = id === "TEXT" || id === "DJU" ? "ok" : "unsuitable-series";
      const body = draft(await aSeries(ask, id));
      const created = { ...at, body: { ...body, name: `Sonde ${id}` } };
      strictEqual(await codeOfCall(ask("createOutdoorSource", created)), expected);
      strictEqual(await codeOfCall(ask("putOutdoorSource", { ...place, body })), expected, id);
    }
    const ofDwellings = draft(await aHousingSeries(ask, "TEXT"));
    strictEqual(
      await codeOfCall(ask("createOutdoorSource", { ...at, body: ofDwellings })),
      "unsuitable-series",
    );
    const gone = draft("nobody");
    strictEqual(
      await codeOfCall(ask("createOutdoorSource", { ...at, body: gone })),
      "unknown-reference",
    );
  }));

Deno.test("series used by an outdoor source stays one of outdoor temperature or DJU", () =>
  withMember(ADMIN, async ({ ask }) => {
    const series = await aSeries(ask, "TEXT");
    ok((await ask("createOutdoorSource", { ...at, body: draft(series) })).ok);
    const become = (dataUnitId: DataUnitId) => {
      const record = { dataUnitId, scope: "facilities" as const, renamed: null };
      const rest = { importedUnit: null, manualIndex: false, equipmentId: null };
      const body = { ...record, ...rest, dataSourceOptions: {} };
      return codeOfCall(ask("putDataseries", { ...at, series, body }));
    };
    deepStrictEqual(
      [await become("TEMP"), await become("GAZV"), await become("DJU"), await become("TEXT")],
      ["in-use", "in-use", "ok", "ok"],
    );
  }));

Deno.test("series of DJU is used as it is: 31 days of 12 are 372, for any method", () =>
  withJanuary({ unit: "DJU", value: 12 }, async ({ ask, place }) => {
    const read = await answerOf(ask("getDju", { ...place, segment: "monthly-2025" }));
    deepStrictEqual(read.slots[0], {
      slot: "2025-01",
      dju: 372,
      meanC: null,
      completeness: 1,
      typed: false,
    });
  }));

Deno.test("DJU of a series of outdoor temperature are 18 less its mean: 31 days at 6 °C are 372", () =>
  withJanuary({ unit: "TEXT", value: 6 }, async ({ ask, place }) => {
    const read = await answerOf(ask("getDju", { ...place, segment: "monthly-2025" }));
    const [january] = read.slots;
    deepStrictEqual([january?.dju, january?.meanC], [372, 6]);
    // The balance of a boiler room shows the mean of the months with readings, and no other.
    const boilerRoomId = await aBoilerRoom(ask);
    const year = { ...at, boilerRoomId, segment: "monthly-2025" };
    const balance = await answerOf(ask("getBalanceReadings", year));
    deepStrictEqual(balance.outdoorC, {
      [place.outdoorSourceId]: { "2025-01": 6 },
    });
  }));

Deno.test("days of a file replace those of the sensor, which gives the other days", () =>
  withJanuary({ unit: "TEXT", value: 6, method: "meteo" }, async ({ ask, place }) => {
    const file = ["20250102;0;8;", "20250104;2;4;"].map((line) => `1;NANCY;${line}`);
    const body = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX;TM", ...file].join("\n");
    ok((await ask("importOutdoorDays", { ...place, body })).ok);
    const days = await answerOf(ask("getDju", { ...place, segment: "daily-2025-01" }));
    // 18 − 6 of the sensor, 18 − (0 + 8) / 2 and 18 − (2 + 4) / 2 of the file.
    deepStrictEqual(days.slots.slice(0, 5).map(({ dju }) => dju), [
      12,
      14,
      12,
      15,
      12,
    ]);
  }));

Deno.test("day of a file without what the method needs has the DJU of the sensor", () =>
  withJanuary({ unit: "TEXT", value: 6, method: "mean" }, async ({ ask, place }) => {
    const body = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX;TM", "1;NANCY;20250102;0;8;"].join("\n");
    ok((await ask("importOutdoorDays", { ...place, body })).ok);
    const read = await ask("getDju", { ...place, segment: "daily-2025-01" });
    const { dju, meanC, completeness } = (read.ok ? read.answer.slots[1] : null) ?? {};
    deepStrictEqual({ dju, meanC, completeness }, { dju: 12, meanC: 6, completeness: 1 });
  }));

Deno.test("sensor's day has DJU once three quarters of it were read, else it is missing", () =>
  withMember(ADMIN, async ({ ask, stored }) => {
    const series = await aSeries(ask, "TEXT");
    const created = await answerOf(
      ask("createOutdoorSource", { ...at, body: draft(series) }),
    );
    // January in Paris time: 6 °C each hour, for the first half of the 10th, until 18:00 on the
    // 11th.
    const last = new Map([[10, 12], [11, 18]]);
    const readings = Array.from(
      { length: 31 },
      (_, day) =>
        Array.from({ length: last.get(day + 1) ?? 24 }, (_, hour) => ({
          epochS: Date.UTC(2025, 0, day + 1, hour - 1) / 1_000,
          value: 6,
        })),
    ).flat();
    await stored.append([{ seriesId: series, kind: "instant", readings }]);
    const source = { ...at, outdoorSourceId: created.id };
    const days = await answerOf(ask("getDju", { ...source, segment: "daily-2025-01" }));
    deepStrictEqual(days.slots.slice(8, 11).map(({ dju }) => dju), [12, null, 12]);
    const months = await answerOf(ask("getDju", { ...source, segment: "monthly-2025" }));
    const [january] = months.slots;
    deepStrictEqual([january?.dju, january?.completeness], [360, 30 / 31]);
  }, IN_MARCH));

// @spec degree-days.sensor-days
Deno.test("sensor that sends every six hours gives the DJU of its days, unless a quarter of one is missing", () =>
  withMember(ADMIN, async ({ ask, stored }) => {
    const series = await aSeries(ask, "TEXT");
    const { id } = await answerOf(ask("createOutdoorSource", { ...at, body: draft(series) }));
    // In Paris time, at 1:10, 7:10, 13:10 and 19:10: 2, 0, 8 and 6 °C, whose mean is 4. Without the reading of
    // 13:10 on the 10th; every three hours until 10:10 on the 11th, which are four readings too.
    const values = [2, 0, 8, 6];
    const hoursOf = (day: number) =>
      day === 10 ? [1, 7, 19] : day === 11 ? [1, 4, 7, 10] : [1, 7, 13, 19];
    const readings = Array.from(
      { length: 31 },
      (_, rank) =>
        hoursOf(rank + 1).map((hour, at) => ({
          epochS: Date.UTC(2025, 0, rank + 1, hour - 1, 10) / 1_000,
          value: values[at] ?? 0,
        })),
    ).flat();
    await stored.append([{ seriesId: series, kind: "instant", readings }]);
    const source = { ...at, outdoorSourceId: id };
    const days = await answerOf(ask("getDju", { ...source, segment: "daily-2025-01" }));
    deepStrictEqual(
      days.slots.slice(8, 12).map(({ dju, meanC }) => [dju, meanC]),
      [[14, 4], [null, null], [null, null], [14, 4]],
    );
    const months = await answerOf(ask("getDju", { ...source, segment: "monthly-2025" }));
    // 29 days of 14 DJU.
    const [january] = months.slots;
    deepStrictEqual([january?.dju, january?.completeness], [406, 29 / 31]);
  }, IN_MARCH));
