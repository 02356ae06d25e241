import { Status } from "@/components/page/Page.tsx";
import type { HouseSensorValue } from "@/lib/domain/housing/types.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { NO_RECENT_VALUE, seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface LastValuesProps {
  values: readonly { readonly series: ProjectSeries; readonly last: HouseSensorValue | null }[];
  timeZone: string;
  hrefOf(seriesId: string): string;
}

/** Last value of each series of a dwelling, linked to its page; none older than 24 hours (B §4). */
export function LastValues({ values, timeZone, hrefOf }: LastValuesProps) {
  return (
    <ul class="current-values">
      {values.map(({ series, last }) => (
        <li key={series.id} class="current-value">
          <a class="small" href={hrefOf(series.id)}>{seriesName(series)}</a>
          {last === null ? <NoValue series={series} /> : (
            <>
              <strong>
                {formatNumber(last.value)}
                <span class="unit">&nbsp;{series.unit.unit}</span>
              </strong>
              <span class="small soft">
                {series.unit.kind === "index" && "Index, "}
                {formatInstant(last.at, timeZone)}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function NoValue({ series: { unit } }: { series: ProjectSeries }) {
  if (unit.kind === "state") return <span class="small soft">Ses états, l’un après l’autre</span>;
  return <Status tone="info" label={NO_RECENT_VALUE} />;
}
