import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, dateParts, datesOfMonth, wholeYear } from "@/lib/base/civil_dates.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { seriesOfSite, siteId } from "@/lib/demo/simulation/site_series.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";

const NOW = Date.parse("2026-11-21T10:07:00Z");
/** Site 1: gas, hot water in litres, solar. */
const GAS = "p01-c1-gaz";

function aReader(siteIndex = 0, now = NOW): SimulatedReader {
  const site = demoSites()[siteIndex];
  ok(site);
  const series = seriesOfSite(site, siteId(siteIndex));
  return new SimulatedReader({ series, timeZone: "Europe/Paris", now: () => now });
}

function total(slots: readonly { sum: number | null }[]): number {
  return slots.reduce((sum, slot) => sum + (slot.sum ?? 0), 0);
}

function near(actual: number | null | undefined, expected: number, tolerance = 2e-5): void {
  ok(
    typeof actual === "number" && Math.abs(actual - expected) <= tolerance,
    `${actual} is not ${expected}`,
  );
}

// @spec demo.simulation
Deno.test("SimulatedReader returns the same data for the same day at any time", async () => {
  const early = await aReader(0, Date.parse("2026-04-02T00:00:00Z")).months(GAS, 2026);
  const late = await aReader().months(GAS, 2026);
  deepStrictEqual(early.slice(0, 3), late.slice(0, 3));
});

Deno.test("SimulatedReader's months are the sum of their days, and days the sum of their hours", async () => {
  const reader = aReader();
  const months = await reader.months(GAS, 2026);
  const days = await reader.days(GAS, wholeYear(2026));
  near(months[0]?.sum, total(days.slice(0, 31)));
  near(days[150]?.sum, total(await hoursOn(reader, GAS, "2026-05-31")));
});

Deno.test("SimulatedReader has 25 hours on 25 October 2026 and 23 on 29 March", async () => {
  const reader = aReader();
  const autumn = await hoursOn(reader, GAS, "2026-10-25");
  const spring = await hoursOn(reader, GAS, "2026-03-29");
  deepStrictEqual([autumn.length, spring.length], [25, 23]);
  strictEqual(autumn[0]?.at, "2026-10-24T22:00:00Z");
  near(total(autumn), (await reader.days(GAS, wholeYear(2026)))[297]?.sum ?? NaN);
});

// @spec series.short-slots
Deno.test("SimulatedReader's five minutes and half-hours are the sum of their day, also where readings are missing", async () => {
  const reader = simulatedReader(siteId(0), { now: () => NOW, filledMs: NOW });
  // Complete; partly read so far; in a silence of 31 hours until the next morning; of a dwelling, hours of which are missing.
  const places = [
    [GAS, "2026-05-31"],
    [GAS, "2026-11-21"],
    [GAS, addDays("2026-11-21", -21)],
    ...datesOfMonth("2026-02").map((day) => ["p01-l-ecs@p01-l004", day] as const),
  ] as const;
  let spread = 0;
  for (const [id, day] of places) {
    const [whole] = await reader.days(id, { from: day, to: addDays(day, 1) });
    for (const type of ["fivemin", "halfhourly"] as const) {
      const { year, month, day: dayOfMonth } = dateParts(day);
      const range = { type, year, month, day: dayOfMonth };
      const spans = zonedSlots(range).map(({ from, to }) => ({ fromS: from / 1e3, toS: to / 1e3 }));
      const slots = await reader.shortSlots(id, spans, 450);
      near(total(slots), whole?.sum ?? NaN);
      near(sumOf(slots.map(({ coveredS }) => coveredS)), whole?.coveredS ?? NaN);
      spread += slots.filter(({ estimated, count }) => estimated && count === 0).length;
    }
  }
  // 23 hours and 11 hours without readings, each of twelve times five minutes and two half-hours.
  strictEqual(spread, (23 + 11) * (12 + 2));
});

Deno.test("SimulatedReader: an index increases by the consumption of its hour", async () => {
  const reader = aReader();
  const fromS = Date.parse("2026-01-12T10:00:00Z") / 1_000;
  const points = await reader.points(GAS, { fromS, toS: fromS + 3_601 });
  strictEqual(points.length, 13);
  const hour = (await hoursOn(reader, GAS, "2026-01-12"))[11];
  near((points[12]?.value ?? NaN) - (points[0]?.value ?? NaN), hour?.sum ?? NaN);
});

Deno.test("SimulatedReader returns no reading in the future, nor before its first year", async () => {
  const reader = aReader();
  const hours = await hoursOn(reader, GAS, "2026-11-21");
  // 11:07 in Paris: eleven whole hours and one reading of five minutes.
  deepStrictEqual(hours.map((hour) => hour.count).slice(9, 14), [12, 12, 1, 0, 0]);
  deepStrictEqual((await reader.months(GAS, 2018)).map((month) => month.sum), Array(12).fill(null));
  strictEqual((await reader.months(GAS, 2026))[11]?.sum, null);
  strictEqual((await reader.last(GAS))?.epochS, Date.parse("2026-11-21T10:05:00Z") / 1_000);
});

Deno.test("SimulatedReader: temperature is 20, 0.6 lower at night and 0.3 higher by day", async () => {
  const reader = aReader();
  const hours = await hoursOn(reader, "p01-c1-temp", "2026-05-31");
  // Hours 0 to 6 and 23 are night.
  const night = [0, 1, 2, 3, 4, 5, 6, 23];
  hours.forEach((hour, index) => near(hour.mean, night.includes(index) ? 19.4 : 20.3));
  near((await reader.months("p01-c1-temp", 2025))[4]?.mean, 20);
  near((await reader.months("p01-c1-hum", 2025))[4]?.mean, 45);
});

Deno.test("SimulatedReader: a silent hot-water meter has no readings, then resumes", async () => {
  const site = demoSites().findIndex((one) =>
    one.boilerRooms[0]?.flaws?.includes("missing-hot-water")
  );
  const id = `${siteId(site)}-c1-ecs`;
  const months = await aReader(site).months(id, 2025);
  deepStrictEqual([months[1]?.sum, months[1]?.count], [null, 0]);
  ok((months[4]?.sum ?? 0) > 0);
});

Deno.test("SimulatedReader: every series of every site has a figure for each month of 2025", async () => {
  for (const [index, site] of demoSites().entries()) {
    const reader = aReader(index);
    for (const { id } of seriesOfSite(site, siteId(index))) {
      const months = await reader.months(id, 2025);
      const silent = months.filter(({ count }) => count === 0);
      ok(silent.length <= (id.includes("-ecs") ? 1 : 0), id);
    }
  }
});

Deno.test("SimulatedReader returns the last value of a state, and neither a mean nor a sum", async () => {
  const months = await aReader().months("p01-ba-portail-etat", 2025);
  // The gate is closed at the end of each month.
  deepStrictEqual(
    months.map(({ last, mean, sum, min, max }) => [last, mean, sum, min, max]),
    Array(12).fill([0, null, null, null, null]),
  );
  const hours = await hoursOn(aReader(), "p01-ba-portail-etat", "2025-06-02");
  deepStrictEqual(hours.flatMap(({ last }, hour) => last === 1 ? [hour] : []), [8, 18]);
});
