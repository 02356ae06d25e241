import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { addDays, dateParts, datesOfMonth, wholeYear } from "@/lib/base/civil_dates.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { DEFAULT_TIME_ZONE, zonedSlots } from "@/lib/base/time_zones.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { LEAK, simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import {
  houseSeriesId,
  houseSeriesKinds,
  houseSeriesOfSite,
} from "@/lib/demo/simulation/house_series.ts";
import { plantYear } from "@/lib/demo/simulation/plant.ts";
import { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { plantOf, seriesOfSite, siteId } from "@/lib/demo/simulation/site_series.ts";
import { stateIntervals } from "@/lib/series/range_notes.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";

const NOW = Date.parse("2026-11-21T10:07:00Z");
/** Site 1: gas, hot water in litres, solar. */
const GAS = "p01-c1-gaz";

function aSiteReader(siteIndex = 0, now = NOW): SimulatedReader {
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
  const early = await aSiteReader(0, Date.parse("2026-04-02T00:00:00Z")).months(GAS, 2026);
  const late = await aSiteReader().months(GAS, 2026);
  deepStrictEqual(early.slice(0, 3), late.slice(0, 3));
});

Deno.test("SimulatedReader's months are the sum of their days, and days the sum of their hours", async () => {
  const reader = aSiteReader();
  const months = await reader.months(GAS, 2026);
  const days = await reader.days(GAS, wholeYear(2026));
  near(months[0]?.sum, total(days.slice(0, 31)));
  near(days[150]?.sum, total(await hoursOn(reader, GAS, "2026-05-31")));
});

Deno.test("SimulatedReader has 25 hours on 25 October 2026 and 23 on 29 March", async () => {
  const reader = aSiteReader();
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
  const reader = aSiteReader();
  const fromS = Date.parse("2026-01-12T10:00:00Z") / 1_000;
  const points = await reader.points(GAS, { fromS, toS: fromS + 3_601 });
  strictEqual(points.length, 13);
  const hour = (await hoursOn(reader, GAS, "2026-01-12"))[11];
  near((points[12]?.value ?? NaN) - (points[0]?.value ?? NaN), hour?.sum ?? NaN);
});

Deno.test("SimulatedReader returns no reading in the future, nor before its first year", async () => {
  const reader = aSiteReader();
  const hours = await hoursOn(reader, GAS, "2026-11-21");
  // 11:07 in Paris: eleven whole hours and one reading of five minutes.
  deepStrictEqual(hours.map((hour) => hour.count).slice(9, 14), [12, 12, 1, 0, 0]);
  deepStrictEqual((await reader.months(GAS, 2018)).map((month) => month.sum), Array(12).fill(null));
  strictEqual((await reader.months(GAS, 2026))[11]?.sum, null);
  strictEqual((await reader.last(GAS))?.epochS, Date.parse("2026-11-21T10:05:00Z") / 1_000);
});

Deno.test("SimulatedReader: temperature is 20, 0.6 lower at night and 0.3 higher by day", async () => {
  const reader = aSiteReader();
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
  const months = await aSiteReader(site).months(id, 2025);
  deepStrictEqual([months[1]?.sum, months[1]?.count], [null, 0]);
  ok((months[4]?.sum ?? 0) > 0);
});

Deno.test("SimulatedReader: every series of every site has a figure for each month of 2025", async () => {
  for (const [index, site] of demoSites().entries()) {
    const reader = aSiteReader(index);
    for (const { id } of seriesOfSite(site, siteId(index))) {
      const months = await reader.months(id, 2025);
      const silent = months.filter(({ count }) => count === 0);
      ok(silent.length <= (id.includes("-ecs") ? 1 : 0), id);
    }
  }
});

Deno.test("SimulatedReader returns the last value of a state, and neither a mean nor a sum", async () => {
  const months = await aSiteReader().months("p01-ba-portail-etat", 2025);
  // The gate is closed at the end of each month.
  deepStrictEqual(
    months.map(({ last, mean, sum, min, max }) => [last, mean, sum, min, max]),
    Array(12).fill([0, null, null, null, null]),
  );
  const hours = await hoursOn(aSiteReader(), "p01-ba-portail-etat", "2025-06-02");
  deepStrictEqual(hours.flatMap(({ last }, hour) => last === 1 ? [hour] : []), [8, 18]);
});

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
    totalOf(drifted.heatingKWh.slice(from, to)) / totalOf(usual.heatingKWh.slice(from, to));
  const months = [ratio(0, 31), ratio(31, 59), ratio(59, 90), ratio(90, 120)];
  ok(months.every((one, rank) => one > (months[rank - 1] ?? 1)), months.join(" "));
  ok((months[3] ?? 0) > 1.15);
  strictEqual(ratio(290, 365), 1);
});

function totalOf(values: Float64Array): number {
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

Deno.test("a temperature or a humidity that falls is no error: all its readings count", async () => {
  const reader = aReader();
  const untilS = MARCH_2025 / 1_000;
  for (const id of ["p01-l-temp@p01-l003", "p01-l-hum@p01-l003"]) {
    const { readings } = await reader.judged(id, { fromS: untilS - 10 * DAY_S, toS: untilS });
    deepStrictEqual(new Set(readings.map(({ verdict }) => verdict)), new Set(["counted"]), id);
  }
});

const MARCH_2025 = Date.parse("2025-03-01T12:00:00Z");

const [SITE] = demoSites();
ok(SITE !== undefined);
const FIRST: DemoSite = SITE;

const HOUSES = housesOfSite(FIRST, "p01");

function aReader(): SimulatedReader {
  const series = houseSeriesOfSite(FIRST, "p01");
  return new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now: () => MARCH_2025 });
}

/** Sum and mean over a year of a series, for each dwelling. */
async function yearOf(suffix: string): Promise<{ sum: number; mean: number; people: number }[]> {
  const reader = aReader();
  return await Promise.all(
    HOUSES.map(async ({ id, peopleCount }) => {
      const months = await reader.months(
        storedSeriesId(houseSeriesId("p01", { suffix }), id),
        2024,
      );
      const mean = months.reduce((total, month) => total + (month.mean ?? 0), 0) / 12;
      return {
        sum: months.reduce((total, month) => total + (month.sum ?? 0), 0),
        mean,
        people: peopleCount,
      };
    }),
  );
}

Deno.test("houseSeriesOfSite() gives every dwelling every series, under the id its readings are stored by", () => {
  const series = houseSeriesOfSite(FIRST, "p01");
  strictEqual(series.length, HOUSES.length * houseSeriesKinds(FIRST).length);
  strictEqual(new Set(series.map(({ id }) => id)).size, series.length);
  ok(series.some(({ id }) => id === "p01-l-temp@p01-l001"));
});

Deno.test("windows of one residence are open for an hour on most mornings, and their state has words", async () => {
  const [second] = demoSites().filter(({ hasWindowContacts }) => hasWindowContacts);
  ok(second !== undefined);
  const series = houseSeriesOfSite(second, "p02");
  const reader = new SimulatedReader({
    series,
    timeZone: DEFAULT_TIME_ZONE,
    now: () => MARCH_2025,
  });
  const window = series.find(({ dataUnitId }) => dataUnitId === "ETAT");
  const fromS = Date.parse("2025-01-31T23:00:00Z") / 1_000;
  const points = await reader.points(window?.id ?? "", { fromS, toS: fromS + 28 * 86_400 });
  const intervals = stateIntervals(points);
  deepStrictEqual(new Set(intervals.map(({ state }) => state)), new Set(["ouverte", "fermée"]));
  const open = intervals.filter(({ state }) => state === "ouverte");
  // 80 % of the 28 mornings of February.
  ok(open.length > 15 && open.length <= 28, `${open.length} times`);
  ok(open.every(({ fromS: from, toS }) => toS === from + 3_600));
  ok(!houseSeriesKinds(FIRST).some(({ dataUnitId }) => dataUnitId === "ETAT"));
});

Deno.test("dwellings have a mean temperature of 17 to 24 °C over the year", async () => {
  for (const { mean } of await yearOf("temp")) ok(mean > 17 && mean < 24, `${mean} °C`);
});

Deno.test("a person draws 15 to 55 m³ of cold water a year", async () => {
  // 88 L a day for 365 days is 32 m³; the factor of each dwelling is 0.7 to 1.3, less a fortnight
  // of absence.
  for (const { sum, people } of await yearOf("efs")) {
    ok(sum / people > 15 && sum / people < 55, `${sum / people} m³`);
  }
});

Deno.test("heating is between 40 and 180 kWh/m² a year, and none in July", async () => {
  const areas = HOUSES.map(({ areaM2 }) => areaM2);
  (await yearOf("cha")).forEach(({ sum }, rank) => {
    const perM2 = sum / (areas[rank] ?? 1);
    ok(perM2 > 40 && perM2 < 180, `${perM2} kWh/m²`);
  });
  const july = (await aReader().months("p01-l-cha@p01-l001", 2024))[6];
  strictEqual(july?.sum, 0);
});

const signatureOf = (projectId: string, boilerRoomId: string) =>
  `/collect/${projectId}/boilerrooms/${boilerRoomId}/signature`;

// @spec demo.stories, signature.drift
Deno.test("the demo has a drift, one that was cured, and seasons too scattered to judge", () =>
  asLandlord(async (visitor) => {
    const found = await visitor.get(signatureOf("p18", "p18-c1"));
    match(found.text, /Dérive depuis le .*, \+1\d\s%/);
    const cured = await visitor.get(signatureOf("p03", "p03-c2"));
    match(cured.text, /Pas de dérive depuis le .* Close le .*: Vanne trois voies bloquée/);
    const scattered = await visitor.get(signatureOf("p09", "p09-c2"));
    match(scattered.text, /Dérive non recherchée .* trop dispersée pour conclure/);
  }));
