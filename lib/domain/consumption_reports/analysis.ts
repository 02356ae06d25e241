import { CENTS, round } from "@/lib/domain/numbers/round.ts";
import type { IsoDate, IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { knownTotal } from "@/lib/domain/series/statistics.ts";
import { headlineOf, noticesOf } from "./headline.ts";
import { type DwellingMonth, itemsOf } from "./items.ts";
import { meanFor, type ResidenceMeans } from "./means.ts";
import type {
  AnalysedHouse,
  ConsumptionAnalysis,
  ConsumptionItem,
  ReportReferences,
  ReportSheet,
} from "./types.ts";

export interface AnalysisInput {
  readonly month: IsoMonth;
  /** Last finished day of the month; null when there is none. */
  readonly until: IsoDate | null;
  readonly isRunning: boolean;
  readonly settings: ReportReferences;
  readonly means: ResidenceMeans;
  /** The requested dwellings; items that the caller may not see individually are left out. */
  readonly dwellings: readonly DwellingMonth[];
}

export function analysisOf(
  { month, until, isRunning, settings, means, dwellings }: AnalysisInput,
): ConsumptionAnalysis {
  const houses = dwellings.flatMap((dwelling) => {
    const items = itemsOf(dwelling, { settings, isRunning })
      .filter(({ kind }) => isShown(dwelling, kind))
      // The means are those of whole months.
      .map((item) => ({
        ...item,
        mean: dwelling.isShared ? null : meanFor(item, dwelling, means),
      }));
    return items.length === 0 ? [] : [analysedHouse(dwelling, items, { settings, until })];
  });
  return { month, isRunning, until, houses, mean: [...means.items] };
}

function isShown({ series }: DwellingMonth, kind: ConsumptionItem["kind"]): boolean {
  return series.filter(({ source }) => source.kind === kind).every((one) => one.isShown);
}

function analysedHouse(
  dwelling: DwellingMonth,
  items: ConsumptionItem[],
  { settings, until }: Pick<AnalysisInput, "settings" | "until">,
): AnalysedHouse {
  const { houseId, days, isShared, isVacant, area, people, dju, djuYearBefore } = dwelling;
  const hasDaysOver = until !== null && until >= days.from;
  return {
    houseId,
    ...days,
    isShared,
    isVacant,
    area,
    people,
    dju,
    djuYearBefore,
    items,
    totalCost: totalCostOf(items),
    headline: headlineOf(items, priceIn(dwelling, settings)),
    notices: noticesOf(items, { ...dwelling, hasDaysOver }),
  };
}

/** Prices of the kinds of a dwelling: the series of a kind that have a price have the same. */
function priceIn({ series }: DwellingMonth, settings: ReportReferences) {
  return (kind: ConsumptionItem["kind"]) => {
    const priced = series.find(({ source }) => source.kind === kind && source.price !== null);
    return priced?.source.price ? settings[priced.source.price] : null;
  };
}

/** € of all uses, each rounded to the cent as printed: the total is the sum of its lines. @spec reports.costs */
function totalCostOf(items: readonly ConsumptionItem[]): number | null {
  const counted = items.filter(({ isPart }) => !isPart);
  return knownTotal(counted.map(({ cost }) => cost === null ? null : round(cost, CENTS)));
}

/** Input of a report sheet: a dwelling's figures and their context. */
interface SheetInput {
  readonly analysis: Pick<ConsumptionAnalysis, "month" | "isRunning" | "until">;
  readonly house: AnalysedHouse;
  readonly settings: Pick<ReportReferences, "waterHeatingEnergy">;
  readonly place: Pick<
    ReportSheet,
    "projectId" | "residence" | "dwelling" | "occupant" | "hasImage"
  >;
}

/** All the data of a dwelling's report. @spec reports.sheet */
export function sheetOf({ analysis, house, settings, place }: SheetInput): ReportSheet {
  const { month, isRunning, until } = analysis;
  const { waterHeatingEnergy } = settings;
  return { ...house, ...place, month, isRunning, until, waterHeatingEnergy };
}
