import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { BalanceTable } from "@/components/energy_balance/BalanceTable.tsx";
import { comparisonColumns } from "@/components/energy_balance/comparison_columns.tsx";
import { DataTable } from "@/components/ui/DataTable.tsx";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import type { MonthInput } from "@/lib/energy_balance/balance_report.ts";
import {
  aboveThreshold,
  comparedRanks,
  comparedYear,
  NO_YEAR,
  recentGap,
  recentMonths,
  worstFirst,
} from "@/lib/energy_balance/comparison.ts";
import { COMPARISON_FIGURES, sumsText } from "@/lib/energy_balance/comparison_text.ts";
import type { MonthReading } from "@/lib/energy_balance/month_reading.ts";
import { portfolioRanks } from "@/lib/energy_balance/portfolio_ranks.ts";
import type { ComparisonLine } from "@/lib/energy_balance/schema.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import type { SourceKind } from "@/lib/facilities/source_kinds.ts";
import {
  aBoilerRoom as aBoilerRoomAResidence,
  aSeries,
  ORG,
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aBoilerRoom, aYear, months, someSettings } from "./builders.ts";

function room(boilerRoomId: string) {
  return {
    projectId: "p1",
    projectName: "Les Tilleuls",
    boilerRoomId,
    boilerRoomName: `Chaufferie ${boilerRoomId}`,
  };
}

/** A boiler room with the given consumption in January, m³. */
function lineOf(id: string, volumeM3: number | null): ComparisonLine {
  const series = { source: months({ "2023-01": volumeM3 }), ecs: months({ "2023-01": 60 }) };
  return { ...room(id), ...comparedYear(aYear({ series }), null) };
}

// @spec balance.comparison
Deno.test("comparedYear() has the cumulative row, the energy by m², and the change at equal weather", () => {
  // 22 000 kWh PCS are 19 819.8 kWh PCI over 1 000 m²; 0.227 kg each.
  const { cumulative, equalWeather, marks } = comparedYear(aYear({ now: "2023-02-03" }), null);
  deepStrictEqual(cumulative, yearReport(aYear({ now: "2023-02-03" })).cumulative);
  strictEqual(equalWeather, null);
  deepStrictEqual(marks, {
    energies: [{ carrier: "gas", unit: "kWh-PCS", amount: 22_000 }],
    kwhPerM2: 19.8,
    kg: 4499,
    kgPerM2: 4.5,
  });
  // Eleven months of 2023 are not known.
  strictEqual(comparedYear(aYear(), null).marks, null);
  const before = {
    series: { source: months({ "2022-01": 2000 }), ecs: months({ "2022-01": 60 }) },
    dju: { station: months({ "2022-01": 500 }) },
    seasons: [],
    units: { source: "m³", ecs: "m³" },
  };
  // 16 000 kWh at 400 DJU would be 20 000 at 500: 26 000 with hot water, against 22 000.
  deepStrictEqual(comparedYear(aYear(), before).equalWeather, { percent: 18.2, monthCount: 1 });
});

// @spec balance.comparison
Deno.test("worstFirst() orders by gap, rooms without gap last in their own order", () => {
  const lines = [
    lineOf("none", null),
    lineOf("good", 1900),
    { ...room("unset"), ...NO_YEAR },
    lineOf("bad", 2300),
  ];
  deepStrictEqual(worstFirst(lines).map((line) => line.boilerRoomId), [
    "bad",
    "good",
    "none",
    "unset",
  ]);
  strictEqual(lines[0]?.boilerRoomId, "none");
});

Deno.test("the share of readings is whole only when all are there, and exactly 29 % is shown as 29 %", () => {
  const room = { projectId: "p1", projectName: "A", boilerRoomId: "c1", boilerRoomName: "B" };
  const line = { ...room, ...comparedYear(aYear(), null) };
  const { cumulative } = line;
  ok(cumulative);
  const data = COMPARISON_FIGURES.find(({ field }) => field === "data");
  const share = (completeness: number) =>
    data?.value({ ...line, cumulative: { ...cumulative, completeness } });
  // 28.999999999999996 % in binary.
  deepStrictEqual([share(0.29), share(0.999), share(1)], [29, 99, 100]);
});

// @spec balance.ranks, prices.by-area
Deno.test("comparisonColumns() show ranks under their figure, and the compared days under the gap", () => {
  const lines = [1500, 2000, 2500, 3000, 2000].map((volumeM3, at) => {
    const series = { source: months({ "2023-01": volumeM3 }), ecs: months({ "2023-01": 60 }) };
    return { ...room(String(at)), ...comparedYear(aYear({ series, now: "2023-02-03" }), null) };
  });
  const costs = new Map(["12.5", "9", "20", "11"].map((euros, at) => [String(at), Number(euros)]));
  const { ranks, sums } = comparedRanks(lines, costs);
  const html = drawn(
    <DataTable
      caption="Chaufferies, année 2023"
      columns={comparisonColumns(() => "/", ranks, costs)}
      rows={[...lines, { ...room("unset"), ...NO_YEAR }]}
    />,
  );
  const heads = [...html.matchAll(/<th scope="col".*?<\/th>/gs)].map(([head]) => wordsOf(head));
  strictEqual(heads.length, 10);
  const words = wordsOf(html);
  match(words, /-?\d+,\d sur 31\s?j/);
  match(words, /14,9\s?1er sur 5, 1er quart/);
  match(words, /19,8\s?2e sur 5, 1er quart/);
  match(words, /29,7\s?5e sur 5, 4e quart/);
  // The fifth has no cost: it is not ranked, and the others are four.
  match(words, /9,00\s?1er sur 4/);
  match(words, /20,00\s?4e sur 4/);
  match(
    sumsText({ sums, lineCount: 5 }),
    /^5\schaufferies connues\u00A0: 109\sMWh PCI, 24,7\st de CO₂e, écart \+13,8\s%\.$/,
  );
  strictEqual(sumsText({ sums: comparedRanks([]).sums, lineCount: 0 }), "");
});

interface Site {
  readonly now: string;
  /** Gas of a day, m³ of 11 kWh; null when not read. */
  readonly gas: (date: string) => number | null;
  readonly dju?: (date: string) => number | null;
  readonly seasons?: readonly HeatingSeason[];
  readonly settings?: EfficiencySettings[];
}

/** A boiler room without hot water, whose N'B is 40 Wh × 1,000 m² × 10 DJU = 400 kWh a day. */
function site({ now, gas, dju = () => 10, seasons = [], settings }: Site): MonthInput {
  const byMonth = (of: (date: string) => number | null) =>
    Object.fromEntries(
      recentMonths(now).map((month) => {
        const days = datesOfMonth(month).filter((date) => date < now).map(of);
        const known = days.flatMap((value) => value ?? []);
        const value = known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
        const reading: MonthReading = {
          value,
          days,
          completeness: known.length / days.length,
          estimated: false,
        };
        return [month, reading];
      }),
    );
  const boilerRoom = aBoilerRoom({
    hotWaterTypes: [],
    settings: settings ?? [someSettings()],
  });
  const series = { source: byMonth(gas) };
  return aYear({ boilerRoom, now, seasons, series, dju: { station: byMonth(dju) } });
}

function percentOf(given: Site): number | undefined {
  const gap = recentGap(site(given));
  return gap === null ? undefined : Math.round(10 * (gap.percent ?? NaN)) / 10;
}

Deno.test("recentMonths() are the months of the last thirty finished days", () => {
  deepStrictEqual(recentMonths("2026-11-19"), ["2026-10", "2026-11"]);
  deepStrictEqual(recentMonths("2026-03-02"), ["2026-01", "2026-02", "2026-03"]);
  deepStrictEqual(recentMonths("2026-01-01"), ["2025-12"]);
  deepStrictEqual(recentMonths("2026-12-01"), ["2026-11"]);
});

// @spec balance.recent-gap
Deno.test("recentGap() is the gap of the last thirty days: a drift of this month counts, an earlier one does not", () => {
  // From 20 October to 18 November: 40 m³ × 11 = 440 kWh a day against 400 kWh: +10 %; 36 × 11 = 396: −1 %.
  const drifting = (date: string) => date >= "2026-10-20" ? 40 : 10;
  const cured = (date: string) => date >= "2026-10-20" ? 36 : 80;
  deepStrictEqual(recentGap(site({ now: "2026-11-19", gas: drifting })), {
    dayCount: 30,
    percent: 10,
    threshold: 5,
    status: "very-bad",
  });
  deepStrictEqual(recentGap(site({ now: "2026-11-19", gas: cured })), {
    dayCount: 30,
    percent: -1,
    threshold: 5,
    status: "good",
  });
});

// @spec balance.recent-gap
Deno.test("recentGap() compares only days read by every meter, with DJU above 0; fifteen are enough", () => {
  const now = "2026-11-19";
  const readFrom = (first: string) => (date: string) => date >= first ? 40 : null;
  strictEqual(recentGap(site({ now, gas: readFrom("2026-11-04") }))?.dayCount, 15);
  strictEqual(recentGap(site({ now, gas: readFrom("2026-11-05") })), null);
  // 18 days of 5 DJU from 1 November: 40 × 11 = 440 kWh against 200 kWh: +120 %; the mild days of October are left out.
  const mild = (date: string) => date < "2026-11-01" ? 0 : 5;
  strictEqual(percentOf({ now, gas: () => 40, dju: mild }), 120);
  // Unknown DJU on 16 of the 30 days.
  const unread = (date: string) => date < "2026-11-05" ? null : 10;
  strictEqual(percentOf({ now, gas: () => 40, dju: unread }), undefined);
});

// @spec balance.recent-gap
Deno.test("recentGap() counts the days inside the season: none in summer, those since it began in autumn", () => {
  const gas = (date: string) => date < "2026-10-12" ? 80 : 40;
  const season = { yearStart: 2026, dateStart: "2026-10-12", dateStop: null };
  // From 12 October to 6 November: 26 days at +10 %; before, 80 × 11 = 880 kWh a day are left out.
  const given = { now: "2026-11-07", gas, seasons: [season] };
  strictEqual(percentOf(given), 10);
  strictEqual(recentGap(site(given))?.dayCount, 26);
  // 14 days of the season.
  strictEqual(percentOf({ ...given, now: "2026-10-26" }), undefined);
  strictEqual(percentOf({ now: "2026-08-15", gas: () => 80 }), undefined);
  // Without a season, it ends on 31 May: 16 days of the thirty before 15 June, 14 of those before 17 June.
  strictEqual(recentGap(site({ now: "2026-06-15", gas: () => 80 }))?.dayCount, 16);
  strictEqual(percentOf({ now: "2026-06-17", gas: () => 80 }), undefined);
});

// @spec balance.recent-gap, balance.settings
Deno.test("recentGap() scales each month's target by its own settings, and takes the threshold of the last", () => {
  const changed = someSettings({ fromDate: "2026-11-01", target: 20, threshold: 60 });
  const settings = [someSettings(), changed];
  // 12 days of October × 400 + 18 of November × 200 = 8,400 kWh; 30 × 440 = 13,200 kWh: +57.1 %.
  const given = { now: "2026-11-19", gas: () => 40, settings };
  strictEqual(percentOf(given), 57.1);
  strictEqual(recentGap(site(given))?.status, "bad");
  // Before the first settings nothing is compared: 18 days of November remain, +120 %.
  strictEqual(percentOf({ ...given, settings: [changed] }), 120);
});

// @spec balance.recent-gap
Deno.test("recentGap() has no day in a month that is known only as a whole", () => {
  const given = site({ now: "2026-11-19", gas: () => 40 });
  const { days: _, ...whole } = given.series["source"]?.["2026-11"] ?? { days: [] };
  const november = {
    value: 720,
    completeness: 1,
    estimated: false,
    ...whole,
    wholeMonth: true,
  } as const;
  const source = { ...given.series["source"], "2026-11": november };
  // The 12 days of October are too few.
  strictEqual(recentGap({ ...given, series: { source } }), null);
});

// @spec balance.recent-gap
Deno.test("aboveThreshold() returns the boiler rooms above their threshold, worst first", () => {
  const line = (id: string, gas: number | null) => (
    { id, gap: recentGap(site({ now: "2026-11-19", gas: () => gas })) }
  );
  const lines = [line("none", null), line("bad", 40), line("good", 36), line("worse", 60)];
  deepStrictEqual(aboveThreshold(lines).map(({ id }) => id), ["worse", "bad"]);
});

const DAY_S = 86_400;
/** Midnight of 1 September 2026 in Paris, seconds; a day of 25 hours follows in October. */
const START_S = Date.parse("2026-08-31T22:00:00Z") / 1_000;

/** A boiler room that burns the gas of a series, with the settings of {@link someSettings}. */
async function aBalance(ask: CallFunction, { gas, djuSource }: { gas: string; djuSource: string }) {
  const boilerRoomId = await aBoilerRoomAResidence(ask);
  const place = { projectId: PROJECT, boilerRoomId };
  const body = sourcesDraft({ sourceType: gas });
  ok((await ask("putEfficiencySources", { ...place, body })).ok);
  const { fromDate, ...settings } = someSettings({ fromDate: "2026-01-01", djuSource });
  ok((await ask("putEfficiencySettings", { ...place, fromDate, body: settings })).ok);
  return boilerRoomId;
}

// @spec balance.recent-gap
Deno.test("the figures of a residence judge the last thirty days, also where the months are read whole", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask, stored }) => {
    const [cured, drifting] = [await aSeries(ask, "GAZV"), await aSeries(ask, "GAZV")];
    const outdoor = await aSeries(ask, "TEXT");
    // 8 °C each hour: 10 DJU a day, for which N'B is 40 Wh × 1,000 m² × 10 = 400 kWh.
    const hours = Array.from({ length: 80 * 24 }, (_, hour) => (
      { epochS: START_S + hour * 3_600, value: 8 }
    ));
    // A reading every three hours: 36 then 40 m³ a day of 11 kWh, 396 and 440 kWh: −1 % and +10 %; before, 80 and 20 m³.
    const turnS = Date.parse("2026-10-19T22:00:00Z") / 1_000;
    const register = (before: number, after: number) =>
      Array.from({ length: 80 * 8 }, (_, at) => {
        const epochS = START_S + at * DAY_S / 8;
        const days = Math.max(0, epochS - turnS) / DAY_S;
        return {
          epochS,
          value: 1_000 + before * ((epochS - START_S) / DAY_S - days) + after * days,
        };
      });
    await stored.append([
      { seriesId: cured, kind: "index", readings: register(80, 36) },
      { seriesId: drifting, kind: "index", readings: register(20, 40) },
      { seriesId: outdoor, kind: "instant", readings: hours },
    ]);
    const source = { name: "Sonde", method: "mean" as const, seriesId: outdoor, station: "" };
    const made = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body: source }));
    const rooms = [
      await aBalance(ask, { gas: cured, djuSource: made.id }),
      await aBalance(ask, { gas: drifting, djuSource: made.id }),
    ];
    const unset = await aBoilerRoomAResidence(ask);
    const { rooms: lines } = await answerOf(ask("listResidenceFigures", { orgId: ORG }));
    const gapOf = (id: string) => {
      const gap = lines?.find(({ boilerRoomId }) => boilerRoomId === id)?.gap ?? null;
      return gap && [gap.dayCount, Math.round(10 * (gap.percent ?? NaN)) / 10, gap.status];
    };
    // The day of 25 hours has 1/24 more gas for the same DJU: 396 and 440 × 721 / 720, against 400 kWh.
    deepStrictEqual([...rooms, unset].map(gapOf), [
      [30, -0.9, "good"],
      [30, 10.2, "very-bad"],
      null,
    ]);
  }, { now: "2026-11-19T09:00:00Z" }));

Deno.test("BalanceTable shows the share of data as a whole percentage, never rounded up", () => {
  const series = { source: months({ "2023-01": 4_000 }), ecs: months({ "2023-01": 60 }) };
  const report = yearReport(aYear({ series }));
  const [row] = report.rows;
  ok(row);
  const shown = [0.58, 0.996, 1].map((completeness) => {
    const rows = [{ ...row, completeness }];
    const html = drawn(<BalanceTable report={{ ...report, rows }} caption="Bilan" />);
    const [body = ""] = /<tbody>.*?<\/tbody>/s.exec(html) ?? [];
    const cells = [...body.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => wordsOf(cell));
    return cells.at(-1);
  });
  deepStrictEqual(shown, ["58", "99", "100"]);
});

function ranksOf(figures: readonly (number | null)[]) {
  const ranks = portfolioRanks(figures.map((kwhPerM2, at) => ({ id: String(at), kwhPerM2 })));
  return figures.map((_, at) => ranks[at]?.kwhPerM2 ?? null);
}

// @spec balance.ranks
Deno.test("rank 1 is the lowest, ties are equal, and an unknown figure has no rank (E §5)", () => {
  const ranks = ranksOf([30, 10, null, 10, 20]).map((rank) => rank?.rank ?? null);
  deepStrictEqual(ranks, [4, 1, null, 1, 3]);
  deepStrictEqual(ranksOf([5, null]), [{ rank: 1, of: 1, quartile: null }, null]);
  deepStrictEqual(ranksOf([]), []);
});

// @spec balance.ranks
Deno.test("quartiles are of type 7, from four figures; a line is above those strictly below it", () => {
  const quarters = (figures: readonly (number | null)[]) =>
    ranksOf(figures).map((rank) => rank?.quartile ?? null);
  deepStrictEqual(quarters([1, 2, 3, null]), [null, null, null, null]);
  deepStrictEqual(quarters([1, 2, 3, 4]), [1, 2, 3, 4]);
  // A quartile's own value is not above it.
  deepStrictEqual(quarters([10, 20, 30, 40, 50]), [1, 1, 2, 3, 4]);
  deepStrictEqual(quarters([7, 7, 7, 7]), [1, 1, 1, 1]);
});

// @spec balance.ranks
Deno.test("each figure has its own ranks", () => {
  const ranks = portfolioRanks([
    { id: "a", kwhPerM2: 1, whPerM2Dju: 9, eurosPerM2: 2, kgPerM2: null },
    { id: "b", kwhPerM2: 2, whPerM2Dju: 8, eurosPerM2: 2, kgPerM2: 0 },
  ]);
  const places = (id: string) =>
    Object.fromEntries(Object.entries(ranks[id] ?? {}).map(([name, rank]) => [name, rank?.rank]));
  deepStrictEqual(places("a"), { kwhPerM2: 1, whPerM2Dju: 2, eurosPerM2: 1, kgPerM2: undefined });
  deepStrictEqual(places("b"), { kwhPerM2: 2, whPerM2Dju: 1, eurosPerM2: 1, kgPerM2: 1 });
});

// @spec balance.ranks
Deno.test("carbon and kWh PCI are summed, solar apart; NC over N'B is summed within one basis only", () => {
  const base = lineOf("gas", 2000);
  const { cumulative } = base;
  ok(cumulative);
  const marks = { kwhPerM2: null, kgPerM2: null, kg: 227 };
  const heated = (ncKwh: number, targetKwh: number, kind: SourceKind): ComparisonLine => ({
    ...base,
    cumulative: {
      ...cumulative,
      source: { ...cumulative.source, kind },
      heating: { total: ncKwh, perAreaDju: null },
      target: { total: targetKwh, perAreaDju: null },
    },
  });
  const lines: ComparisonLine[] = [
    {
      ...base,
      marks: {
        ...marks,
        energies: [
          { carrier: "gas", unit: "kWh-PCS", amount: 1110 },
          { carrier: "solar", unit: "kWh", amount: 50 },
        ],
      },
    },
    { ...base, marks: { ...marks, energies: [{ carrier: "pellets", unit: "t", amount: 1 }] } },
    { ...base, marks: { ...marks, energies: [{ carrier: "district", unit: "kWh", amount: 400 }] } },
  ];
  const { finalKwh, solarKwh, kg } = comparedRanks(lines).sums;
  deepStrictEqual([finalKwh, solarKwh, kg], [6000, 50, 681]);
  const none = { finalKwh: null, solarKwh: null, kg: null, gapPercent: null };
  deepStrictEqual(comparedRanks([{ ...room("unset"), ...NO_YEAR }]).sums, none);
  const gap = (...some: ComparisonLine[]) => comparedRanks(some).sums.gapPercent;
  const gas = heated(90, 100, "gaz-volume");
  strictEqual(gap(gas, heated(121, 100, "gaz-energy")), 5.5);
  // 2 001 of 2 000 is 0.05 %, shown 0.1 %.
  strictEqual(gap(heated(1001, 1000, "wood-mass"), heated(1000, 1000, "wood-energy")), 0.1);
  strictEqual(gap(gas, heated(120, 100, "urban-energy")), null);
  strictEqual(gap(heated(0, 0, "gaz-volume")), null);
});
