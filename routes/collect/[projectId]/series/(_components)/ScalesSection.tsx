import { dateColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { formId, PostForm, Refusal, Removal, sectionEntry } from "@/components/ui/PostForm.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import { scaleForm } from "@/lib/ingest/forms.ts";
import { SCALES_SECTION, type SeriesSheet, sourceChoices } from "@/lib/ingest/series_pages.ts";
import { FACTOR_DECIMALS, measureText, SCALES } from "@/lib/ingest/text.ts";
import type { SeriesSource, SourceScaleRead } from "@/lib/series/schema.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import { isMeasureKey } from "@/lib/timeseries/source_names.ts";

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
    numberColumn(
      { field: "factor", label: SCALES.factor, unit },
      ({ factor }) => factor,
      FACTOR_DECIMALS,
    ),
    ...isRegister
      ? [
        numberColumn<Version>({ field: "offset", label: SCALES.offset, unit }, ({ offset }) =>
          offset, INDEX_DECIMALS),
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
