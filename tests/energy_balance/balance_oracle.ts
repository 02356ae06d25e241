/** The energy balance computed again in exact fractions, from its formulas. @module */
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";

/** An exact number for the oracle, so that it shares no rounding with the product. */
export class Fraction {
  private constructor(private readonly over: bigint, private readonly under: bigint) {}

  /** The number that a decimal text writes: 0.1 is a tenth, not its binary approximation. */
  static of(value: number): Fraction {
    const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
    const [whole = "0", decimals = ""] = mantissa.split(".");
    const digits = BigInt(whole + decimals);
    const power = Number(exponent) - decimals.length;
    return power >= 0
      ? Fraction.reduced(digits * 10n ** BigInt(power), 1n)
      : Fraction.reduced(digits, 10n ** BigInt(-power));
  }

  static sum(parts: readonly Fraction[]): Fraction {
    return parts.reduce((total, part) => total.plus(part), Fraction.of(0));
  }

  plus(other: Fraction): Fraction {
    return Fraction.reduced(
      this.over * other.under + other.over * this.under,
      this.under * other.under,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.over, other.under));
  }

  times(other: Fraction): Fraction {
    return Fraction.reduced(this.over * other.over, this.under * other.under);
  }

  /** @throws RangeError when the other is 0 */
  by(other: Fraction): Fraction {
    if (other.over === 0n) throw new RangeError("Division by zero");
    const sign = other.over < 0n ? -1n : 1n;
    return Fraction.reduced(sign * this.over * other.under, sign * this.under * other.over);
  }

  /** Negative, 0 or positive. */
  compare(other: Fraction): number {
    const difference = this.over * other.under - other.over * this.under;
    if (difference === 0n) return 0;
    return difference < 0n ? -1 : 1;
  }

  isZero(): boolean {
    return this.over === 0n;
  }

  /** The nearest double, to 15 digits at least. */
  toNumber(): number {
    const scaled = this.over * 10n ** 30n / this.under;
    return Number(`${scaled}e-30`);
  }

  private static reduced(over: bigint, under: bigint): Fraction {
    let [a, b] = [over < 0n ? -over : over, under];
    while (b > 0n) [a, b] = [b, a % b];
    return a > 1n ? new Fraction(over / a, under / a) : new Fraction(over, under);
  }
}

/**
 * A year's balance computed a second time, from the specification and with exact numbers.
 *
 * It shares no function with `lib/`: formulas are written as quotients of products, months as
 * numbers counted from year 0, versions found by sorting, and nothing is rounded before the end.
 */
export interface OracleRow {
  month: string;
  days: number;
  factor: Fraction;
  sourceKWh: Fraction | null;
  dju: Fraction | null;
  hotWaterM3: Fraction | null;
  hotWaterKWh: Fraction | null;
  litres: Fraction | null;
  solarKWh: Fraction | null;
  solarPercent: Fraction | null;
  nc: Fraction | null;
  terms: Terms;
  ncPerAreaDju: Fraction | null;
  nb: Fraction | null;
  gap: Fraction | null;
  status: string | null;
  colour: string | null;
  area: Fraction | null;
  target: Fraction | null;
  threshold: number | null;
  contractNb: Fraction | null;
}

/** The terms that NC and its figures add and subtract, all counted as positive. */
interface Terms {
  nc: Fraction;
  ncPerAreaDju: Fraction | null;
  gap: Fraction | null;
}

const n = (value: number) => Fraction.of(value);
const HUNDRED = n(100);
const THOUSAND = n(1000);

const SCALE: Record<string, [kind: string, times: number, over: number]> = {
  "m³": ["volume", 1, 1],
  "L": ["volume", 1, 1000],
  "kWh": ["energy", 1, 1],
  "Wh": ["energy", 1, 1000],
  "MWh": ["energy", 1000, 1],
  "kg": ["mass", 1, 1],
  "t": ["mass", 1000, 1],
};

/** The rows of a year, exactly. */
export function oracleRows(input: YearInput): OracleRow[] {
  const first = input.period.year * 12 + (input.period.shifted ? 6 : 0);
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = input.now.split("-").map(Number);
  const running = nowYear * 12 + nowMonth - 1;
  const rows: OracleRow[] = [];
  for (let index = first; index < first + 12 && index <= running; index++) {
    // Finished days: on the first of a month, none of it is read yet.
    const elapsed = index === running ? nowDay - 1 : null;
    rows.push(oracleRow(elapsed === 0 ? { ...input, series: {}, dju: {} } : input, index, elapsed));
  }
  return rows;
}

function oracleRow(input: YearInput, index: number, elapsed: number | null): OracleRow {
  const year = Math.floor(index / 12);
  const number = index % 12 + 1;
  const month = `${String(year).padStart(4, "0")}-${String(number).padStart(2, "0")}`;
  const days = elapsed ?? new Date(Date.UTC(year, number, 0)).getUTCDate();
  const settings = settingsAt(input, month);
  const source = sourceAt(input, month);
  const hotWater = hotWaterAt(input, month, settings, days);
  const solar = solarAt(input, month, hotWater.hotWaterKWh);
  const dju = settings === null ? null : djuOf(input, settings.djuSource, index, month);
  const spent = input.boilerRoom.hotWaterTypes.length === 0 ? n(0) : hotWater.hotWaterKWh;
  const sun = input.boilerRoom.solarTypes.length === 0 ? n(0) : solar.solarKWh;
  const isSummer = [6, 7, 8, 9].includes(number);
  return {
    month,
    days,
    ...source,
    ...hotWater,
    ...solar,
    dju,
    ...heatingAt(isSummer ? null : dju, settings, { in: whole([source.sourceKWh, sun]), spent }),
    ...contractAt(settings),
  };
}

type OracleSettings = Omit<EfficiencySettings, "fromDate">;

function settingsAt({ boilerRoom, overrides }: YearInput, month: string): OracleSettings | null {
  const recorded = newest(boilerRoom.settings, `${month}-01`);
  if (overrides === undefined) return recorded;
  return { ...overrides, djuContract: recorded?.djuContract ?? null };
}

function sourceAt(input: YearInput, month: string): Pick<OracleRow, "factor" | "sourceKWh"> {
  const { boilerRoom, overrides } = input;
  const seriesId = overrides?.gasSource ?? boilerRoom.sourceType;
  const kind = overrides?.gasSource === undefined ? boilerRoom.sourceKind : "gaz-volume";
  const factor = factorOf(kind, newest(boilerRoom.gazFactors, `${month}-01`));
  const amount = valueOf(input, seriesId, month, kind.split("-")[1] ?? "");
  return { factor, sourceKWh: amount === null ? null : amount.times(factor) };
}

function hotWaterAt(
  input: YearInput,
  month: string,
  settings: OracleSettings | null,
  days: number,
): Pick<OracleRow, "hotWaterM3" | "hotWaterKWh" | "litres"> {
  const types = input.boilerRoom.hotWaterTypes;
  const valuesOf = (kind: string) =>
    types.filter((one) => one.hotWaterKind === kind)
      .map((one) => valueOf(input, one.hotWaterType, month, kind));
  const drawn = valuesOf("volume");
  const heated = drawn.map((m3) =>
    m3 === null || settings === null ? null : m3.times(n(settings.q))
  );
  const hotWaterM3 = drawn.length === 0 ? null : whole(drawn);
  return {
    hotWaterM3,
    hotWaterKWh: types.length === 0 ? null : whole([...valuesOf("energy"), ...heated]),
    litres: hotWaterM3 === null || settings === null || settings.peopleNb === 0
      ? null
      : hotWaterM3.times(THOUSAND).by(n(settings.peopleNb)).by(n(days)),
  };
}

function solarAt(
  input: YearInput,
  month: string,
  hotWaterKWh: Fraction | null,
): Pick<OracleRow, "solarKWh" | "solarPercent"> {
  const solar = input.boilerRoom.solarTypes.map((id) => valueOf(input, id, month, "energy"));
  const solarKWh = solar.length === 0 ? null : whole(solar);
  const hasShare = solarKWh !== null && hotWaterKWh !== null && !hotWaterKWh.isZero();
  return { solarKWh, solarPercent: hasShare ? solarKWh.by(hotWaterKWh).times(HUNDRED) : null };
}

function heatingAt(
  dju: Fraction | null,
  settings: OracleSettings | null,
  energy: { in: Fraction | null; spent: Fraction | null },
): Pick<
  OracleRow,
  "nc" | "terms" | "ncPerAreaDju" | "nb" | "gap" | "target" | "status" | "colour"
> {
  const heats = dju !== null && settings !== null && dju.compare(n(0)) > 0;
  const areaDju = heats ? n(settings.area).times(dju) : null;
  const target = heats ? n(settings.target) : null;
  const nc = heats && energy.in !== null && energy.spent !== null
    ? energy.in.minus(energy.spent)
    : null;
  const nb = areaDju === null || target === null ? null : areaDju.times(target).by(THOUSAND);
  const gap = gapOf(nc, nb);
  return {
    nc,
    terms: termsOf(Fraction.sum([energy.in ?? n(0), energy.spent ?? n(0)]), areaDju, nb),
    ncPerAreaDju: perAreaDjuOf(nc, areaDju),
    nb,
    gap,
    target,
    ...readingOf(gap, settings?.threshold ?? null),
  };
}

function contractAt(
  settings: OracleSettings | null,
): Pick<OracleRow, "area" | "threshold" | "contractNb"> {
  if (settings === null) return { area: null, threshold: null, contractNb: null };
  const { area, target, threshold, djuContract } = settings;
  const contractNb = djuContract === null
    ? null
    : n(djuContract).times(n(area)).times(n(target)).by(THOUSAND);
  return { area: n(area), threshold, contractNb };
}

/** The cumulative row, exactly: the figures it does not take from the last month. */
export function oracleCumulative(rows: readonly OracleRow[]) {
  const known = (values: readonly (Fraction | null)[]) => {
    const there = values.filter((value) => value !== null);
    return there.length === 0 ? null : Fraction.sum(there);
  };
  const compared = rows.filter((row) => row.nc !== null && row.nb !== null);
  const areaDju = known(compared.map((row) => row.area?.times(row.dju ?? n(0)) ?? null));
  const nc = known(compared.map((row) => row.nc));
  const nb = known(compared.map((row) => row.nb));
  const drawn = rows.filter((row) => row.litres !== null);
  const paired = rows.filter((row) => row.solarKWh !== null && row.hotWaterKWh !== null);
  const hotWater = known(paired.map((row) => row.hotWaterKWh));
  const gap = gapOf(nc, nb);
  return {
    days: rows.reduce((count, row) => count + row.days, 0),
    sourceKWh: known(rows.map((row) => row.sourceKWh)),
    dju: rows.every((row) => row.dju === null) ? null : known(compared.map((row) => row.dju)) ??
      (rows.some((row) => row.nb !== null) ? null : n(0)),
    hotWaterM3: known(rows.map((row) => row.hotWaterM3)),
    hotWaterKWh: known(rows.map((row) => row.hotWaterKWh)),
    litres: drawn.length === 0
      ? null
      : Fraction.sum(drawn.map((row) => (row.litres ?? n(0)).times(n(row.days))))
        .by(n(drawn.reduce((count, row) => count + row.days, 0))),
    solarKWh: known(rows.map((row) => row.solarKWh)),
    solarPercent: hotWater === null || hotWater.isZero()
      ? null
      : known(paired.map((row) => row.solarKWh))?.by(hotWater).times(HUNDRED) ?? null,
    nc,
    terms: termsOf(Fraction.sum(compared.map((row) => row.terms.nc)), areaDju, nb),
    ncPerAreaDju: perAreaDjuOf(nc, areaDju),
    nb,
    targetPerAreaDju: perAreaDjuOf(nb, areaDju),
    gap,
    ...readingOf(gap, rows.at(-1)?.threshold ?? null),
    comparedCount: compared.length,
  };
}

function newest<Version extends { readonly fromDate: string }>(
  versions: readonly Version[],
  day: string,
): Version | null {
  const begun = versions.filter((version) => version.fromDate.localeCompare(day) <= 0);
  return begun.toSorted((a, b) => a.fromDate.localeCompare(b.fromDate)).at(-1) ?? null;
}

function factorOf(
  kind: string,
  factors: { readonly pta: number | null; readonly pcs: number | null } | null,
): Fraction {
  if (kind === "wood-mass") return n(4.6);
  if (kind !== "gaz-volume") return n(1);
  const both = factors !== null && factors.pta !== null && factors.pcs !== null;
  return both ? n(factors.pta ?? 0).times(n(factors.pcs ?? 0)) : n(11);
}

function valueOf(
  input: YearInput,
  seriesId: string,
  month: string,
  quantity: string,
): Fraction | null {
  const value = input.series[seriesId]?.[month]?.value ?? null;
  const [kind, times, over] = SCALE[input.units[seriesId] ?? ""] ?? ["", 1, 1];
  return value === null || kind !== quantity ? null : n(value).times(n(times)).by(n(over));
}

function djuOf(input: YearInput, source: string, index: number, month: string): Fraction | null {
  const yearStart = Math.floor((index - 6) / 12);
  const season = input.seasons.find((one) => one.yearStart === yearStart);
  const from = season?.dateStart?.slice(0, 7) ?? "0000-00";
  const to = season?.dateStop?.slice(0, 7) ?? "9999-99";
  if (month < from || month > to) return n(0);
  const value = input.dju[source]?.[month]?.value ?? null;
  return value === null ? null : n(value);
}

function whole(parts: readonly (Fraction | null)[]): Fraction | null {
  const there = parts.filter((part) => part !== null);
  return there.length < parts.length ? null : Fraction.sum(there);
}

function termsOf(nc: Fraction, areaDju: Fraction | null, nb: Fraction | null): Terms {
  return {
    nc,
    ncPerAreaDju: perAreaDjuOf(nc, areaDju),
    gap: nb === null || nb.isZero() ? null : nc.by(nb).plus(n(1)).times(HUNDRED),
  };
}

function perAreaDjuOf(total: Fraction | null, areaDju: Fraction | null): Fraction | null {
  if (total === null || areaDju === null || areaDju.isZero()) return null;
  return total.times(THOUSAND).by(areaDju);
}

function gapOf(nc: Fraction | null, nb: Fraction | null): Fraction | null {
  return nc === null || nb === null || nb.isZero() ? null : nc.minus(nb).by(nb).times(HUNDRED);
}

function readingOf(gap: Fraction | null, threshold: number | null) {
  if (gap === null) return { status: null, colour: null };
  const sign = gap.compare(n(0));
  const side = gap.compare(n(threshold ?? 5));
  const bad = side > 0 ? "very-bad" : "bad";
  const warm = side < 0 ? "orange" : "red";
  return { status: sign > 0 ? bad : "good", colour: sign < 0 ? "green" : warm };
}
