import { ConsumptionBar } from "@/components/consumption_reports/ConsumptionBar.tsx";
import type { MonthNames } from "@/components/consumption_reports/running_month_table.tsx";
import type { RunningMonth } from "@/lib/domain/consumption_reports/running_month.ts";
import type { OwnSeries } from "@/lib/domain/housing/types.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { comparedText, headingText } from "@/lib/text/housing/own_house.ts";

interface OwnMonthListProps {
  names: MonthNames;
  months: readonly { readonly series: OwnSeries; readonly month: RunningMonth }[];
  hrefOf(seriesId: string): string;
}

/** Consumption of each series of the occupant's dwelling this month, with the same month a year before. */
export function OwnMonthList({ names, months, hrefOf }: OwnMonthListProps) {
  return (
    <ul class="own-list">
      {months.map(({ series, month }) => {
        const name = seriesName(series);
        const { unit } = series.unit;
        return (
          <li key={series.id}>
            <a href={hrefOf(series.id)}>{name}</a>
            <strong>
              {month.toDate === null ? "Pas encore de relevé" : formatQuantity(month.toDate, unit)}
            </strong>
            <div class="own-compared">
              <span class="row">
                <ConsumptionBar percent={month.percent} label={`${name}, ${names.now}`} />
                <span>{comparedText(month, { before: names.before, unit })}</span>
              </span>
              <small class="soft">{headingText(month, unit)}</small>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
