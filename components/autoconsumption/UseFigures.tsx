import {
  type ComparedUse,
  selfConsumptionPercent,
  selfProductionPercent,
  type UseTotals,
} from "@/lib/domain/autoconsumption/figures.ts";
import { USE_HEADS } from "@/lib/text/autoconsumption/autoconsumption.ts";
import { formatPercent, formatQuantity } from "@/lib/text/format/numbers.ts";

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
    [USE_HEADS.completeness, ({ completeness }) => formatPercent(100 * completeness, 0)],
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
