/** Tables of the current values of a place and of its ventilation, with their normal bounds. @module */

import {
  dateColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from "@/components/ui/columns.tsx";
import type { PageTable, TableColumn } from "@/components/ui/DataTable.tsx";
import { EmptyState, Status, type StatusProps } from "@/components/ui/Page.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import type { Bounds } from "@/lib/facilities/current_values.ts";
import type { Building, Cmv, FacilityValue, RecentTotals } from "@/lib/facilities/schema.ts";
import { NO_RECENT_VALUE } from "@/lib/facilities/text.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";

/** A measured value, with its bounds; null is no bound. */
export interface BoundedValue {
  /** Name of the quantity, when several are checked together. */
  name?: string;
  /** null without a recent reading. */
  value: number | null;
  min: number | null;
  max: number | null;
}

/** Text of bounds: « 20 à 75 », « ≥ 20 », empty without any. */
export function boundsText(min: number | null, max: number | null): string {
  if (min === null && max === null) return "";
  if (max === null) return `≥ ${formatNumber(min)}`;
  return min === null ? `≤ ${formatNumber(max)}` : `${formatNumber(min)} à ${formatNumber(max)}`;
}

/** Status of values: one out of its bounds first, then a missing one, which may be out of its bounds. */
export function boundsStatus(values: readonly BoundedValue[]): StatusProps {
  if (!values.every(isWithin)) return { tone: "bad", label: "Hors bornes" };
  const silent = values.filter(({ value }) => value === null);
  if (silent.length === values.length) return { tone: "info", label: NO_RECENT_VALUE };
  const [first] = silent;
  if (first !== undefined) {
    const label = first.name === undefined ? NO_RECENT_VALUE : `${first.name} sans valeur`;
    return { tone: "info", label };
  }
  const isBounded = values.some(({ min, max }) => min !== null || max !== null);
  return isBounded
    ? { tone: "good", label: "Dans les bornes" }
    : { tone: "info", label: "Sans bornes" };
}

function isWithin({ value, min, max }: BoundedValue): boolean {
  return value === null || ((min === null || value >= min) && (max === null || value <= max));
}

/** The series of a place, with their current values by series id. */
interface PlaceValues {
  projectId: string;
  series: readonly ProjectSeries[];
  values: ReadonlyMap<string, FacilityValue>;
  timeZone: string;
}

interface CurrentValuesProps extends PlaceValues {
  /** Bounds of the values, by series id. */
  bounds?: ReadonlyMap<string, Bounds>;
  /** What registers counted lately, by series id: shown instead of the register. */
  totals?: ReadonlyMap<string, RecentTotals>;
  /** Open alarms of the values, by series id. */
  alarms?: ReadonlyMap<string, string>;
  /** URL of the form that creates a series; null for a user who may create none. */
  newSeries?: string | null;
}

export function CurrentValues(
  { projectId, series, values, timeZone, bounds, totals, alarms, newSeries = null }:
    CurrentValuesProps,
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
                totals={totals?.get(one.id)}
                alarm={alarms?.get(one.id)}
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
  totals?: RecentTotals | undefined;
  /** Address of the open alarm of the value. */
  alarm?: string | undefined;
}

/** The last value of a series; one older than 24 hours is shown as none (B §4). */
function CurrentValue(
  { series, value, href, timeZone, bounds, totals, alarm }: CurrentValueProps,
) {
  const isEmpty = value === undefined || (value.value === null && value.message === null);
  if (!isEmpty && totals) {
    return <CountedValue {...{ series, totals, href }} at={formatInstant(value.at, timeZone)} />;
  }
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
          <span class="soft unbroken">{boundsText(bounds.min, bounds.max)}</span>
        </span>
      )}
      {alarm && (
        <a class="small" href={alarm}>
          <Status tone="very-bad" label="Alerte ouverte" />
        </a>
      )}
    </li>
  );
}

/**
 * What a register counted today, yesterday and in the seven days before: the register itself is on the page of the
 * series.
 *
 * @spec facilities.recent-totals
 */
function CountedValue(
  { series, totals, href, at }:
    & Pick<CurrentValueProps, "series" | "href">
    & { totals: RecentTotals; at: string },
) {
  const { unit, dailyPrecision } = series.unit;
  const amount = (value: number | null) =>
    value === null ? "inconnu" : formatQuantity(value, unit, Math.min(1, dailyPrecision));
  return (
    <li class="current-value">
      <a class="small" href={href}>{seriesName(series)}</a>
      <strong>{amount(totals.today)}</strong>
      <span class="small soft">aujourd’hui, à {at.slice(-5)}</span>
      <span class="small">Hier&nbsp;: {amount(totals.yesterday)}</span>
      <span class="small">7&nbsp;jours&nbsp;: {amount(totals.week)}</span>
    </li>
  );
}

/** The ventilation units with their current value and its bounds (B §3 "cmv settings (name, min, max)"). */
export function ventilationTable(
  { name, cmvs }: Pick<Building, "name" | "cmvs">,
  place: PlaceValues,
): PageTable<Cmv> {
  return {
    table: "ventilation",
    fileName: `${name} ventilation.csv`,
    caption: "Ventilation",
    columns: ventilationColumns(place),
    rows: cmvs,
  };
}

function ventilationColumns(
  { projectId, series, values, timeZone }: PlaceValues,
): TableColumn<Cmv>[] {
  const seriesOf = ({ seriesId }: Cmv) => series.find(({ id }) => id === seriesId);
  const currentOf = ({ seriesId }: Cmv) => values.get(seriesId ?? "");
  const boundedOf = (cmv: Cmv) => [{ ...cmv, value: currentOf(cmv)?.value ?? null }];
  return [
    nameColumn("VMC", (id) => links.equipment(projectId, id)),
    {
      field: "series",
      label: "Mesure",
      cell: (cmv) => {
        const one = seriesOf(cmv);
        if (one === undefined) return <span class="soft">Aucune série</span>;
        return <a href={links.facilitySeries(projectId, one.id)}>{seriesName(one)}</a>;
      },
      value: (cmv) => {
        const one = seriesOf(cmv);
        return one === undefined ? null : seriesName(one);
      },
    },
    numberColumn("value", "Valeur", (cmv) => currentOf(cmv)?.value ?? null),
    textColumn("unit", "Unité", (cmv) => seriesOf(cmv)?.unit.unit ?? ""),
    textColumn("bounds", "Bornes", ({ min, max }) => boundsText(min, max), { number: true }),
    statusColumn("state", "État", (cmv) => boundsStatus(boundedOf(cmv))),
    dateColumn("at", "Relevée le", (cmv) => formatInstant(currentOf(cmv)?.at ?? null, timeZone)),
  ];
}
