import type { FormPage } from "@/components/forms/FormBox.tsx";
import { sectionEntry } from "@/components/forms/own_entry.ts";
import { PostForm, Refusal } from "@/components/forms/PostForm.tsx";
import { Notice, Section } from "@/components/page/Page.tsx";
import { dateColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type {
  LowRate,
  ReadingToConfirm,
  ReadingVerdictRead,
  RegisterDoubts,
} from "@/lib/domain/series/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { INDEX_DECIMALS } from "@/lib/text/series/meter_events.ts";
import { cutText, DOUBTS, lowRateText, verdictText } from "@/lib/text/series/verdicts.ts";
import type { FallNames } from "./RegisterFalls.tsx";

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
