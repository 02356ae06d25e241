import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays } from "@/lib/base/civil_dates.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { LEAK, simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { plantYear } from "@/lib/demo/simulation/plant.ts";
import type { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { plantOf, siteId } from "@/lib/demo/simulation/site_series.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";

const NOW = Date.parse("2026-11-21T10:07:00Z");
const TODAY = "2026-11-21";
const now = () => NOW;

function readerOf(index: number): SimulatedReader {
  return simulatedReader(siteId(index), { now, filledMs: NOW });
}

/** Water drawn between 2 and 5 in the morning, m³. */
async function atNight(seriesId: string, date: string): Promise<number> {
  const hours = await hoursOn(readerOf(0), seriesId, date);
  return hours.slice(2, 5).reduce((sum, hour) => sum + (hour.sum ?? 0), 0);
}

// @spec demo.stories
Deno.test("dwelling of the demo has leaked at night for three weeks; its neighbours draw nothing then", async () => {
  const compared: number[] = [];
  for (let ago = 1; ago < 40; ago++) {
    const date = addDays(TODAY, -ago);
    const leaked = await atNight(`p01-l-efs@${LEAK.houseId}`, date);
    const hasReadings = (await hoursOn(readerOf(0), `p01-l-efs@${LEAK.houseId}`, date))
      .slice(2, 5).every(({ count }) => count > 0);
    if (!hasReadings) continue;
    strictEqual(leaked > 0.05, ago <= LEAK.daysAgo, `${date}: ${leaked}`);
    compared.push(ago);
  }
  ok(compared.length > 30, `${compared.length} nights`);
  strictEqual(await atNight("p01-l-efs@p01-l008", addDays(TODAY, -3)), 0);
});

function driftingSite(): { site: DemoSite; index: number } {
  const index = demoSites().findIndex((site) => site.boilerRooms[0]?.flaws?.includes("drifting"));
  const site = demoSites()[index];
  ok(site);
  return { site, index };
}

Deno.test("one boiler room of the demo burns more each month from January on, and is normal again in autumn", () => {
  const { site } = driftingSite();
  const [room] = site.boilerRooms;
  ok(room);
  const flawed = plantOf(site, room);
  const drifted = plantYear(flawed, 2026);
  const usual = plantYear({ ...flawed, flaws: [] }, 2026);
  const ratio = (from: number, to: number) =>
    total(drifted.heatingKWh.slice(from, to)) / total(usual.heatingKWh.slice(from, to));
  const months = [ratio(0, 31), ratio(31, 59), ratio(59, 90), ratio(90, 120)];
  ok(months.every((one, rank) => one > (months[rank - 1] ?? 1)), months.join(" "));
  ok((months[3] ?? 0) > 1.15);
  strictEqual(ratio(290, 365), 1);
});

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

Deno.test("the collectors of the first residence were silent for 31 hours; its registers count across the gap", async () => {
  const reader = readerOf(0);
  const days = await reader.days("p01-c1-gaz", {
    from: addDays(TODAY, -22),
    to: addDays(TODAY, -18),
  });
  const [, first, second] = days;
  ok(first && second);
  // As in a store, what a register counts over the gap is spread over it, and its days and hours are estimates.
  deepStrictEqual([first.coveredS, second.coveredS], [DAY_S, DAY_S]);
  deepStrictEqual(days.map(({ estimated }) => estimated), [false, true, true, false]);
  const fromS = Date.parse(`${addDays(TODAY, -22)}T22:00:00Z`) / 1_000;
  const registers = await reader.points("p01-c1-gaz", { fromS, toS: fromS + 3 * 86_400 });
  const [before, after] = [registers.at(0), registers.at(-1)];
  ok(
    before && after &&
      registers.every((one, rank) => one.value >= (registers[rank - 1]?.value ?? 0)),
  );
  const hours = await reader.hoursOfDays("p01-c1-gaz", {
    from: addDays(TODAY, -22),
    to: addDays(TODAY, -18),
  });
  strictEqual(hours.flat().filter(({ estimated }) => estimated).length, 31);
  const counted = hours.flat().reduce((sum, { sum: own }) => sum + (own ?? 0), 0);
  const amounts = days.reduce((sum, { sum: own }) => sum + (own ?? 0), 0);
  ok(Math.abs(counted - amounts) < 1e-3, `${counted} ${amounts}`);
});

Deno.test("dwellings of the demo miss some readings, and some dwellings many", async () => {
  const reader = readerOf(0);
  const shares: number[] = [];
  for (let rank = 1; rank <= 64; rank++) {
    const id = `p01-l-temp@p01-l${String(rank).padStart(3, "0")}`;
    const [month] = await reader.months(id, 2026);
    if (month && month.count > 0) shares.push(month.coveredS / month.lengthS);
  }
  ok(shares.some((share) => share === 1) && shares.some((share) => share < 0.98));
  ok(shares.every((share) => share > 0.9), String(Math.min(...shares)));
});

Deno.test("no two rooms of the demo have the same air", async () => {
  const means = await Promise.all(
    demoSites().map(async (_, index) => {
      const months = await readerOf(index).months(`${siteId(index)}-c1-temp`, 2026);
      return months[2]?.mean;
    }),
  );
  strictEqual(new Set(means).size, demoSites().length);
});
