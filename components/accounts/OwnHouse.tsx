import { ConsumptionBar, type MonthNames } from "@/components/housing/running_month_table.tsx";
import { DataTable, type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import type { OwnMonthRow, OwnYear } from "@/lib/accounts/own_dwelling_rules.ts";
import {
  comparedText,
  GAP_TEXTS,
  headingText,
  ownConsentText,
} from "@/lib/accounts/own_dwelling_text.ts";
import { monthParts } from "@/lib/base/civil_dates.ts";
import { formatDay, monthName } from "@/lib/base/date_format.ts";
import { columnDecimals, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import { dialledNumber } from "@/lib/base/typed_formats.ts";
import { isHeld } from "@/lib/housing/occupancy.ts";
import type { RunningMonth } from "@/lib/housing/running_month.ts";
import type { Consent, OwnContact, OwnSeries } from "@/lib/housing/schema.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { DOUBTFUL_SENTENCE, withDoubt } from "@/lib/series/text.ts";

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

interface OwnClimateListProps {
  climate: readonly { readonly series: OwnSeries; readonly day: RangeSlot | null }[];
  hrefOf(seriesId: string): string;
}

/** Mean, minimum and maximum of the last finished day at home: temperature, humidity. */
export function OwnClimateList({ climate, hrefOf }: OwnClimateListProps) {
  return (
    <ul class="own-list">
      {climate.map(({ series, day }) => (
        <li key={series.id}>
          <a href={hrefOf(series.id)}>{seriesName(series)}</a>
          <strong>
            {day === null ? "Pas de relevé récent" : formatQuantity(day.value, series.unit.unit)}
          </strong>
          <span class="own-compared">{day !== null && boundsText(day, series.unit.unit)}</span>
        </li>
      ))}
    </ul>
  );
}

function boundsText({ slot, min, max }: RangeSlot, unit: string): string {
  const mean = `en moyenne le ${formatDay(slot)}`;
  if (min === null || max === null) return mean;
  return `${mean}, de ${formatQuantity(min, unit)} à ${formatQuantity(max, unit)}`;
}

/** Contacts of an occupant, by priority. */
export function OwnContactList({ contacts }: { contacts: readonly OwnContact[] }) {
  return (
    <ul>
      {contacts.map(({ id, name, phone, mail }) => (
        <li key={id}>
          {name}
          {phone !== "" && (
            <>
              , <Phone text={phone} />
            </>
          )}
          {mail !== "" && (
            <>
              , <a href={`mailto:${mail}`}>{mail}</a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Phone({ text }: { text: string }) {
  const number = dialledNumber(text);
  return number === null ? <>{text}</> : <a href={`tel:${number}`}>{text}</a>;
}

/** A year of the occupant's dwelling, month by month, with its totals. */
export function OwnYearTable({ year, series, rows, totals, doubts }: OwnYear<OwnSeries>) {
  const decimals = series.map((_, position) =>
    columnDecimals([
      ...rows.map(({ values }) => values[position] ?? null),
      totals[position] ?? null,
    ])
  );
  const written = (value: number | null | undefined, position: number) =>
    formatNumber(value ?? null, 1, decimals[position]);
  const columns: TableColumn<OwnMonthRow>[] = [
    { field: "month", label: "Mois", cell: MonthCell },
    ...series.map((one, position): TableColumn<OwnMonthRow> => ({
      field: one.id,
      label: seriesName(one),
      unit: one.unit.unit,
      number: true,
      cell: ({ values, doubts }) =>
        withDoubt(written(values[position], position), doubts[position]),
    })),
  ];
  return (
    <>
      <DataTable
        caption={`Mes consommations, ${year}`}
        columns={columns}
        rows={rows}
        foot={
          <TotalRow
            cells={series.map((_, position) =>
              withDoubt(written(totals[position], position), doubts[position])
            )}
          />
        }
      />
      {doubts.includes(true) && <p class="small soft">{`${DOUBTFUL_SENTENCE}.`}</p>}
    </>
  );
}

function MonthCell({ month, gap }: OwnMonthRow) {
  return (
    <>
      {monthName(monthParts(month).month)}
      {gap !== null && <small class="slot-mark">{GAP_TEXTS[gap]}</small>}
    </>
  );
}

/** The occupant's consent to fine data: its state, and the button that changes it. */
export function ConsentForm({ consent, action }: { consent: Consent | null; action: string }) {
  const holds = isHeld(consent);
  return (
    <PostForm action={action} class="row">
      <input type="hidden" name="form" value="consent" />
      <p>{ownConsentText(consent)}</p>
      <button type="submit" class="button" name="agreed" value={holds ? "no" : "yes"}>
        {holds ? "Retirer mon accord" : "Donner mon accord"}
      </button>
    </PostForm>
  );
}
