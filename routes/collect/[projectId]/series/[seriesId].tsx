import { namedOptions } from "@/components/forms/form_fields.ts";
import { type FormPage, formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { Refusal } from "@/components/forms/PostForm.tsx";
import { DoubtsSection } from "@/components/ingest/RegisterDoubts.tsx";
import { Section } from "@/components/page/Page.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { distinctEquipment } from "@/lib/domain/facilities/distinct_equipment.ts";
import { clockTimeOf } from "@/lib/domain/periods/zoned_days.ts";
import { meterPlace } from "@/lib/domain/series/registers/meter_place.ts";
import { defaultRate } from "@/lib/domain/series/registers/register_rates.ts";
import { hasUse } from "@/lib/domain/series/units.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { meterEventForm } from "@/lib/forms/series/meter_event_form.ts";
import { DETACH_FORM, EVERY_SOURCE, SERIES_FORM } from "@/lib/forms/series/series_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { savesAnnotation } from "@/lib/pages/series/annotations.ts";
import { METER_SECTION } from "@/lib/pages/series/meter_events.ts";
import { doubtForms, DOUBTS_SECTION } from "@/lib/pages/series/register_doubts.ts";
import {
  readChangedSeries,
  readSeriesSheet,
  type SeriesSheet,
} from "@/lib/pages/series/series_list_page.ts";
import { NAMELESS, seriesName } from "@/lib/text/facilities/facilities.ts";
import { rhythmText } from "@/lib/text/series/series.ts";
import { rateHint } from "@/lib/text/series/series_settings.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks, changes, formHandlers, removes, saves } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";
import { listedRows, readList } from "@/routes/(_components)/read_list.ts";
import {
  AnnotationSection,
} from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";
import { MeterSection } from "./(_components)/MeterSection.tsx";
import { sourceList, SourcesSection } from "./(_components)/SourcesSection.tsx";

export const handler = define.handlers(formHandlers(readPage, seriesForms));

export default define.page<typeof handler>(({ data: { sheet, sources, shown }, state, url }) => {
  const { series } = sheet;
  const { project, today } = residenceOf(state);
  const forms = formPage(links.seriesSettings(project.id, series.id), shown, url);
  const parts = { sheet, page: forms };
  return (
    <>
      <ResidenceTitle title={seriesName(series)} of={project} under="seriesList">
        {sheet.isReadable && (
          <a class="button" href={links.facilitySeries(project.id, series.id)}>Relevés</a>
        )}
        <a class="button" href={links.deletedReadings(project.id, series.id)}>
          {PAGE_NAMES.deletedReadings}
        </a>
      </ResidenceTitle>
      <SettingsSection {...parts} />
      <SourcesSection sources={sources} page={forms} />
      <DoubtsSection
        id={DOUBTS_SECTION}
        page={forms}
        doubts={sheet.doubts}
        namesOf={({ houseId }) => ({
          series: seriesName(series),
          unit: series.unit.unit,
          house: houseId && (sheet.houses?.get(houseId) ?? NAMELESS.house),
          isOfHousing: series.scope === "housing",
          isTyped: series.manualIndex,
        })}
        timeZone={project.timeZone}
      />
      <MeterSection
        {...parts}
        now={{ date: today, time: clockTimeOf(Date.parse(state.now), project.timeZone) }}
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
  const { scope, dataUnitId, expectedRhythm, unit } = series;
  const isRegister = unit.kind === "index";
  const shown: Readonly<Record<string, boolean | undefined>> = {
    equipmentId: scope === "facilities",
    use: scope === "housing" && hasUse(dataUnitId),
    maxRatePerHour: isRegister,
    rollsOverAt: isRegister,
  };
  return (
    <FormSection
      title="Réglages"
      form={SERIES_FORM}
      stored={series}
      page={page}
      options={{ equipmentId: namedOptions(distinctEquipment(equipments)) }}
      shows={(name) => shown[name] ?? true}
      hints={{
        ...expectedRhythm && { rhythm: `Aujourd’hui\u00A0: ${rhythmText(expectedRhythm)}` },
        maxRatePerHour: rateHint(defaultRate(series, meterPlace(series, equipments)), unit.unit),
      }}
    />
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

async function readPage(ctx: PageContext, shown: ShownForm | null) {
  const { seriesId = "" } = ctx.params;
  const sheet = await readSeriesSheet(ctx.state, seriesId);
  ctx.state.title = windowTitle(PAGE_NAMES.seriesList, seriesName(sheet.series));
  const list = sourceList(sheet, residenceOf(ctx.state).project, shown);
  const { rows: sources, file } = readList(ctx.url, sheet.sources, list);
  return file ?? { sheet, sources };
}

/** The sources that match the filters of the URL. */
async function listedSources({ url, state }: PageContext, seriesId: string): Promise<string[]> {
  const sheet = await readSeriesSheet(state, seriesId);
  const list = sourceList(sheet, residenceOf(state).project);
  return listedRows(url, sheet.sources, list).kept.map(({ source }) => source);
}

async function seriesForms(ctx: PageContext) {
  const { state, params } = ctx;
  const { projectId = "", seriesId = "" } = params;
  const series = await readChangedSeries(state, seriesId);
  const { id, scope } = series;
  const { call } = state.api;
  const at = { projectId, series: id };
  const path = links.seriesSettings(projectId, id);
  const sourcesSaved = savedPath(path, "sources");
  const meterSaved = savedPath(path, METER_SECTION);
  return {
    settings: saves(
      SERIES_FORM,
      (body, { version }) => call("putDataseries", { ...at, body: { ...body, scope, version } }),
    ),
    detach: asks(
      ({ text }) => call("detachSource", { ...at, source: text("source") }),
      sourcesSaved,
    ),
    "detach-many": saves(DETACH_FORM, (body) => call("detachSources", { ...at, body }), {
      next: () => sourcesSaved,
      check: ({ sources }) => sources === "" ? { sources: { code: "required" } } : {},
      intents: {
        [EVERY_SOURCE]: asks(
          async () => {
            const sources = await listedSources(ctx, id);
            return await call("detachSources", { ...at, body: { sources } });
          },
          sourcesSaved,
        ),
      },
    }),
    event: changes(meterEventForm(series), (body) => call("addMeterEvent", { ...at, body }), {
      next: () => meterSaved,
      named: async () => ({ houseId: scope === "housing" ? await readDwellings(state) : [] }),
    }),
    "event-removal": removes(
      ({ text, version }) => call("deleteMeterEvent", { ...at, eventId: text("eventId"), version }),
      meterSaved,
    ),
    ...doubtForms(state, path),
    annotations: savesAnnotation(state.api, { projectId, annotatedId: id }),
    removal: asks(() => call("deleteDataseries", at), links.seriesList(projectId)),
  };
}
