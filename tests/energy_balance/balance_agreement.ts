/** Random years of a boiler room, and the comparison of their balance with the oracle. @module */
import type { MonthReport, YearInput, YearReport } from "@/lib/energy_balance/balance_report.ts";
import type { MonthReadings } from "@/lib/energy_balance/month_reading.ts";
import type { CumulativeReport } from "@/lib/energy_balance/schema.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
  GasFactors,
} from "@/lib/facilities/energy_settings_schema.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import type { SourceKind } from "@/lib/facilities/source_kinds.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { type Fraction, oracleCumulative, type OracleRow, oracleRows } from "./balance_oracle.ts";

/** Comparison of the figures of a formula, over all compared months. */
interface Agreement {
  /** Figures that exist on both sides. */
  figureCount: number;
  /** Largest relative error. */
  worstError: number;
}

/** The agreement of each formula, by name. */
export type Agreements = Map<string, Agreement>;

/** Largest relative error allowed. @spec QS9 */
const TOLERANCE = 1e-9;

/**
 * A figure on both sides. A difference is near 0 when its terms are alike, so the errors of NC and
 * of the results are relative to the sums.
 */
type Pair = readonly [
  formula: string,
  actual: number | null,
  exact: Fraction | null,
  terms?: Fraction | null,
];

/**
 * Compares a year with the oracle, figure by figure.
 * @param input the year
 * @param agreements to add to
 * @param report what the product makes of it
 * @returns months compared
 * @throws Error at the first figure that differs, or that exists on one side only
 */
export function compareYear(
  input: YearInput,
  agreements: Agreements,
  report: YearReport = yearReport(input),
): number {
  const exact = oracleRows(input);
  same("months", report.rows.map((row) => row.month).join(), exact.map((row) => row.month).join());
  for (const [index, row] of report.rows.entries()) {
    const wanted = exact[index];
    if (wanted !== undefined) compareMonth(row, wanted, agreements);
  }
  if (report.cumulative !== null) compareCumulative(report.cumulative, exact, agreements);
  return exact.length;
}

function compareMonth(row: MonthReport, exact: OracleRow, agreements: Agreements): void {
  const place = row.month;
  same(`${place} days`, row.days, exact.days);
  same(`${place} status`, row.status, exact.status);
  same(`${place} colour`, row.barColour, exact.colour);
  same(`${place} threshold`, row.rate.threshold, exact.threshold);
  agree(place, agreements, [
    ["conversion factor", row.conversionFactor, exact.factor],
    ...figures(row, exact),
    ["N'B per area and DJU", row.target.perAreaDju, exact.target],
    ["contract NB", row.config.nBContract, exact.contractNb],
  ]);
}

function compareCumulative(
  row: CumulativeReport,
  months: readonly OracleRow[],
  agreements: Agreements,
): void {
  const exact = oracleCumulative(months);
  const place = "cumulative";
  same(`${place} days`, row.days, exact.days);
  same(`${place} status`, row.status, exact.status);
  same(`${place} colour`, row.barColour, exact.colour);
  same(`${place} months`, row.heatingMonthCount, exact.comparedCount);
  agree(place, agreements, [
    ...figures(row, exact),
    ["N'B per area and DJU", row.target.perAreaDju, exact.targetPerAreaDju],
  ]);
}

/** The figures that a month and the cumulative row share. */
function figures(
  row: MonthReport | CumulativeReport,
  exact: OracleRow | ReturnType<typeof oracleCumulative>,
): Pair[] {
  return [
    ["source energy", row.source.energy, exact.sourceKWh],
    ["DJU", row.dju, exact.dju],
    ["hot-water volume", row.hotWater.volume, exact.hotWaterM3],
    ["hot-water energy", row.hotWater.energy, exact.hotWaterKWh],
    ["litres a day per person", row.hotWater.dailyVolumePerPerson, exact.litres],
    ["solar energy", row.solar.energy, exact.solarKWh],
    ["solar percent", row.solar.percent, exact.solarPercent],
    ["NC", row.heating.total, exact.nc, exact.terms.nc],
    ["NC per area and DJU", row.heating.perAreaDju, exact.ncPerAreaDju, exact.terms.ncPerAreaDju],
    ["N'B", row.target.total, exact.nb],
    ["gap", row.rate.percent, exact.gap, exact.terms.gap],
  ];
}

function agree(place: string, agreements: Agreements, pairs: readonly Pair[]): void {
  for (const [formula, actual, exact, terms = null] of pairs) {
    if (actual === null || exact === null) {
      same(`${place} ${formula}`, actual, exact);
      continue;
    }
    const error = relativeError(actual, exact.toNumber(), terms?.toNumber() ?? 0);
    if (!(error <= TOLERANCE)) {
      throw new Error(`${place} ${formula}: ${actual}, not ${exact.toNumber()}`);
    }
    const met = agreements.get(formula) ?? { figureCount: 0, worstError: 0 };
    met.figureCount++;
    met.worstError = Math.max(met.worstError, error);
    agreements.set(formula, met);
  }
}

function relativeError(actual: number, exact: number, terms: number): number {
  return actual === exact ? 0 : Math.abs(actual - exact) / Math.max(Math.abs(exact), terms);
}

function same(what: string, actual: unknown, exact: unknown): void {
  if (actual !== exact) throw new Error(`${what}: ${actual}, not ${exact}`);
}

/** Years of readings of every sort: missing months, odd units, versions in mid-month, open seasons. */
const FIRST_MONTHS = Array.from({ length: 24 }, (_, index) => {
  const month = String(index % 12 + 1).padStart(2, "0");
  return `${index < 12 ? 2023 : 2024}-${month}`;
});

const UNITS: Readonly<Record<string, readonly string[]>> = {
  volume: ["m³", "L"],
  energy: ["kWh", "Wh", "MWh"],
  mass: ["kg", "t"],
};

/** A decimal number with few decimals. */
function decimal(max: number, decimals: number): fc.Arbitrary<number> {
  const scale = 10 ** decimals;
  return fc.integer({ min: 0, max: max * scale }).map((digits) => digits / scale);
}

const day = fc.integer({ min: 1, max: 28 }).map((number) => String(number).padStart(2, "0"));
const date = fc.tuple(fc.constantFrom(...FIRST_MONTHS), fc.oneof(fc.constant("01"), day))
  .map(([month, number]) => `${month}-${number}`);

const values: fc.Arbitrary<Omit<EfficiencySettings, "fromDate" | "djuContract">> = fc.record({
  area: fc.oneof({ weight: 20, arbitrary: decimal(9000, 1) }, {
    weight: 1,
    arbitrary: fc.constant(0),
  }),
  peopleNb: fc.integer({ min: 0, max: 400 }),
  djuSource: fc.constantFrom("north", "south"),
  q: decimal(180, 1),
  target: decimal(90, 2),
  threshold: fc.oneof(fc.constant(5), decimal(20, 1)),
}, { noNullPrototype: true });

const settings: fc.Arbitrary<EfficiencySettings> = fc
  .tuple(fc.oneof(fc.constant("2020-01-01"), date), values, fc.option(decimal(4000, 0)))
  .map(([fromDate, version, djuContract]) => ({ fromDate, ...version, djuContract }));

const gasFactors: fc.Arbitrary<GasFactors> = fc.record({
  fromDate: date,
  pta: fc.option(decimal(2, 4).map((pta) => pta + 0.5)),
  pcs: fc.option(decimal(4, 3).map((pcs) => pcs + 9)),
}, { noNullPrototype: true });

const season: fc.Arbitrary<Omit<HeatingSeason, "yearStart">> = fc.record({
  dateStart: fc.option(date),
  dateStop: fc.option(date),
}, { noNullPrototype: true });

function readings(max: number): fc.Arbitrary<MonthReadings> {
  const value = fc.oneof(
    { weight: 14, arbitrary: decimal(max, 3) },
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  return fc.array(value, { minLength: 24, maxLength: 24 }).map((drawn) =>
    Object.fromEntries(FIRST_MONTHS.map((month, index) => [month, {
      value: drawn[index] ?? null,
      completeness: 1,
      estimated: false,
    }]))
  );
}

const room = fc.record({
  sourceKind: fc.constantFrom<SourceKind>(
    "gaz-volume",
    "gaz-volume",
    "gaz-energy",
    "urban-energy",
    "wood-mass",
    "wood-energy",
  ),
  hotWaterKinds: fc.array(fc.constantFrom<"volume" | "energy">("volume", "volume", "energy"), {
    maxLength: 3,
  }),
  solarCount: fc.integer({ min: 0, max: 2 }),
  settings: fc.array(settings, { maxLength: 3 }),
  gazFactors: fc.array(gasFactors, { maxLength: 3 }),
});

/** A boiler room whose series are named "source", "hot-0", "sun-1"… */
const boilerRoom: fc.Arbitrary<BoilerRoomEfficiency> = room.map((drawn) => ({
  sourceKind: drawn.sourceKind,
  sourceType: "source",
  hotWaterTypes: drawn.hotWaterKinds.map((hotWaterKind, index) => ({
    hotWaterType: `hot-${index}`,
    hotWaterKind,
  })),
  solarTypes: Array.from({ length: drawn.solarCount }, (_, index) => `sun-${index}`),
  gazPce: "21546789012345",
  settings: drawn.settings,
  gazFactors: drawn.gazFactors,
}));

const SERIES_IDS = ["source", "second-meter", "hot-0", "hot-1", "hot-2", "sun-0", "sun-1"] as const;

const drawnSeries = fc.tuple(...SERIES_IDS.map(() => readings(9000)));
const drawnUnits = fc.array(fc.nat(), {
  minLength: SERIES_IDS.length,
  maxLength: SERIES_IDS.length,
});

/** A whole year of one boiler room, simulated one time in four. */
export const ANY_YEAR: fc.Arbitrary<YearInput> = fc.record({
  boilerRoom,
  seasons: fc.array(season, { maxLength: 3 }),
  north: readings(500),
  south: readings(300),
  series: drawnSeries,
  units: drawnUnits,
  shifted: fc.boolean(),
  now: fc.oneof({ weight: 5, arbitrary: fc.constant("2025-03-10") }, {
    weight: 1,
    arbitrary: date,
  }),
  overrides: fc.option(values, { freq: 3, nil: null }),
  gasSource: fc.boolean(),
}).map((drawn) => {
  const year: YearInput = {
    boilerRoom: drawn.boilerRoom,
    seasons: drawn.seasons.map((one, index) => ({ yearStart: 2022 + index, ...one })),
    dju: { north: drawn.north, south: drawn.south },
    series: Object.fromEntries(SERIES_IDS.map((id, index) => [id, drawn.series[index] ?? {}])),
    units: Object.fromEntries(
      SERIES_IDS.map((id, index) => [id, unitOf(id, drawn.boilerRoom, drawn.units[index] ?? 0)]),
    ),
    period: { year: 2023, shifted: drawn.shifted },
    now: drawn.now,
  };
  if (drawn.overrides === null) return year;
  const overrides = drawn.gasSource
    ? { ...drawn.overrides, gasSource: "second-meter" }
    : drawn.overrides;
  return { ...year, overrides };
});

/** A unit of the quantity that the series counts; at random, a wrong one. */
function unitOf(id: string, { sourceKind, hotWaterTypes }: BoilerRoomEfficiency, draw: number) {
  const hotWater = hotWaterTypes.find((type) => type.hotWaterType === id)?.hotWaterKind;
  const source = id === "source" ? sourceKind.split("-")[1] : undefined;
  const quantity = source ?? hotWater ?? (id === "second-meter" ? "volume" : "energy");
  const units = UNITS[quantity] ?? [];
  return draw % 60 === 0 ? "°C" : units[draw % units.length] ?? "kWh";
}
