/** Events of meters, readings to confirm, and rates of meters that seem too low. @module */

import { dateColumn, numberColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { Notice, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal, sectionEntry } from "@/components/ui/PostForm.tsx";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import { civilDateOf, clockTimeOf } from "@/lib/base/time_zones.ts";
import type {
  LowRate,
  MeterEventRead,
  ReadingToConfirm,
  ReadingVerdictRead,
  RegisterDoubts,
} from "@/lib/ingest/schema.ts";
import { cutText, DOUBTS, lowRateText, verdictText } from "@/lib/ingest/text.ts";
import {
  FALL_ADVICE,
  FALL_CAUSE_LABELS,
  lostWithEvent,
  METER_EVENT_KIND_LABELS,
  METER_EVENT_LABELS,
} from "@/lib/series/meter_event_text.ts";
import type { MeterFall } from "@/lib/series/schema.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";

/** Names of a fall: its series, and its dwelling if any. */
export interface FallNames {
  readonly series: string;
  readonly unit: string;
  readonly house: string | null;
  /** True for a series of the dwellings. */
  readonly isOfHousing: boolean;
  /** True when its registers are entered manually. */
  readonly isTyped: boolean;
}

interface RegisterFallsProps {
  projectId: string;
  falls: readonly MeterFall[];
  namesOf(fall: MeterFall): FallNames;
  timeZone: string;
}

/** Unexplained falls of registers, each with its likely cause and a link to fix it; nothing without any. */
export function RegisterFalls(props: RegisterFallsProps) {
  const { falls } = props;
  if (falls.length === 0) return null;
  return (
    <>
      <Notice tone="bad" title={countText(falls.length, "index en recul", "index en recul")}>
        {FALL_ADVICE}
      </Notice>
      <DataTable caption="Index en recul" columns={fallColumns(props)} rows={falls} />
    </>
  );
}

function fallColumns(props: RegisterFallsProps): TableColumn<MeterFall>[] {
  const { namesOf, timeZone } = props;
  const reading = (
    field: string,
    label: string,
    { value, at }: { value: "before" | "value"; at: "beforeAt" | "at" },
  ): TableColumn<MeterFall> => ({
    field,
    label,
    number: true,
    cell: (fall) => (
      <>
        {`${formatNumber(fall[value], INDEX_DECIMALS)}\u202F${namesOf(fall).unit}`}
        <small class="slot-mark">{formatInstant(fall[at], timeZone)}</small>
      </>
    ),
  });
  return [
    { field: "series", label: "Compteur", cell: (fall) => namesOf(fall).series },
    { field: "house", label: "Logement", cell: (fall) => namesOf(fall).house ?? "" },
    reading("before", "Index d’avant", { value: "before", at: "beforeAt" }),
    reading("value", "Index en recul", { value: "value", at: "at" }),
    { field: "cause", label: "Sans doute", cell: ({ cause }) => FALL_CAUSE_LABELS[cause] },
    { field: "next", label: "Que faire", cell: (fall) => <FallLinks {...props} fall={fall} /> },
  ];
}

function FallLinks(
  { projectId, namesOf, timeZone, fall }: RegisterFallsProps & { fall: MeterFall },
) {
  const { isTyped } = namesOf(fall);
  const atMs = Date.parse(fall.at);
  const href = links.meterEvent(projectId, fall.seriesId, {
    ...(fall.houseId !== null && { houseId: fall.houseId }),
    date: civilDateOf(atMs, timeZone),
    time: clockTimeOf(atMs, timeZone),
    finalIndex: written(fall.before),
    firstIndex: written(fall.value),
  });
  return (
    <span class="row">
      <a href={href}>Dater le remplacement</a>
      <a href={isTyped ? links.manualIndexes(projectId) : links.readings(projectId)}>
        Corriger le relevé
      </a>
    </span>
  );
}

function written(value: number): string {
  return String(value).replace(".", ",");
}

/** The meter of a reading: its series, and its dwelling or null. */
export interface OfMeter {
  readonly seriesId: string;
  readonly houseId: string | null;
}

interface RegisterDoubtsProps {
  /** Id of the section. */
  id: string;
  doubts: RegisterDoubts | null;
  namesOf(meter: OfMeter): FallNames;
  timeZone: string;
  page: FormPage;
}

const FORMS = ["verdict", "verdict-removal", "max-rate"];

/** The readings that wait to be confirmed, what was said of others, and rates that seem too low; nothing without any. */
export function DoubtsSection(props: RegisterDoubtsProps) {
  const { id, doubts, page: { shown, saved } } = props;
  const refused = shown !== null && FORMS.includes(shown.form) ? shown : null;
  if (doubts === null) return null;
  const { meterCount, readings, verdicts, lowRates } = doubts;
  const isSaved = saved === id;
  const isEmpty = readings.length + verdicts.length + lowRates.length === 0;
  if (isEmpty && refused === null && !isSaved) return null;
  const shownCount = new Set(readings.map(({ seriesId, houseId }) => `${seriesId} ${houseId}`));
  return (
    <Section id={id} title={DOUBTS.title} intro={DOUBTS.intro} saved={isSaved}>
      {refused && <Refusal {...refused} />}
      {lowRates.map((low) => <RateNotice key={low.seriesId} {...props} low={low} />)}
      {meterCount > shownCount.size && <p>{cutText(meterCount)}</p>}
      {readings.length > 0 && (
        <DataTable
          caption={countText(readings.length, "relevé à confirmer", "relevés à confirmer")}
          columns={readingColumns(props)}
          rows={readings}
          wide
        />
      )}
      {verdicts.length > 0 && (
        <DataTable
          caption={countText(verdicts.length, "réponse")}
          columns={verdictColumns(props)}
          rows={verdicts}
        />
      )}
    </Section>
  );
}

/** « Débit maximal trop bas ? », with what the proposed one changes. */
function RateNotice(
  { id, low, namesOf, timeZone, page }: RegisterDoubtsProps & { low: LowRate },
) {
  const { seriesId, version, proposed } = low;
  const { series, unit, isOfHousing } = namesOf({ seriesId, houseId: null });
  return (
    <Notice tone="bad" title={DOUBTS.lowRate}>
      <p>{lowRateText(low, { series, unit, timeZone, isOfHousing })}</p>
      <PostForm action={sectionEntry(page.action, id)}>
        <input type="hidden" name="form" value="max-rate" />
        <input type="hidden" name="series" value={seriesId} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="rate" value={String(proposed)} />
        <button type="submit" class="button">
          {`Porter à ${formatQuantity(proposed, unit, INDEX_DECIMALS)} par heure`}
        </button>
      </PostForm>
    </Notice>
  );
}

function readingColumns(props: RegisterDoubtsProps): TableColumn<ReadingToConfirm>[] {
  return [
    ...meterColumns<ReadingToConfirm>(props),
    index(props, "value", "Relevé", ({ at, value }) => ({ at, value })),
    index(props, "before", "Dernier index compté", ({ beforeAt, before }) => {
      return { at: beforeAt, value: before };
    }),
    index(props, "next", "Relevé suivant", ({ nextAt, next }) => ({ at: nextAt, value: next })),
    {
      field: "counted",
      label: "S’il est vrai, compte",
      number: true,
      cell: (reading) => <Counts unit={props.namesOf(reading).unit} reading={reading} />,
    },
    { field: "meanwhile", label: "En attendant, compte", cell: () => DOUBTS.meanwhile },
    {
      field: "answer",
      label: "Ce relevé est",
      cell: (reading) => <Answers {...props} reading={reading} />,
    },
  ];
}

function verdictColumns(props: RegisterDoubtsProps): TableColumn<ReadingVerdictRead>[] {
  return [
    ...meterColumns<ReadingVerdictRead>(props),
    index(props, "value", "Relevé", ({ at, value }) => ({ at, value })),
    {
      field: "said",
      label: "Réponse",
      cell: ({ isReal, isVoid }) => (
        <>
          {verdictText(isReal)}
          {isVoid && <small class="slot-mark">{DOUBTS.void}</small>}
        </>
      ),
    },
    { field: "by", label: "Par", cell: ({ by }) => by },
    dateColumn("saidAt", "Le", ({ saidAt }) => formatInstant(saidAt, props.timeZone)),
    {
      field: "takeBack",
      label: "Action",
      cell: (verdict) => verdict.isOwn && <TakeBack {...props} verdict={verdict} />,
    },
  ];
}

/** The series and the dwelling, where they differ. */
function meterColumns<Row extends OfMeter>(
  { doubts, namesOf }: RegisterDoubtsProps,
): TableColumn<Row>[] {
  const all = [...doubts?.readings ?? [], ...doubts?.verdicts ?? []];
  const isOfHousing = all.some(({ houseId }) => houseId !== null);
  return [
    { field: "series", label: "Compteur", cell: (row) => namesOf(row).series },
    ...isOfHousing
      ? [{ field: "house", label: "Logement", cell: (row: Row) => namesOf(row).house ?? "" }]
      : [],
  ];
}

/** A reading and its instant. */
function index<Row extends OfMeter>(
  { namesOf, timeZone }: RegisterDoubtsProps,
  field: string,
  ...[label, of]: [
    label: string,
    of: (row: Row) => { readonly at: string | null; readonly value: number | null },
  ]
): TableColumn<Row> {
  return {
    field,
    label,
    number: true,
    cell: (row) => {
      const { at, value } = of(row);
      if (at === null) return "";
      return (
        <>
          {value === null
            ? DOUBTS.hidden
            : formatQuantity(value, namesOf(row).unit, INDEX_DECIMALS)}
          <small class="slot-mark">{formatInstant(at, timeZone)}</small>
        </>
      );
    },
  };
}

function Counts({ unit, reading }: { unit: string; reading: ReadingToConfirm }) {
  const { value, before, counted } = reading;
  if (value === null || before === null) return <>{DOUBTS.hidden}</>;
  return <>{counted === null ? DOUBTS.restarts : formatQuantity(counted, unit, INDEX_DECIMALS)}</>;
}

/** The two answers, or why the reader has none. */
function Answers(
  { id, page, timeZone, reading }: RegisterDoubtsProps & { reading: ReadingToConfirm },
) {
  const { seriesId, houseId, at, value, isOwn } = reading;
  if (value === null) return <small class="slot-mark">{DOUBTS.hiddenWhy}</small>;
  if (!isOwn) return <>{DOUBTS.othersTyped}</>;
  const which = <Which at={at} timeZone={timeZone} />;
  return (
    <PostForm class="row" action={sectionEntry(page.action, id)}>
      <input type="hidden" name="form" value="verdict" />
      <input type="hidden" name="series" value={seriesId} />
      <input type="hidden" name="houseId" value={houseId ?? ""} />
      <input type="hidden" name="at" value={at} />
      <input type="hidden" name="value" value={String(value)} />
      <button type="submit" class="button" name="intent" value="real">
        {verdictText(true)}
        {which}
      </button>
      <button type="submit" class="button" name="intent" value="error">
        {verdictText(false)}
        {which}
      </button>
    </PostForm>
  );
}

/** Which reading a button is about, for screen readers. */
function Which({ at, timeZone }: { at: string; timeZone: string }) {
  return <span class="visually-hidden">{`, le relevé du ${formatInstant(at, timeZone)}`}</span>;
}

function TakeBack(
  { id, page, timeZone, verdict }: RegisterDoubtsProps & { verdict: ReadingVerdictRead },
) {
  return (
    <PostForm action={sectionEntry(page.action, id)}>
      <input type="hidden" name="form" value="verdict-removal" />
      <input type="hidden" name="series" value={verdict.seriesId} />
      <input type="hidden" name="id" value={verdict.id} />
      <button type="submit" class="button button-plain">
        {DOUBTS.takeBack}
        <Which at={verdict.at} timeZone={timeZone} />
      </button>
    </PostForm>
  );
}

interface MeterEventTableProps {
  action: string;
  events: readonly MeterEventRead[];
  unit: string;
  version: string;
  /** Returns the name of a dwelling; null for meters of the residence. */
  houseOf: ((houseId: string) => string) | null;
}

/** The events of the meters of a series, newest first, each with the effect of its deletion. */
export function MeterEventTable(props: MeterEventTableProps) {
  const { events, unit, houseOf } = props;
  const index = (field: "finalIndex" | "firstIndex"): TableColumn<MeterEventRead> =>
    numberColumn(field, METER_EVENT_LABELS[field], (event) => event[field], {
      unit,
      most: INDEX_DECIMALS,
    });
  const columns: TableColumn<MeterEventRead>[] = [
    dateColumn("at", "Date", ({ date, time }) => `${formatDay(date)} à ${time}`),
    { field: "what", label: "Événement", cell: ({ what }) => METER_EVENT_KIND_LABELS[what] },
    ...houseOf === null ? [] : [{
      field: "house",
      label: METER_EVENT_LABELS.houseId,
      cell: ({ houseId }: MeterEventRead) => houseId === null ? "" : houseOf(houseId),
    }],
    index("finalIndex"),
    index("firstIndex"),
    numberColumn(
      "counted",
      "Consommation entre les relevés qui l’entourent",
      ({ counted }) => counted,
      { unit, most: INDEX_DECIMALS },
    ),
    { field: "comment", label: METER_EVENT_LABELS.comment, cell: ({ comment }) => comment },
    {
      field: "remove",
      label: "Action",
      cell: (event) => <EventRemoval {...props} event={event} />,
    },
  ];
  return (
    <DataTable caption={countText(events.length, "événement")} columns={columns} rows={events} />
  );
}

function EventRemoval(
  { action, version, unit, event }: MeterEventTableProps & { event: MeterEventRead },
) {
  return (
    <RemovalForm
      action={action}
      form="event-removal"
      version={version}
      id={{ name: "eventId", value: event.id }}
      text={lostWithEvent(event, unit)}
    />
  );
}
