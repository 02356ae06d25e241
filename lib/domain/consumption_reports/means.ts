import { FEWEST_ANONYMOUS } from "@/lib/domain/housing/limits.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { inMillionths } from "@/lib/domain/series/statistics.ts";
import { type DwellingMonth, isCompared, itemsOf, type MonthContext } from "./items.ts";
import { CONSUMPTION_KINDS, type ConsumptionItem, type ConsumptionKind } from "./types.ts";

interface Counted {
  readonly item: ConsumptionItem;
  readonly dwelling: DwellingMonth;
  readonly isDetailed: boolean;
}

/** Mean of the dwellings of a residence per unit of size. */
interface SizedMean {
  readonly value: number;
  readonly houseCount: number;
}

/** The means of a kind: by dwelling, and by the size used for comparison; null with fewer than 11 dwellings. */
interface KindMeans {
  readonly byDwelling: SizedMean | null;
  readonly bySize: SizedMean | null;
}

/** Means of a residence in a month, identical for every caller. */
export interface ResidenceMeans {
  /** Means of each figure; their own `mean` is null. */
  readonly items: readonly ConsumptionItem[];
  readonly byKind: { readonly [Kind in ConsumptionKind]?: KindMeans };
}

/**
 * Means of comparable months: whole, of one occupancy, and at least 95 % read. Each figure needs 11 dwellings; fewer
 * than 11 anonymous dwellings are left out, since the others are known and could be subtracted.
 *
 * @spec reports.mean
 * @param dwellings every dwelling of the residence, including those never shown individually
 */
export function residenceMeans(
  dwellings: readonly DwellingMonth[],
  context: MonthContext,
): ResidenceMeans {
  const counted = dwellings.filter(({ isShared }) => !isShared).flatMap((dwelling) =>
    itemsOf(dwelling, context).filter(isCompared)
      .map((item) => ({ item, dwelling, isDetailed: isDetailed(dwelling, item) }))
  );
  const kinds = CONSUMPTION_KINDS.map((kind) => ({
    kind,
    all: counted.filter(({ item }) => item.kind === kind),
  }));
  return {
    items: kinds.flatMap(({ all }) => all[0] === undefined ? [] : [meanItem(all, all[0].item)]),
    byKind: Object.fromEntries(kinds.map(({ kind, all }) => [kind, kindMeans(kind, all)])),
  };
}

function isDetailed({ series }: DwellingMonth, { kind }: ConsumptionItem): boolean {
  return series.filter(({ source }) => source.kind === kind).every((one) => one.isDetailed);
}

function kindMeans(kind: ConsumptionKind, all: readonly Counted[]): KindMeans {
  const by = (basis: Basis) =>
    meanOf(all.map((one) => ({
      isDetailed: one.isDetailed,
      amount: one.item.value,
      size: sizeOf(one.dwelling, basis),
    })));
  return { byDwelling: by("dwelling"), bySize: by(BASES[kind] ?? "dwelling") };
}

function meanItem(all: readonly Counted[], { kind, unit }: ConsumptionItem): ConsumptionItem {
  const mean = (figure: (item: ConsumptionItem) => number | null) => {
    const sized = all.map((one) => ({ ...one, amount: figure(one.item), size: 1 }));
    const found = meanOf(sized);
    return found && inMillionths(found.value);
  };
  return {
    kind,
    unit,
    value: mean(({ value }) => value),
    completeness: mean(({ completeness }) => completeness) ?? 0,
    cost: mean(({ cost }) => cost),
    reference: mean(({ reference }) => reference),
    referencePercent: null,
    progress: null,
    previousYear: mean(({ previousYear }) => previousYear),
    previousYearCorrected: mean(({ previousYearCorrected }) => previousYearCorrected),
    previousYearPercent: null,
    status: null,
    mean: null,
    yearToDate: mean(({ yearToDate, doubtfulYear }) => doubtfulYear ? null : yearToDate),
    projected: mean(({ projected }) => projected),
    isPart: all.every(({ item }) => item.isPart),
  };
}

/**
 * Mean consumption of a dwelling of the same size: heating by area, water by people, other kinds by dwelling. When the
 * size is unknown, or known for too few dwellings, by dwelling.
 *
 * @spec reports.mean
 * @returns null with fewer than 11 dwellings
 */
export function meanFor(
  { kind }: ConsumptionItem,
  dwelling: DwellingMonth,
  { byKind }: ResidenceMeans,
): ConsumptionItem["mean"] {
  const basis = BASES[kind] ?? "dwelling";
  const own = sizeOf(dwelling, basis);
  const { byDwelling = null, bySize = null } = byKind[kind] ?? {};
  if (bySize !== null && own !== null) {
    return { ...bySize, value: inMillionths(bySize.value * own), basis };
  }
  return byDwelling && { ...byDwelling, value: inMillionths(byDwelling.value), basis: "dwelling" };
}

type Basis = NonNullable<ConsumptionItem["mean"]>["basis"];

const BASES: { readonly [Kind in ConsumptionKind]?: Basis } = {
  heating: "area",
  coldWater: "people",
  hotWater: "people",
  waterHeating: "people",
};

function sizeOf({ area, people }: DwellingMonth, basis: Basis): number | null {
  const size = { dwelling: 1, area, people }[basis];
  return size === null || size <= 0 ? null : size;
}

interface SizedAmount {
  readonly isDetailed: boolean;
  readonly amount: number | null;
  readonly size: number | null;
}

/** Mean per size of the dwellings with a known amount and size. @returns null with fewer than 11 dwellings */
function meanOf(all: readonly SizedAmount[]): SizedMean | null {
  const known = all.flatMap(({ isDetailed, amount, size }) =>
    amount === null || size === null ? [] : { isDetailed, amount, size }
  );
  const anonymous = known.filter(({ isDetailed }) => !isDetailed);
  const counted = anonymous.length < FEWEST_ANONYMOUS
    ? known.filter(({ isDetailed }) => isDetailed)
    : known;
  if (counted.length < FEWEST_ANONYMOUS) return null;
  const amount = sumBy(counted, (one) => one.amount);
  const size = sumBy(counted, (one) => one.size);
  return { value: amount / size, houseCount: counted.length };
}
