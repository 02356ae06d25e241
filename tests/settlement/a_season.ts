import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import type { MonthReadings } from "@/lib/energy_balance/month_reading.ts";
import { seasonSheet, type SheetQuery } from "@/lib/settlement/season_sheet.ts";
import type { StatementSheet } from "@/lib/settlement/schema.ts";
import { aBoilerRoom, someSettings } from "@/tests/energy_balance/builders.ts";
import { someTerms } from "@/tests/helpers/drafts.ts";

export const MONTHS = [
  ...["2025-10", "2025-11", "2025-12"],
  ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"],
];

/** Readings of a season, the same each day; null for the days left out. */
export function daily(
  value: number,
  isOut: (date: string) => boolean = () => false,
): MonthReadings {
  return Object.fromEntries(MONTHS.map((month) => {
    const days = datesOfMonth(month).map((date) => isOut(date) ? null : value);
    const total = days.reduce<number>((sum, day) => sum + (day ?? 0), 0);
    const completeness = days.filter((day) => day !== null).length / days.length;
    return [month, { value: total, completeness, estimated: false, days }];
  }));
}

/** Readings known by month only, as bills are. */
export function wholeMonths(kWhADay: number): MonthReadings {
  return Object.fromEntries(MONTHS.map((month) => [month, {
    value: kWhADay * datesOfMonth(month).length,
    completeness: 1,
    estimated: false,
    wholeMonth: true as const,
  }]));
}

export const TARIFF = { vat: "0.2", annualFixed: 0, fixedVat: 0 };

/** 232 days of 10 DJU: 2 320 of a contract's 2 400, N'B 580 000 kWh. */
export function aSeason(
  { kWh = 2_400, terms = [someTerms()], isOut, input: { boilerRoom, ...read } = {}, ...over }:
    & Partial<Omit<SheetQuery, "input">>
    & {
      kWh?: number;
      isOut?: (date: string) => boolean;
      input?: Partial<Omit<YearInput, "boilerRoom">> & {
        boilerRoom?: Partial<YearInput["boilerRoom"]>;
      };
    } = {},
) {
  const input: YearInput = {
    boilerRoom: aBoilerRoom({
      sourceKind: "gaz-energy",
      hotWaterTypes: [],
      settings: [someSettings({ djuContract: 2_400 })],
      ...boilerRoom,
    }),
    seasons: [],
    dju: { station: daily(10) },
    series: { source: daily(kWh, isOut) },
    units: { source: "kWh" },
    period: { year: 2025, shifted: true },
    now: "2026-06-15",
    ...read,
  };
  return seasonSheet({
    from: "2025-10-01",
    to: "2026-05-20",
    input,
    terms,
    tariffs: [{ from: "2020-01-01", price: "0.0785", vat: "0.2", annualFixed: 0, fixedVat: 0 }],
    indexValues: [],
    ...over,
  });
}

export function sheetOf(season: ReturnType<typeof aSeason>): StatementSheet {
  const parties = { landlord: "OPH", residence: "Les Lilas", boilerRoomName: "Chaufferie" };
  const days = { from: "2025-10-01", to: "2026-05-20", djuSource: "Nancy" };
  return { ...parties, ...days, ...season };
}
