import { instantColumn, textColumn, tickColumn } from "@/components/ui/columns.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { DETACH_FORM, EVERY_SOURCE } from "@/lib/ingest/forms.ts";
import type { SeriesSheet } from "@/lib/ingest/series_pages.ts";
import { DETACHING, measureText, scaleText } from "@/lib/ingest/text.ts";
import type { Project } from "@/lib/residences/schema.ts";
import type { SeriesSource } from "@/lib/series/schema.ts";
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
    title: "Ce qui l’alimente",
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
