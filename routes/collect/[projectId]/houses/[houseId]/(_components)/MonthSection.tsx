import {
  MONTH_UNIT_COLUMN,
  runningMonthColumns,
  RunningMonthTable,
  YEAR_BEFORE_COLUMN,
} from "@/components/consumption_reports/RunningMonthTable.tsx";
import { links } from "@/lib/links/links.ts";
import { runningMonthPlace, type SeriesMonth } from "@/lib/pages/housing/running_months.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { RUNNING_MONTH_INTRO } from "@/lib/text/consumption_reports/running_month.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import type { HousePartProps } from "./HouseSection.tsx";

interface MonthOfHouse extends Pick<HousePartProps, "house" | "state"> {
  readonly months: readonly SeriesMonth[];
}

interface MonthSectionProps extends MonthOfHouse {
  readonly url: URL;
}

/** The current month of the dwelling; nothing without a visible amount. */
export function MonthSection({ months, url, ...part }: MonthSectionProps) {
  if (months.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="month">
      <h2 id="month">{PAGE_NAMES.runningMonth}</h2>
      <p class="soft">{RUNNING_MONTH_INTRO}</p>
      <RunningMonthTable
        names={runningMonthPlace(part.state).names}
        rows={months}
        hrefOf={daysOf(part)}
        csv={{ page: url }}
      />
    </section>
  );
}

/** The current month of a dwelling as a file; null when the page itself is requested. */
export function monthFile(url: URL, { months, ...part }: MonthOfHouse): Response | null {
  const { month, names } = runningMonthPlace(part.state);
  return tableFile(url, {
    fileName: `${part.house.settings.name} ${month}.csv`,
    columns: [...runningMonthColumns(names, daysOf(part)), MONTH_UNIT_COLUMN, YEAR_BEFORE_COLUMN],
    rows: months,
  });
}

function daysOf({ house, state }: Omit<MonthOfHouse, "months">): (seriesId: string) => string {
  const { days } = runningMonthPlace(state);
  const place = { projectId: residenceOf(state).project.id, houseId: house.id };
  return (seriesId) => links.housingSeries(place, seriesId, days);
}
