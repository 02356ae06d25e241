import { slotColumn } from "@/components/series/slot_columns.tsx";
import { type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { rounded } from "@/components/ui/columns.tsx";
import { round, wholePercentOf } from "@/lib/base/rounding.ts";
import { formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import type { AutoconsumptionConfig, AutoconsumptionSlot } from "@/lib/self_consumption/schema.ts";
import { sharesText, USE_HEADS } from "@/lib/self_consumption/text.ts";
import {
  type ComparedUse,
  selfConsumptionPercent,
  selfProductionPercent,
  type UseTotals,
  useTotals,
} from "@/lib/self_consumption/use_figures.ts";

type Figures = Omit<AutoconsumptionSlot, "slot">;

interface FigureColumn extends TableColumn<Figures> {
  cell(of: Figures): string;
}

const FIGURES: readonly FigureColumn[] = [
  kWhColumn("producedKWh", ({ producedKWh }) => producedKWh),
  kWhColumn("selfConsumedKWh", ({ selfConsumedKWh }) => selfConsumedKWh),
  kWhColumn("surplusKWh", ({ surplusKWh }) => surplusKWh),
  kWhColumn("consumedKWh", ({ consumedKWh }) => consumedKWh),
  kWhColumn("fromGrid", (of) => of.fromGridKWh),
  rateColumn("selfConsumption", selfConsumptionPercent),
  rateColumn("selfProduction", selfProductionPercent),
  {
    field: "completeness",
    label: USE_HEADS.completeness,
    unit: "%",
    number: true,
    cell: ({ completeness }) => formatNumber(wholePercentOf(completeness)),
    value: ({ completeness }) => round(100 * completeness, 1),
    sort: ({ completeness }) => completeness,
  },
];

function kWhColumn(
  field: keyof typeof USE_HEADS,
  value: (of: Figures) => number | null,
): FigureColumn {
  return {
    field,
    label: USE_HEADS[field],
    unit: "kWh",
    number: true,
    cell: (of) => formatNumber(value(of), 1, 1),
    value: (of) => rounded(value(of), 3),
    sort: value,
  };
}

function rateColumn(
  field: "selfConsumption" | "selfProduction",
  value: (of: Figures) => number | null,
): FigureColumn {
  return {
    field,
    // Wider than its figures, with a possible line break.
    label: USE_HEADS[field].replace("auto", "auto\u00AD"),
    header: `${USE_HEADS[field]} (%)`,
    unit: "%",
    number: true,
    cell: (of) => formatNumber(value(of), 1, 1),
    value,
  };
}

/** Production of each slot and its distribution; each slot links to a finer range. @param slots in time order */
export function useColumns(
  slots: readonly AutoconsumptionSlot[],
  links: Parameters<typeof slotColumn>[0],
): TableColumn<AutoconsumptionSlot>[] {
  const slot: TableColumn<AutoconsumptionSlot> = {
    ...slotColumn(links),
    header: "Période",
    value: (use) => use.slot,
    // Segments of a repeated hour are not in the order of time.
    sort: (use) => slots.indexOf(use),
  };
  return [slot, ...FIGURES];
}

/** The total of several slots. */
export function UseTotal({ slots }: { slots: readonly AutoconsumptionSlot[] }) {
  const totals = useTotals(slots);
  return <TotalRow cells={FIGURES.map(({ cell }) => cell(totals))} />;
}

interface UseFiguresProps {
  totals: UseTotals;
  /** The year before over the comparable slots, and its name; null without any. */
  before: (ComparedUse & { readonly label: string }) | null;
}

/** Totals of a period, with the year before. */
export function UseFigures({ totals, before }: UseFiguresProps) {
  const figures: readonly [string, (of: UseTotals) => string][] = [
    [USE_HEADS.producedKWh, ({ producedKWh }) => formatQuantity(producedKWh, "kWh", 0)],
    [USE_HEADS.selfConsumedKWh, (of) => formatQuantity(of.selfConsumedKWh, "kWh", 0)],
    [USE_HEADS.consumedKWh, ({ consumedKWh }) => formatQuantity(consumedKWh, "kWh", 0)],
    [USE_HEADS.selfConsumption, (of) => formatPercent(selfConsumptionPercent(of))],
    [USE_HEADS.selfProduction, (of) => formatPercent(selfProductionPercent(of))],
    [
      USE_HEADS.completeness,
      ({ completeness }) => formatPercent(wholePercentOf(completeness), 0),
    ],
  ];
  return (
    <>
      <dl class="key-values">
        {figures.map(([label, written]) => {
          const earlier = before === null ? "" : written(before.before);
          return (
            <div key={label}>
              <dt class="small soft">{label}</dt>
              <dd>{written(totals) || "–"}</dd>
              {before !== null && earlier !== "" && (
                <dd class="small soft">
                  {before.label}&nbsp;: {earlier}
                  {!before.isWhole && `, contre ${written(before.now)}`}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      {before !== null && !before.isWhole && (
        <p class="small soft">
          Les deux années sont comparées sur les mêmes périodes, terminées et relevées.
        </p>
      )}
    </>
  );
}

/** In the form of a consumer, fixed shares above 100 % together; nothing for others. @spec autoconsumption.sharing */
export function SharesNotice(
  { info: { sharing }, sharesPercent }: Pick<AutoconsumptionConfig, "info" | "sharesPercent">,
) {
  const text = sharesPercent > 100 ? sharesText(sharing, sharesPercent) : null;
  return text === null ? null : <Notice tone="bad">{text}</Notice>;
}
