import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { MonthReport, YearInput } from "@/lib/energy_balance/balance_report.ts";
import {
  cleanSum,
  dailyLitresPerPerson,
  gapColour,
  gapPercent,
  gapStatus,
} from "@/lib/energy_balance/formulas.ts";
import {
  aBoilerRoom,
  aYear,
  january,
  monthOfYear,
  months,
  read,
  someSettings,
} from "./builders.ts";

const NO_HEATING = { total: null, perAreaDju: null };

Deno.test("monthReport() of a month of round numbers, every figure", () => {
  deepStrictEqual(january(), {
    month: "2023-01",
    meterEvents: [],
    days: 31,
    settings: someSettings(),
    gazFactorsFrom: null,
    conversionFactor: 11,
    source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 22000 },
    hotWater: {
      volume: 60,
      energy: 6000,
      // 60,000 L / (50 × 31)
      dailyVolumePerPerson: 60000 / 1550,
    },
    solar: { energy: null, percent: null },
    sameDays: {
      days: 31,
      source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 22000 },
      hotWater: { volume: 60, energy: 6000, dailyVolumePerPerson: 60000 / 1550 },
      solar: { energy: null, percent: null },
    },
    drawnDays: 31,
    dju: 400,
    compared: { count: 31, runs: [{ from: 1, to: 31 }], withoutDju: [], withoutReading: [] },
    completeness: 1,
    estimated: false,
    heating: { total: 16000, perAreaDju: 40 },
    target: { total: 16000, perAreaDju: 40 },
    rate: { percent: 0, threshold: 5 },
    status: "good",
    barColour: "orange",
    config: { djuContract: 2000, nBContract: 80000 },
    warnings: [],
  });
});

const FACTORS = { fromDate: "2022-05-01", pta: 0.8, pcs: 12.5 };

/** Readings of January 2023, m³ or kWh. */
function read2023(source: number, others: Readonly<Record<string, number>> = { ecs: 60 }) {
  return Object.fromEntries(
    Object.entries({ source, ...others }).map(([id, value]) => [id, months({ "2023-01": value })]),
  );
}

const WITH_SUN = {
  boilerRoom: aBoilerRoom({ solarTypes: ["sun"] }),
  units: { source: "m³", ecs: "m³", sun: "kWh" },
};

interface Case {
  readonly what: string;
  readonly given: Partial<YearInput>;
  /** January when absent. */
  readonly month?: string;
  readonly is: Partial<MonthReport>;
}

const CASES: readonly Case[] = [
  {
    what: "of wood uses 4.6 kWh/kg and counts no volume",
    given: {
      boilerRoom: aBoilerRoom({ sourceKind: "wood-mass" }),
      series: read2023(5000),
      units: { source: "kg", ecs: "m³" },
    },
    // 5,000 kg × 4.6 = 23,000; 23,000 − 6,000 = 17,000; 17,000 / 16,000 = +6.25 %
    is: {
      source: { kind: "wood-mass", volume: null, mass: 5000, energy: 23000 },
      heating: { total: 17000, perAreaDju: 42.5 },
      rate: { percent: 6.25, threshold: 5 },
      status: "very-bad",
      barColour: "red",
    },
  },
  {
    what: "of district heating uses the metered energy, also in MWh",
    given: {
      boilerRoom: aBoilerRoom({ sourceKind: "urban-energy" }),
      series: read2023(21.2),
      units: { source: "MWh", ecs: "m³" },
    },
    // 15,200 / 16,000 = −5 %
    is: {
      source: { kind: "urban-energy", volume: null, mass: null, energy: 21200 },
      conversionFactor: 1,
      barColour: "green",
    },
  },
  {
    what: "adds solar energy to the source",
    given: { ...WITH_SUN, series: read2023(2000, { ecs: 60, sun: 600 }) },
    is: { solar: { energy: 600, percent: 10 }, heating: { total: 16600, perAreaDju: 41.5 } },
  },
  {
    what: "with DJU of 0 has no heating, and keeps its energies",
    given: { dju: { station: months({ "2023-01": 0 }) } },
    is: {
      heating: NO_HEATING,
      target: NO_HEATING,
      rate: { percent: null, threshold: 5 },
      status: null,
      barColour: null,
      source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 22000 },
      hotWater: { volume: 60, energy: 6000, dailyVolumePerPerson: 60000 / 1550 },
    },
  },
  {
    what: "outside the season zeroes the known DJU",
    given: { seasons: [{ yearStart: 2022, dateStart: "2022-11-01", dateStop: "2022-12-31" }] },
    is: { dju: 0, heating: NO_HEATING },
  },
  {
    what: "of June to September has no heating, and keeps its DJU without season",
    month: "2023-09",
    given: {
      dju: { station: months({ "2023-09": 60 }) },
      series: { source: months({ "2023-09": 900 }), ecs: months({ "2023-09": 60 }) },
    },
    is: {
      dju: 60,
      heating: NO_HEATING,
      target: NO_HEATING,
      source: { kind: "gaz-volume", volume: 900, mass: null, energy: 9900 },
    },
  },
  {
    what: "does not report missing DJU where heating never applies",
    month: "2023-07",
    given: { series: { source: months({ "2023-07": 500 }), ecs: months({ "2023-07": 40 }) } },
    is: { warnings: [] },
  },
  {
    what: "with hot water missing has no heating, rather than too much",
    given: { series: { source: months({ "2023-01": 2000 }), ecs: {} } },
    is: {
      heating: NO_HEATING,
      target: { total: 16000, perAreaDju: 40 },
      rate: { percent: null, threshold: 5 },
      completeness: 0,
      warnings: ["missing-hot-water"],
    },
  },
  {
    what: "with solar missing has no heating either",
    given: WITH_SUN,
    is: { heating: NO_HEATING, warnings: ["missing-solar"] },
  },
  {
    what: "with the source missing has a notice",
    given: { series: { ecs: months({ "2023-01": 60 }) } },
    is: {
      source: { kind: "gaz-volume", volume: null, mass: null, energy: null },
      warnings: ["missing-source"],
    },
  },
  {
    what: "with DJU missing has no heating and no target",
    given: { dju: { station: months({ "2023-01": null }) } },
    is: { dju: null, heating: NO_HEATING, target: NO_HEATING, warnings: ["missing-dju"] },
  },
  {
    what: "before the first settings has the figures that need none, and 11 for gas",
    given: { boilerRoom: aBoilerRoom({ settings: [] }) },
    is: {
      source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 22000 },
      hotWater: { volume: 60, energy: null, dailyVolumePerPerson: null },
      dju: null,
      heating: NO_HEATING,
      target: NO_HEATING,
      rate: { percent: null, threshold: null },
      config: { djuContract: null, nBContract: null },
      warnings: ["no-settings"],
    },
  },
  {
    what: "shows the gas factors used",
    given: { boilerRoom: aBoilerRoom({ gazFactors: [FACTORS] }) },
    is: {
      conversionFactor: 10,
      gazFactorsFrom: "2022-05-01",
      source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 20000 },
    },
  },
  {
    what: "treats a single gas factor as none",
    given: { boilerRoom: aBoilerRoom({ gazFactors: [{ ...FACTORS, pcs: null }] }) },
    is: { conversionFactor: 11, gazFactorsFrom: null, warnings: ["lone-gas-factor"] },
  },
  {
    what: "uses the default for two empty factors, without a notice",
    given: { boilerRoom: aBoilerRoom({ gazFactors: [{ ...FACTORS, pta: null, pcs: null }] }) },
    is: { conversionFactor: 11, warnings: [] },
  },
  {
    what: "has no gas factors for another source",
    given: {
      boilerRoom: aBoilerRoom({
        sourceKind: "gaz-energy",
        gazFactors: [{ ...FACTORS, pcs: null }],
      }),
      series: read2023(22000),
      units: { source: "kWh", ecs: "m³" },
    },
    is: { conversionFactor: 1, gazFactorsFrom: null, warnings: [] },
  },
  {
    what: "shows negative heating as it is, good by rule, with a warning",
    given: { series: read2023(500) },
    // 5,500 − 6,000
    is: {
      heating: { total: -500, perAreaDju: -1.25 },
      status: "good",
      barColour: "green",
      warnings: ["negative-heating"],
    },
  },
  {
    what: "has the completeness of its least complete series",
    given: {
      series: {
        source: { "2023-01": read(2000, { completeness: 0.9, estimated: true }) },
        ecs: { "2023-01": read(60, { completeness: 0.75 }) },
      },
    },
    is: {
      completeness: 0.75,
      estimated: true,
      warnings: ["incomplete", "estimated"],
      heating: { total: 16000, perAreaDju: 40 },
    },
  },
  {
    what: "is incomplete as soon as one reading is missing",
    given: {
      series: { ...read2023(0), source: { "2023-01": read(2000, { completeness: 0.999 }) } },
    },
    is: { warnings: ["incomplete"] },
  },
  {
    what: "refuses an unsuitable unit",
    given: { units: { source: "kWh", ecs: "m³" } },
    is: {
      source: { kind: "gaz-volume", volume: null, mass: null, energy: null },
      warnings: ["missing-source", "unknown-unit"],
    },
  },
  {
    what: "of the running month counts the finished days, with a notice",
    given: { now: "2023-01-16" },
    is: {
      days: 15,
      hotWater: { volume: 60, energy: 6000, dailyVolumePerPerson: 60000 / 750 },
      warnings: ["running-month"],
    },
  },
  {
    what: "warns of a doubtful reading once",
    given: {
      series: { ...read2023(0), source: { "2023-01": read(2000, { doubtful: true }) } },
    },
    is: { warnings: ["doubtful"] },
  },
  {
    what: "does not warn of a doubtful reading beside the jump that explains it",
    given: {
      series: {
        ...read2023(0),
        source: {
          "2023-01": read(2000, {
            doubtful: true,
            events: [{ date: "2023-01-12", what: "fall" }],
          }),
        },
      },
    },
    is: { warnings: [] },
  },
];

for (const { what, given, month = "2023-01", is } of CASES) {
  // @spec balance.warnings, series.doubtful
  Deno.test(`monthReport() ${what}`, () => {
    const row = monthOfYear(aYear(given), month);
    deepStrictEqual(row, { ...row, ...is });
  });
}

// @spec balance.gap
Deno.test("a gap is good up to 0, then bad up to the threshold; its bar green below 0, then orange below the threshold", () => {
  // (105 / 100 − 1) × 100 is 5.000000000000004
  const five = gapPercent({ actualKWh: 105, targetKWh: 100 });
  const cases: readonly (readonly [number | null, number | undefined, string])[] = [
    [-40, 7, "good green"],
    [-0.1, 7, "good green"],
    // Rounding errors are no gap.
    [-1e-12, 5, "good orange"],
    [0, 7, "good orange"],
    [1e-12, 5, "good orange"],
    [0.1, 7, "bad orange"],
    [6.9, 7, "bad orange"],
    [7, 7, "bad red"],
    [7.1, 7, "very-bad red"],
    [five, 5, "bad red"],
    [null, 7, "null null"],
    // 5 % by default.
    [4.9, undefined, "bad orange"],
    [5, undefined, "bad red"],
    [5.1, undefined, "very-bad red"],
  ];
  for (const [percent, threshold, expected] of cases) {
    const found = `${gapStatus(percent, threshold)} ${gapColour(percent, threshold)}`;
    strictEqual(found, expected, `${percent} of ${threshold}`);
  }
});

Deno.test("dailyLitresPerPerson() is null without occupants", () => {
  strictEqual(dailyLitresPerPerson({ volumeM3: 10, peopleNb: 0, days: 31 }), null);
  strictEqual(dailyLitresPerPerson({ volumeM3: 10, peopleNb: null, days: 31 }), null);
});

Deno.test("cleanSum() is 0 where its terms cancel out", () => {
  strictEqual(cleanSum([1001.1, -1000.6]), 0.5);
  strictEqual(cleanSum([0.1, 0.2, -0.3]), 0);
  strictEqual(cleanSum([4e-9, 5e-10]), 4.5e-9);
  strictEqual(cleanSum([0, 0]), 0);
  strictEqual(cleanSum([2e20, -1e20]), 1e20);
});
