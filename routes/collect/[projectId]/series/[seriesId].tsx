import { namedOptions } from "@/components/forms/form_fields.ts";
import { type FormPage, formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { PostForm, Refusal } from "@/components/forms/PostForm.tsx";
import { Section } from "@/components/page/Page.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { instantColumn, textColumn } from "@/components/tables/columns.tsx";
import type { List, ListRows } from "@/components/tables/list.ts";
import { ListTable } from "@/components/tables/ListTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { clockTimeOf } from "@/lib/domain/periods/zoned_days.ts";
import type { Project, SeriesSource } from "@/lib/domain/projects/types.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { hasUse } from "@/lib/domain/series/units.ts";
import { meterEventForm } from "@/lib/forms/series/meter_event_form.ts";
import { SERIES_FORM } from "@/lib/forms/series/series_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { savesAnnotation } from "@/lib/pages/series/annotations.ts";
import { METER_SECTION } from "@/lib/pages/series/meter_events.ts";
import {
  readChangedSeries,
  readSeriesSheet,
  type SeriesSheet,
} from "@/lib/pages/series/series_list_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { rhythmText } from "@/lib/text/series/series.ts";
import { measureText } from "@/lib/text/series/series_settings.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks, changes, formHandlers, saves } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf, todayOf } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";
import {
  AnnotationSection,
} from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";
import { MeterSection } from "./(_components)/MeterSection.tsx";

export const handler = define.handlers(formHandlers(readPage, seriesForms));

export default define.page<typeof handler>(({ data: { sheet, sources, shown }, state, url }) => {
  const { series } = sheet;
  const { project } = residenceOf(state);
  const forms = formPage(links.seriesSettings(project.id, series.id), shown, url);
  const parts = { sheet, page: forms };
  return (
    <>
      <ResidenceTitle title={seriesName(series)} of={project} under="seriesList">
        {series.scope === "facilities" && (
          <a class="button" href={links.facilitySeries(project.id, series.id)}>Relevés</a>
        )}
      </ResidenceTitle>
      <SettingsSection {...parts} />
      <SourcesSection sources={sources} page={forms} />
      <MeterSection
        {...parts}
        now={{ date: todayOf(state), time: clockTimeOf(Date.parse(state.now), project.timeZone) }}
        asked={url.searchParams}
      />
      <AnnotationSection
        {...sheet.annotations}
        page={forms}
        isOfHousing={series.scope === "housing"}
      />
      <RemovalSection {...parts} />
      <UnsavedGuard />
    </>
  );
});

interface SectionProps {
  sheet: SeriesSheet;
  page: FormPage;
}

function SettingsSection({ sheet: { series, equipments }, page }: SectionProps) {
  const { scope, dataUnitId, expectedRhythm } = series;
  const shown: Readonly<Record<string, boolean | undefined>> = {
    equipmentId: scope === "facilities",
    use: scope === "housing" && hasUse(dataUnitId),
  };
  return (
    <FormSection
      title="Réglages"
      form={SERIES_FORM}
      stored={series}
      page={page}
      options={{ equipmentId: namedOptions(equipments) }}
      shows={(name) => shown[name] ?? true}
      hints={expectedRhythm && { rhythm: `Aujourd’hui\u00A0: ${rhythmText(expectedRhythm)}` }}
    />
  );
}

function SourcesSection(
  { sources, page: { shown, saved } }: { sources: ListRows<SeriesSource>; page: FormPage },
) {
  const mine = shown?.form === "detach" ? shown : null;
  if (sources.all.length === 0 && mine === null) return null;
  return (
    <Section
      id="sources"
      title="Ce qui l’alimente"
      intro="Une source détachée n’alimente plus la série. Les relevés déjà reçus restent."
      saved={saved === "sources"}
    >
      {mine && <Refusal {...mine} />}
      <ListTable {...sources} />
    </Section>
  );
}

/** The sources of a series: thousands for a collector that names dwellings. */
function sourceList({ series, houses }: SeriesSheet, project: Project): List<SeriesSource> {
  const path = links.seriesSettings(project.id, series.id);
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
      instantColumn("at", "Rattachée le", ({ attachedAt }) => attachedAt, project.timeZone),
      {
        field: "detach",
        label: "Action",
        sortable: false,
        cell: ({ source }) => <Detach action={`${path}#sources`} source={source} />,
      },
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

function RemovalSection({ page: { action, shown } }: SectionProps) {
  return (
    <Section id="removal" title="Supprimer la série">
      {shown?.form === "removal" && <Refusal {...shown} />}
      <RemovalForm
        form="removal"
        action={`${action}#removal`}
        label="Supprimer la série"
        text="Tous ses relevés et ses annotations seront perdus. Une série qui sert à un réglage ou qu’une source alimente ne peut pas être supprimée."
      />
    </Section>
  );
}

async function readPage(ctx: PageContext) {
  const { seriesId = "" } = ctx.params;
  const sheet = await readSeriesSheet(ctx.state, seriesId);
  ctx.state.title = windowTitle(PAGE_NAMES.seriesList, seriesName(sheet.series));
  const list = sourceList(sheet, residenceOf(ctx.state).project);
  const { rows: sources, file } = readList(ctx.url, sheet.sources, list);
  return file ?? { sheet, sources };
}

async function seriesForms({ state, params }: PageContext) {
  const { projectId = "", seriesId = "" } = params;
  const series = await readChangedSeries(state, seriesId);
  const { id, scope } = series;
  const { call } = state.api;
  const at = { projectId, series: id };
  const path = links.seriesSettings(projectId, id);
  const meterSaved = savedPath(path, METER_SECTION);
  return {
    settings: saves(
      SERIES_FORM,
      (body, { version }) => call("putDataseries", { ...at, body: { ...body, scope, version } }),
    ),
    detach: asks(
      ({ text }) => call("detachSource", { ...at, source: text("source") }),
      savedPath(path, "sources"),
    ),
    event: changes(meterEventForm(series), (body) => call("addMeterEvent", { ...at, body }), {
      next: () => meterSaved,
      named: async () => ({ houseId: scope === "housing" ? await readDwellings(state) : [] }),
    }),
    "event-removal": asks(
      ({ text, version }) => call("deleteMeterEvent", { ...at, eventId: text("eventId"), version }),
      meterSaved,
    ),
    annotations: savesAnnotation(state.api, { projectId, annotatedId: id }),
    removal: asks(() => call("deleteDataseries", at), links.seriesList(projectId)),
  };
}
