import { EmptyState, Status } from "@/components/page/Page.tsx";
import type { Bounds, FacilityValue } from "@/lib/domain/facilities/types.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { NO_RECENT_VALUE, seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { boundsStatus, boundsText } from "./bounds.ts";

/** The series of a place, with their current values by series id. */
export interface PlaceValues {
  projectId: string;
  series: readonly ProjectSeries[];
  values: ReadonlyMap<string, FacilityValue>;
  timeZone: string;
}

interface CurrentValuesProps extends PlaceValues {
  /** Bounds of the values, by series id. */
  bounds?: ReadonlyMap<string, Bounds>;
  /** URL of the form that creates a series; null for a user who may create none. */
  newSeries?: string | null;
}

export function CurrentValues(
  { projectId, series, values, timeZone, bounds, newSeries = null }: CurrentValuesProps,
) {
  return (
    <section class="stack" aria-labelledby="current-values">
      <h2 id="current-values">Valeurs actuelles</h2>
      {series.length === 0
        ? (
          <EmptyState title="Aucune série de mesure" icon="sensor">
            {newSeries === null && <p>Une personne qui configure la résidence peut en créer.</p>}
            {newSeries !== null && (
              <>
                <p>Rattachez à cette chaufferie les séries que ses capteurs alimentent.</p>
                <a class="button" href={newSeries}>Créer une série</a>
              </>
            )}
          </EmptyState>
        )
        : (
          <ul class="current-values">
            {series.map((one) => (
              <CurrentValue
                key={one.id}
                series={one}
                value={values.get(one.id)}
                href={links.facilitySeries(projectId, one.id)}
                timeZone={timeZone}
                bounds={bounds?.get(one.id)}
              />
            ))}
          </ul>
        )}
    </section>
  );
}

interface CurrentValueProps {
  series: ProjectSeries;
  /** undefined when the series has never sent a reading. */
  value: FacilityValue | undefined;
  href: string;
  timeZone: string;
  bounds?: Bounds | undefined;
}

/** The last value of a series; one older than 24 hours is shown as none (B §4). */
function CurrentValue({ series, value, href, timeZone, bounds }: CurrentValueProps) {
  const isEmpty = value === undefined || (value.value === null && value.message === null);
  return (
    <li class="current-value">
      <a class="small" href={href}>{seriesName(series)}</a>
      {isEmpty ? <Status tone="info" label={NO_RECENT_VALUE} /> : (
        <strong>
          {value.message ?? formatNumber(value.value, Math.min(1, series.unit.dailyPrecision))}
          {value.message === null && <span class="unit">&nbsp;{series.unit.unit}</span>}
        </strong>
      )}
      {!isEmpty && <span class="small soft">{formatInstant(value.at, timeZone)}</span>}
      {!isEmpty && bounds && (
        <span class="small">
          <Status {...boundsStatus([{ ...bounds, value: value.value }])} />{" "}
          <span class="soft">{boundsText(bounds.min, bounds.max)}</span>
        </span>
      )}
    </li>
  );
}
