import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { DwellingMonth } from "@/lib/consumption_reports/items.ts";
import { analysis, dwellingMonth, REFERENCES, seriesMonth } from "./reported.ts";

const FINISHED = { month: "2026-01", until: "2026-01-31", isRunning: false, settings: REFERENCES };

function many(count: number, make: (rank: number) => DwellingMonth): DwellingMonth[] {
  return Array.from({ length: count }, (_, rank) => make(rank));
}

function elec(rank: number, isDetailed = true): DwellingMonth {
  const series = seriesMonth("ELEC", 100 + rank, { isDetailed, isShown: isDetailed });
  return dwellingMonth(`h${rank}`, [series]);
}

// @spec reports.mean
Deno.test("analysisOf() returns no mean of fewer than 11 dwellings", () => {
  const ten = analysis({ ...FINISHED, dwellings: many(10, elec) });
  strictEqual(ten.houses[0]?.items[0]?.mean, null);
  strictEqual(ten.mean[0]?.value, null);
  const eleven = analysis({ ...FINISHED, dwellings: many(11, elec) });
  // 100 … 110.
  deepStrictEqual(eleven.houses[0]?.items[0]?.mean, {
    value: 105,
    basis: "dwelling",
    houseCount: 11,
  });
  strictEqual(eleven.mean[0]?.value, 105);
});

// @spec reports.one-occupancy
Deno.test("part of a month has no mean of whole months", () => {
  const days = { from: "2026-01-10", to: "2026-01-31" };
  const part = dwellingMonth("part", [seriesMonth("ELEC", 70)], { days, isShared: true });
  const { houses } = analysis({ ...FINISHED, dwellings: [...many(11, elec), part] });
  const meanOf = (id: string) =>
    houses.find(({ houseId }) => houseId === id)?.items.map(({ mean }) => mean?.value ?? null);
  deepStrictEqual([meanOf("h0"), meanOf("part")], [[105], [null]]);
});

// @spec reports.mean
Deno.test("analysisOf() leaves fewer than 11 anonymous dwellings out of the mean", () => {
  const dwellings = [...many(11, elec), ...many(10, (rank) => elec(1000 + rank, false))];
  const ten = analysis({ ...FINISHED, dwellings });
  strictEqual(ten.mean[0]?.value, 105);
  strictEqual(ten.houses.length, 11);
  const eleven = analysis({ ...FINISHED, dwellings: [...dwellings, elec(1010, false)] });
  // (11 × 105 + 11 × 1,105) / 22.
  strictEqual(eleven.mean[0]?.value, 605);
});

// @spec reports.mean
Deno.test("the mean of heating is for a dwelling of the same area, that of water for the same number of people", () => {
  const dwellings = many(
    12,
    (rank) =>
      dwellingMonth(`h${rank}`, [seriesMonth("CHAE", 600), seriesMonth("ECSV", 3)], {
        area: rank < 6 ? 40 : 80,
        people: rank < 6 ? 1 : 3,
      }),
  );
  const [small] = analysis({ ...FINISHED, dwellings }).houses;
  // 12 × 600 / (6 × 40 + 6 × 80) = 10 kWh/m²; 12 × 3 / (6 + 18) = 1.5 m³ a person.
  const [hotWater, heating] = small?.items ?? [];
  deepStrictEqual(heating?.mean, { value: 400, basis: "area", houseCount: 12 });
  deepStrictEqual(hotWater?.mean, { value: 1.5, basis: "people", houseCount: 12 });
});

Deno.test("where too few areas are known, the mean is by dwelling", () => {
  const dwellings = many(
    12,
    (rank) =>
      dwellingMonth(`h${rank}`, [seriesMonth("CHAE", 600)], { area: rank < 10 ? 40 : null }),
  );
  const [known] = analysis({ ...FINISHED, dwellings }).houses;
  deepStrictEqual(known?.items[0]?.mean, { value: 600, basis: "dwelling", houseCount: 12 });
});

Deno.test("parts of months, and partly read months, are in no mean", () => {
  const dwellings = [
    ...many(11, elec),
    { ...elec(5000), isShared: true },
    dwellingMonth("holes", [
      seriesMonth("ELEC", 0, { month: { value: 9000, completeness: 0.94 } }),
    ]),
  ];
  strictEqual(analysis({ ...FINISHED, dwellings }).mean[0]?.value, 105);
});
