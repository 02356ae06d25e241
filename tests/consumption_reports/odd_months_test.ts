import { deepStrictEqual, ok } from "node:assert/strict";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type ReportedPlace, withReports } from "./reported_place.ts";

const HOUR_MS = 3_600_000;
/** 1 March 2025 and 10 February 2026, at midnight in Paris. */
const [FIRST, LAST] = [Date.UTC(2025, 1, 28, 23), Date.UTC(2026, 1, 9, 23)];

/** A dwelling that draws 10 L each hour; its register was replaced by one at 0 at an instant. */
async function hourly(
  { ask, built, series }: ReportedPlace,
  replacedAt = Number.NaN,
): Promise<string> {
  const id = await aHouse(ask, { name: "A1" });
  const readings: { epochS: number; value: number }[] = [];
  let litres = 500_000;
  for (let ms = FIRST; ms <= LAST; ms += HOUR_MS) {
    if (ms === replacedAt) litres = 0;
    readings.push({ epochS: ms / 1_000, value: litres / 1_000 });
    litres += 10;
  }
  const stored = storedSeries(built);
  await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
  return id;
}

async function waterOf({ ask }: ReportedPlace, houseId: string, month: string) {
  const said = await answerOf(ask("getConsumptionReport", { projectId: PROJECT, houseId, month }));
  const [water] = said.items;
  ok(water);
  return { value: water.value, completeness: water.completeness };
}

// @spec reports.analysis
Deno.test("month in which clocks change has 743 or 745 hours", () =>
  withReports(async (place) => {
    const id = await hourly(place);
    deepStrictEqual(await waterOf(place, id, "2025-03"), { value: 7.43, completeness: 1 });
    deepStrictEqual(await waterOf(place, id, "2025-10"), { value: 7.45, completeness: 1 });
  }));

// @spec reports.analysis
Deno.test("month in which a register falls counts all hours except that of the fall, with a notice", () =>
  withReports(async (place) => {
    const id = await hourly(place, Date.UTC(2026, 0, 15, 12));
    const { value, completeness } = await waterOf(place, id, "2026-01");
    deepStrictEqual([value, Math.round(744 * completeness)], [7.43, 743]);
  }));

// @spec calls.freshness
Deno.test("getConsumptionAnalysis requested just before midnight reports the month as over from midnight on", () =>
  withReports(async ({ ask, built: { clock }, drawing }) => {
    await drawing({ "2025-01-01": 100 });
    clock.goTo("2026-02-28T22:59:00Z");
    const said = async () => {
      const result = await answerOf(
        ask("getConsumptionAnalysis", { projectId: PROJECT, month: "2026-02" }),
      );
      return [result.isRunning, result.until];
    };
    deepStrictEqual(await said(), [true, "2026-02-27"]);
    clock.advance(120_000);
    deepStrictEqual(await said(), [false, "2026-02-28"]);
  }));
