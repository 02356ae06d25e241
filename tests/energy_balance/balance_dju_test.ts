import { deepStrictEqual } from "node:assert/strict";
import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import { djuReading } from "@/lib/energy_balance/balance.ts";
import { DayValues } from "@/lib/weather/degree_days.ts";
import type { OutdoorYear } from "@/lib/weather/outdoor_temperatures.ts";

const MAY = datesOfMonth("2026-05");

/** A source with 4 DJU on each of the first days of May 2026. */
function may(dayCount: number, over: Partial<OutdoorYear>): OutdoorYear {
  const dailyDju = new DayValues(2026);
  for (const date of MAY.slice(0, dayCount)) dailyDju.set(date, 4);
  return {
    dailyDju,
    dailyC: new DayValues(2026),
    typed: [],
    until: "2026-05-31",
    countsDju: true,
    coveredDates: new Set(),
    rhythmOf: () => "day",
    ...over,
  };
}

// @spec balance.whole-days
Deno.test("djuReading() gives the finished days of DJU sent each day, of which some may lack", () => {
  const days = [...Array(20).fill(4), ...Array(11).fill(null)];
  const dju = { value: 80, completeness: 20 / 31, estimated: false };
  deepStrictEqual(djuReading(may(20, {}), "2026-05", "2026-07-01"), { ...dju, days });
  // On the 19th, the 18 days before it are finished.
  const running = djuReading(may(20, {}), "2026-05", "2026-05-19");
  deepStrictEqual(running.days, Array(18).fill(4));
});

Deno.test("djuReading() gives the days of temperatures, also of a sensor read once a week", () => {
  const sensor = may(31, { countsDju: false, rhythmOf: () => "week" });
  deepStrictEqual(djuReading(sensor, "2026-05", "2026-07-01").days, Array(31).fill(4));
});

Deno.test("djuReading() gives DJU sent once a month for the whole month, awaited while it is running without them", () => {
  const sent = (covered: readonly string[]) =>
    may(1, { rhythmOf: () => "month", coveredDates: new Set(covered) });
  const none = { value: 4, completeness: 1 / 31, estimated: false, wholeMonth: true };
  const all = { ...none, completeness: 1 };
  deepStrictEqual(djuReading(sent([]), "2026-05", "2026-05-19"), { ...none, awaited: true });
  deepStrictEqual(djuReading(sent([]), "2026-05", "2026-06-01"), none);
  deepStrictEqual(djuReading(sent(MAY), "2026-05", "2026-05-19"), all);
});
