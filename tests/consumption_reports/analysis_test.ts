import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { sheetOf } from "@/lib/consumption_reports/analysis.ts";
import {
  type DwellingMonth,
  referenceOf,
  type ReferencePlace,
  reportSource,
  type SeriesMonth,
} from "@/lib/consumption_reports/items.ts";
import type {
  AnalysedHouse,
  ConsumptionItem,
  ReportHeadline,
} from "@/lib/consumption_reports/schema.ts";
import {
  CONSUMPTION_KINDS,
  type ConsumptionKind,
  DATA_UNIT_IDS,
  hasUse,
} from "@/lib/timeseries/units.ts";
import { analysis, dwellingMonth, REFERENCES, seriesMonth } from "./reported.ts";

const FINISHED = { month: "2026-01", until: "2026-01-31", isRunning: false, settings: REFERENCES };

function analysed(dwelling: DwellingMonth, rest = {}): AnalysedHouse {
  const [house] = analysis({ ...FINISHED, ...rest, dwellings: [dwelling] }).houses;
  ok(house);
  return house;
}

function itemOf({ items }: { items: readonly ConsumptionItem[] }, kind: ConsumptionKind) {
  const item = items.find((one) => one.kind === kind);
  ok(item, kind);
  return item;
}

/** First vector: January of a dwelling occupied since before the previous year. */
const LEFT = dwellingMonth("left", [
  seriesMonth("ELEC", 155, { yearBefore: 124 }),
  seriesMonth("EFSV", 4.96, { yearBefore: 4.96 }),
  seriesMonth("CHAE", 900, { yearBefore: 950, yearToDate: 900 }),
  seriesMonth("TEMP", 20.5, { yearBefore: 20.1 }),
]);

// @spec reports.references
// @spec reports.costs
Deno.test("analysisOf() returns for each use its cost, its reference for the days and its share of it", () => {
  const house = analysed(LEFT);
  const electricity = itemOf(house, "electricity");
  // (365 + 730 + 365) × 31 / 365 = 124 kWh; 155 × 0.25 €.
  strictEqual(electricity.reference, 124);
  strictEqual(electricity.cost, 38.75);
  strictEqual(electricity.referencePercent, 125);
  strictEqual(electricity.progress, "very-bad");
  // 36.5 m³ × 2 people × 31 / 365 = 6.2 m³; 4.96 is 80 % of it, the bound of a bad bar; 4.96 × 4 €.
  const water = itemOf(house, "coldWater");
  strictEqual(water.reference, 6.2);
  strictEqual(water.progress, "bad");
  strictEqual(water.cost, 19.84);
  // 50 Wh × 60 m² × 400 DJU = 1,200 kWh; 900 × 0.10 €.
  const heating = itemOf(house, "heating");
  strictEqual(heating.reference, 1200);
  strictEqual(heating.progress, "good");
  strictEqual(heating.cost, 90);
  const temp = itemOf(house, "temp");
  deepStrictEqual([temp.value, temp.reference, temp.cost, temp.status], [20.5, 19, null, null]);
  strictEqual(house.totalCost, 148.59);
});

// @spec reports.corrected-heating
Deno.test("analysisOf() corrects the heating of the year before to this month's weather", () => {
  // 950 × 400 / 380 = 1,000 kWh.
  strictEqual(itemOf(analysed(LEFT), "heating").previousYearCorrected, 1000);
  const unknown = analysed({ ...LEFT, djuYearBefore: null });
  strictEqual(itemOf(unknown, "heating").previousYearCorrected, null);
  strictEqual(itemOf(analysed({ ...LEFT, dju: null }), "heating").reference, null);
});

const HEADLINES: readonly (readonly [
  what: string,
  series: readonly SeriesMonth[],
  headline: Partial<ReportHeadline>,
])[] = [
  // +31 kWh × 0.25 € = 7.75 €, against −50 kWh × 0.10 € = −5 €.
  ["the largest cost", LEFT.series, {
    change: "up",
    kind: "electricity",
    percent: 25,
    euros: 7.75,
    correctedPercent: null,
  }],
  ["5 % at most", [seriesMonth("ELEC", 105, { yearBefore: 100 })], { change: "steady" }],
  ["nothing compared", [seriesMonth("ELEC", 105)], { change: "unknown" }],
  // +100 kWh is +33 % and 25 €; +10 kWh of gas is +50 %, without a price.
  ["a price unknown: the largest in percent", [
    seriesMonth("ELEC", 400, { yearBefore: 300 }),
    seriesMonth("GAZE", 30, { yearBefore: 20 }),
  ], { kind: "gas", percent: 50, euros: null }],
  ["read at 95 %", [readTo(0.95)], { change: "up" }],
  ["read below 95 %", [readTo(0.949)], { change: "unknown" }],
  // 800 / 950 = −15.789 %; 800 / 1,000 = −20 %; −150 × 0.10 €.
  ["heating, also corrected by the weather", [seriesMonth("CHAE", 800, { yearBefore: 950 })], {
    change: "down",
    kind: "heating",
    percent: -15.789474,
    euros: -15,
    correctedPercent: -20,
  }],
  ["0 again", [seriesMonth("CHAE", 0, { yearBefore: 0 })], { change: "steady" }],
  // 3 × 4 € for the water, 50 × 0.25 € for the electricity: the cost decides.
  ["a consumption after 0, and a larger cost", [
    seriesMonth("EFSV", 3, { yearBefore: 0 }),
    seriesMonth("ELEC", 150, { yearBefore: 100 }),
  ], { kind: "electricity" }],
  ["a consumption after 0", [seriesMonth("EFSV", 3, { yearBefore: 0 })], {
    change: "up",
    kind: "coldWater",
    percent: null,
    euros: 12,
    correctedPercent: null,
  }],
  // −100 % of the water is −2 × 4 €; +40 % of the heating is +400 × 0.10 €.
  ["a consumption of 0, by what it would have cost, and a larger cost", [
    seriesMonth("EFSV", 0, { yearBefore: 2 }),
    seriesMonth("CHAE", 1400, { yearBefore: 1000 }),
  ], { kind: "heating", percent: 40, euros: 40 }],
  ["a consumption of 0", [seriesMonth("EFSV", 0, { yearBefore: 2 })], { euros: -8 }],
];

function readTo(completeness: number): SeriesMonth {
  return seriesMonth("ELEC", 0, { month: { value: 150, completeness }, yearBefore: 100 });
}

// @spec reports.headline
Deno.test("the headline is the change with the largest cost, or in percent where a price is unknown, beyond 5 %", () => {
  for (const [what, series, expected] of HEADLINES) {
    const { headline } = analysed(dwellingMonth("headline", series));
    deepStrictEqual(headline, { ...headline, ...expected }, what);
  }
});

/**
 * Second vector: a dwelling whose occupant arrived on the 10th, with the whole meter and two of its
 * uses.
 */
const RIGHT = dwellingMonth("right", [
  seriesMonth("ELEC", 100, { yearBefore: 90 }),
  seriesMonth("ELEC", 20, { use: "lights" }),
  seriesMonth("ELEC", 30, { use: "heating" }),
  seriesMonth("GAZE", 10, { use: "cooking" }),
  seriesMonth("ECSV", 1.2),
  seriesMonth("ECSE", 50),
], {
  days: { from: "2026-01-10", to: "2026-01-31" },
  isShared: true,
  began: "2026-01-10",
  area: null,
  people: null,
});

// @spec reports.one-occupancy
// @spec reports.notices
Deno.test("part of a month has the reference of its days and is not compared with a whole month", () => {
  const house = analysed(RIGHT);
  const lights = itemOf(house, "lights");
  // 365 × 22 / 365.
  strictEqual(lights.reference, 22);
  const electricity = itemOf(house, "electricity");
  deepStrictEqual([electricity.previousYear, electricity.status], [null, null]);
  // No occupants counted in the dwelling, no area.
  strictEqual(itemOf(house, "hotWater").reference, null);
  strictEqual(itemOf(house, "heating").reference, null);
  deepStrictEqual(house.notices.map(({ code, date }) => [code, date]), [
    ["occupancy-began", "2026-01-10"],
    ["not-compared", null],
  ]);
});

Deno.test("the total counts once the energy measured both by a use and by the whole meter", () => {
  const house = analysed(RIGHT);
  deepStrictEqual(house.items.filter(({ isPart }) => isPart).map(({ kind }) => kind), [
    "lights",
    "heating",
  ]);
  // Cooking on gas has no price. 100 × 0.25 + 1.2 × 4 + 50 × 0.12 = 25 + 4.8 + 6.
  strictEqual(itemOf(house, "cooking").cost, null);
  strictEqual(house.totalCost, 35.8);
});

// @spec reports.uses, reports.costs
Deno.test("a use adds its meters; its cost is known when each of them has a price and a reading", () => {
  const cases: readonly (readonly [SeriesMonth[], number | null, number | null])[] = [
    [[seriesMonth("EFSV", 1.5), seriesMonth("EFSV", 2)], 3.5, 14],
    [[seriesMonth("EFSV", 1.5), seriesMonth("EFSV", null)], 1.5, null],
    [[seriesMonth("EFSV", null)], null, null],
    [[cooking("ELEC", 10), cooking("GAZE", 20)], 30, null],
  ];
  for (const [series, value, cost] of cases) {
    const [item] = analysed(dwellingMonth("meters", series)).items;
    deepStrictEqual([item?.value, item?.cost], [value, cost]);
  }
});

function cooking(dataUnitId: "ELEC" | "GAZE", value: number): SeriesMonth {
  return seriesMonth(dataUnitId, value, { use: "cooking" });
}

// @spec reports.costs
Deno.test("the total of costs is the sum of its lines, each to the cent", () => {
  const house = analysed(
    dwellingMonth("cents", [seriesMonth("EFSV", 1.001), seriesMonth("ECSV", 1.001)]),
  );
  // Twice 4.004 €, printed 4.00 €: not the 8.01 € of 8.008 €.
  strictEqual(house.totalCost, 8);
});

// @spec reports.running-month
Deno.test("running month is compared as projected; its value and its cost are to date", () => {
  const running = dwellingMonth("running", [
    seriesMonth("ELEC", 50, { yearBefore: 100, projected: 110 }),
    seriesMonth("CHAE", 400, { yearBefore: 900, projected: 880 }),
  ]);
  const house = analysed(running, { isRunning: true, until: "2026-01-14" });
  const item = itemOf(house, "electricity");
  deepStrictEqual(
    [item.value, item.cost, item.previousYearPercent, item.status, item.referencePercent],
    [50, 12.5, 110, "bad", 100 * 50 / 124],
  );
  deepStrictEqual([house.headline.percent, house.headline.euros], [10, 2.5]);
  const heating = itemOf(house, "heating");
  deepStrictEqual([heating.reference, heating.previousYearCorrected], [null, null]);
});

Deno.test("month with missing days is never good, and has a notice", () => {
  const read = { value: 80, completeness: 0.9 };
  const dwelling = dwellingMonth("holes", [
    seriesMonth("ELEC", 0, { month: read, yearBefore: 100 }),
  ]);
  const house = analysed(dwelling);
  strictEqual(itemOf(house, "electricity").status, null);
  deepStrictEqual(house.notices, [{ code: "partly-read", kinds: ["electricity"], date: null }]);
  strictEqual(house.headline.change, "unknown");
});

// @spec reports.notices
Deno.test("nothing is reported as unread before a day of the report has ended", () => {
  const first = dwellingMonth("first", [seriesMonth("EFSV", null)]);
  const running = { isRunning: true } as const;
  deepStrictEqual(analysed(first, { ...running, until: null }).notices, []);
  const came = { ...first, days: { from: "2026-01-15", to: "2026-01-31" }, began: "2026-01-15" };
  const codes = (until: string) =>
    analysed(came, { ...running, until }).notices.map(({ code }) => code);
  deepStrictEqual(codes("2026-01-14"), ["occupancy-began"]);
  deepStrictEqual(codes("2026-01-15"), ["occupancy-began", "not-read"]);
});

Deno.test("data that the reader may not see separately are on no report", () => {
  const dwelling = dwellingMonth("anonymous", [
    seriesMonth("ELEC", 80, { isShown: false, isDetailed: false }),
    seriesMonth("TEMP", 20),
  ]);
  deepStrictEqual(analysed(dwelling).items.map(({ kind }) => kind), ["temp"]);
  const hidden = dwellingMonth("hidden", [seriesMonth("ELEC", 80, { isShown: false })]);
  strictEqual(analysis({ ...FINISHED, dwellings: [hidden] }).houses.length, 0);
});

// @spec reports.sheet
Deno.test("sheetOf() adds the names of the place and the month", () => {
  const named = { residence: "Les Tilleuls", dwelling: "A12", occupant: null };
  const place = { projectId: "p", hasImage: true, ...named };
  const house = analysed(LEFT);
  const sheet = sheetOf({ analysis: FINISHED, house, settings: REFERENCES, place });
  deepStrictEqual(sheet, {
    ...house,
    ...place,
    month: "2026-01",
    isRunning: false,
    until: "2026-01-31",
    waterHeatingEnergy: "gas",
  });
});

function many(count: number, make: (rank: number) => DwellingMonth): DwellingMonth[] {
  return Array.from({ length: count }, (_, rank) => make(rank));
}

function elec(rank: number, isDetailed = true): DwellingMonth {
  const series = seriesMonth("ELEC", 100 + rank, { isDetailed, isShown: isDetailed });
  return dwellingMonth(`h${rank}`, [series]);
}

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
Deno.test("the mean needs 11 dwellings with whole months, read from 95 % on", () => {
  const read = (completeness: number) =>
    seriesMonth("ELEC", 0, { month: { value: 110, completeness } });
  const eleventh: readonly (readonly [DwellingMonth, number | null])[] = [
    [dwellingMonth("whole", [read(0.95)]), 105],
    [dwellingMonth("partly read", [read(0.94)]), null],
    [dwellingMonth("shared", [read(1)], { isShared: true }), null],
  ];
  for (const [one, expected] of eleventh) {
    const { mean: [item], houses } = analysis({ ...FINISHED, dwellings: [...many(10, elec), one] });
    strictEqual(item?.value ?? null, expected, one.houseId);
    strictEqual(houses[0]?.items[0]?.mean?.houseCount ?? null, expected && 11, one.houseId);
  }
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

const PLACE: ReferencePlace = {
  days: { from: "2024-02-01", to: "2024-02-29" },
  isRunning: false,
  area: 60,
  people: 2,
  dju: 400,
};

// @spec reports.references
Deno.test("referenceOf() counts the days of a year of 366 days, and a level for the temperature", () => {
  const references = CONSUMPTION_KINDS.map((kind) => [
    kind,
    referenceOf(kind, { ...REFERENCES, plugsReference: 732, coldWaterReference: 36.6 }, PLACE),
  ]);
  deepStrictEqual(Object.fromEntries(references), {
    // (365 + 732 + 365) × 29 / 366.
    electricity: 1462 * 29 / 366,
    lights: 365 * 29 / 366,
    // 732 × 29 / 366.
    plugs: 58,
    cooking: 365 * 29 / 366,
    // 2 people: 2 × 36.6 × 29 / 366, 2 × 14.6 × 29 / 366.
    coldWater: 73.2 * 29 / 366,
    hotWater: 29.2 * 29 / 366,
    // 50 Wh × 60 m² × 400 DJU.
    heating: 1200,
    temp: 19,
    gas: null,
    waterHeating: null,
  });
});

// @spec reports.uses
Deno.test("reportSource() is the use of an electric or gas meter, else its quantity", () => {
  const kinds = DATA_UNIT_IDS.map((dataUnitId) => [
    dataUnitId,
    reportSource({ scope: "housing", dataUnitId })?.kind,
  ]);
  deepStrictEqual(Object.fromEntries(kinds.filter(([, kind]) => kind !== undefined)), {
    TEMP: "temp",
    EFSV: "coldWater",
    ECSV: "hotWater",
    ECSE: "waterHeating",
    CHAE: "heating",
    ELEC: "electricity",
    GAZE: "gas",
  });
  const lights = reportSource({ scope: "housing", dataUnitId: "ELEC", use: "lights" });
  deepStrictEqual(lights, { kind: "lights", price: "elecPricing", isElectric: true });
  const cooking = reportSource({ scope: "housing", dataUnitId: "GAZE", use: "cooking" });
  deepStrictEqual(cooking, { kind: "cooking", price: null, isElectric: false });
});

Deno.test("use is allowed only on a meter that may supply several", () => {
  deepStrictEqual(DATA_UNIT_IDS.filter(hasUse), ["ELEC", "GAZE"]);
});
