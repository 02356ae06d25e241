/** Sections of the page of a series: its sources, their scales, the events of its meter. @module */

import { MeterEventTable } from "@/components/ingest/RegisterDoubts.tsx";
import {
  dateColumn,
  instantColumn,
  numberColumn,
  textColumn,
  tickColumn,
} from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, Section } from "@/components/ui/Page.tsx";
import { formId, PostForm, Refusal, Removal, sectionEntry } from "@/components/ui/PostForm.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { countText } from "@/lib/base/text_format.ts";
import { DETACH_FORM, EVERY_SOURCE, meterEventForm, NOON, scaleForm } from "@/lib/ingest/forms.ts";
import {
  METER_SECTION,
  SCALES_SECTION,
  type SeriesSheet,
  sourceChoices,
} from "@/lib/ingest/series_pages.ts";
import { DETACHING, FACTOR_DECIMALS, measureText, SCALES, scaleText } from "@/lib/ingest/text.ts";
import type { Project } from "@/lib/residences/schema.ts";
import type { SeriesSource, SourceScaleRead } from "@/lib/series/schema.ts";
import { NAMELESS } from "@/lib/series/series_names.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import { isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { FormPage, ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { writeTableState } from "@/lib/ui/tables.ts";

const FORM_ID = "detach-form";

interface SourcesSectionProps {
  sources: ListRows<SeriesSource>;
  page: FormPage;
}

/** The sources of a series, detached one by one or together. @spec collectors.detaching */
export function SourcesSection({ sources, page: { shown, saved } }: SourcesSectionProps) {
  const one = shown?.form === "detach" ? shown : null;
  const isSaved = saved === "sources";
  if (sources.all.length === 0 && one === null && !isSaved) return null;
  return (
    <Section id="sources" title="Ce qui l’alimente" intro={DETACHING.intro} saved={isSaved}>
      {one && <Refusal {...one} />}
      <ListTable {...sources} />
      {sources.filtered.length > 1 && <DetachMany sources={sources} shown={shown} />}
    </Section>
  );
}

/** Detaches the selected sources, or all those of the list, in two steps. */
function DetachMany(
  { sources: { all, filtered, list, table }, shown }: Pick<SourcesSectionProps, "sources"> & {
    shown: FormPage["shown"];
  },
) {
  const mine = shown?.form === DETACH_FORM.name ? shown : null;
  const query = writeTableState(table);
  const action = query === "" ? list.path : `${list.path}?${query}`;
  return (
    // Browsers restore ticks by rank: after Back, they would be those of the next sources.
    <PostForm
      id={FORM_ID}
      action={`${action}#sources`}
      autocomplete="off"
      data-guard="watched"
    >
      <input type="hidden" name="form" value={DETACH_FORM.name} />
      {mine && <Refusal {...mine} />}
      {mine?.errors["sources"] && <Notice tone="very-bad" live focused>{DETACHING.none}</Notice>}
      <details class="removal" open={mine !== null}>
        <summary class="button button-plain button-danger">{DETACHING.many}</summary>
        <p>{DETACHING.question}</p>
        {all.some(({ source }) => isMeasureKey(source)) && <p>{DETACHING.measure}</p>}
        <div class="row">
          <button type="submit" class="button button-danger">{DETACHING.ticked}</button>
          <button type="submit" class="button button-danger" name="intent" value={EVERY_SOURCE}>
            {DETACHING.every(filtered.length)}
          </button>
        </div>
      </details>
    </PostForm>
  );
}

/**
 * The sources of a series: thousands for a collector that names dwellings.
 *
 * @param shown a refused form, whose selection is kept
 */
export function sourceList(
  { series, sources, houses }: SeriesSheet,
  project: Project,
  shown: ShownForm | null = null,
): List<SeriesSource> {
  const path = links.seriesSettings(project.id, series.id);
  const mine = shown?.form === DETACH_FORM.name ? shown : null;
  const sourceOf = ({ source }: SeriesSource) => source;
  const ticks = tickColumn({
    form: FORM_ID,
    name: "sources",
    value: sourceOf,
    label: sourceOf,
    chosen: ticked(mine?.values["sources"] ?? ""),
  });
  const nameOf = ({ source }: SeriesSource) => isMeasureKey(source) ? measureText(source) : source;
  const houseOf = ({ houseId }: SeriesSource) =>
    houseId === null ? "Celui que chaque source nomme" : houses?.get(houseId) ?? "";
  return {
    path,
    fileName: "sources-de-la-serie.csv",
    columns: [
      textColumn("source", "Source", nameOf, {
        cell: (row) => <code>{nameOf(row)}</code>,
        // Measures of every dwelling are listed after single sources.
        sort: ({ source }) => `${isMeasureKey(source)} ${source}`,
      }),
      ...(houses === null ? [] : [textColumn("house", "Logement", houseOf)]),
      ...sources.some(({ scales = [] }) => scales.length > 0)
        ? [textColumn("scale", "Une unité envoyée", ({ scales = [] }: SeriesSource) => {
          const scale = scales.at(-1);
          return scale === undefined ? "" : scaleText(scale, series.unit.unit);
        })]
        : [],
      instantColumn("at", "Rattachée le", ({ attachedAt }) => attachedAt, project.timeZone),
      {
        field: "detach",
        label: "Action",
        sortable: false,
        cell: ({ source }) => <Detach action={`${path}#sources`} source={source} />,
      },
      ...(sources.length > 1 ? [ticks] : []),
    ],
    words: (row) => [nameOf(row), houseOf(row)],
    noun: "source",
    nothing: "Aucune source trouvée",
    empty: { title: "Aucune source" },
  };
}

function Detach({ action, source }: { action: string; source: string }) {
  return (
    <PostForm action={action}>
      <input type="hidden" name="form" value="detach" />
      <input type="hidden" name="source" value={source} />
      <button type="submit" class="button button-small" aria-label={`Détacher ${source}`}>
        Détacher
      </button>
    </PostForm>
  );
}

interface ScalesSectionProps {
  sheet: SeriesSheet;
  page: FormPage;
  timeZone: string;
}

/** A version of a source. */
interface Version extends SourceScaleRead {
  readonly source: string;
}

/** Versions listed; the others are counted. */
const LISTED = 50;

/** What the numbers of the sources of a series are worth. @spec collectors.scales */
export function ScalesSection({ sheet: { series, sources }, page, timeZone }: ScalesSectionProps) {
  const { unit: { kind, unit } } = series;
  if (sources.length === 0 || kind === "state") return null;
  const { shown } = page;
  const versions = versionsOf(sources);
  const choices = sourceChoices(sources);
  const removal = shown?.form === REMOVAL ? shown : null;
  const action = sectionEntry(page.action, SCALES_SECTION);
  const isRegister = kind === "index";
  const rows = versions.slice(0, LISTED);
  const columns: TableColumn<Version>[] = [
    textColumn("source", "Source", ({ source }) => measureText(source), {
      cell: ({ source }) => <code>{measureText(source)}</code>,
    }),
    dateColumn(
      "from",
      "À partir de",
      ({ from }) => from === null ? "son premier relevé" : formatInstant(from, timeZone),
    ),
    numberColumn("factor", SCALES.factor, ({ factor }) => factor, { unit, most: FACTOR_DECIMALS }),
    ...isRegister
      ? [
        numberColumn<Version>("offset", SCALES.offset, ({ offset }) => offset, {
          unit,
          most: INDEX_DECIMALS,
        }),
      ]
      : [],
    {
      field: "remove",
      label: "Action",
      cell: (version) => (
        <VersionRemoval action={action} row={rows.indexOf(version)} version={version} />
      ),
    },
  ];
  return (
    <FormSection
      id={SCALES_SECTION}
      title={SCALES.title}
      intro={SCALES.intro}
      before={
        <>
          {removal && <Refusal {...removal} />}
          {rows.length > 0 && (
            <DataTable
              caption={countText(versions.length, "valeur")}
              columns={columns}
              rows={rows}
            />
          )}
        </>
      }
      form={scaleForm(isRegister)}
      initial={{ source: choices.length === 1 ? choices[0]?.value ?? "" : "" }}
      page={page}
      options={{ source: choices }}
      shows={(name) => name !== "offset" || isRegister}
      submit="Enregistrer la valeur"
    />
  );
}

/** Those of the measures first; a source of a measure is listed when its own differ. */
function versionsOf(sources: readonly SeriesSource[]): Version[] {
  const known = new Set<string>();
  const isFirst = ({ source, scales }: SeriesSource) => {
    const text = JSON.stringify(scales);
    if (isMeasureKey(source)) known.add(text);
    return isMeasureKey(source) || !known.has(text);
  };
  const byMeasure = sources.toSorted((a, b) =>
    Number(isMeasureKey(b.source)) - Number(isMeasureKey(a.source))
  );
  return byMeasure.filter(isFirst)
    .flatMap(({ source, scales = [] }) => scales.map((scale) => ({ source, ...scale })));
}

/** Name of the form. */
const REMOVAL = "scale-removal";

function VersionRemoval(
  { action, row, version: { source, from } }: { action: string; row: number; version: Version },
) {
  return (
    <PostForm id={formId(REMOVAL, String(row))} action={action}>
      <input type="hidden" name="form" value={REMOVAL} />
      <input type="hidden" name="key" value={row} />
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="from" value={from ?? ""} />
      <Removal
        label="Retirer"
        text="Les relevés depuis cette date reprennent la valeur d’avant, ou celle qui est envoyée."
        confirm="Retirer la valeur"
      />
    </PostForm>
  );
}

interface MeterSectionProps {
  sheet: SeriesSheet;
  page: FormPage;
  /** The current day and time in the residence. */
  now: { readonly date: string; readonly time: string };
  query: URLSearchParams;
}

/** The replacements and resets of a series' meters: dated, listed, deleted. */
export function MeterSection({ sheet: { series, meters }, page, now, query }: MeterSectionProps) {
  if (meters === null) return null;
  const { version, events, houses } = meters;
  const { shown } = page;
  const form = meterEventForm(series);
  const names = new Map(houses.map(({ value, label }) => [value, label]));
  const isHousing = series.scope === "housing";
  const isAsked = { houseId: isHousing, acceptOld: shown?.failure === errorText("old-date") };
  const filled = form.fields.flatMap(({ name }) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return (
    <FormSection
      id={METER_SECTION}
      title="Compteur remplacé ou remis à zéro"
      intro="À cet instant le compteur repart d’un autre index. La consommation est celle de l’ancien jusqu’à son dernier index, plus celle du nouveau depuis son premier. Un compteur à cinq chiffres qui repasse par zéro finit à 100 000."
      before={
        <>
          {shown?.form === "event-removal" && <Refusal {...shown} />}
          {events.length > 0 && (
            <MeterEventTable
              action={sectionEntry(page.action, METER_SECTION)}
              events={events}
              unit={series.unit.unit}
              version={version}
              houseOf={isHousing ? (id) => names.get(id) ?? NAMELESS.house : null}
            />
          )}
        </>
      }
      form={form}
      // A future time is refused: in the morning, so is noon.
      initial={{
        date: now.date,
        ...now.time < NOON && { time: now.time },
        ...Object.fromEntries(filled),
      }}
      page={page}
      version={version}
      options={{ houseId: houses }}
      shows={(name) => name === "houseId" || name === "acceptOld" ? isAsked[name] : true}
      submit="Ajouter"
    />
  );
}
