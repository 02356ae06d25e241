import { DoubtsSection } from "@/components/ingest/RegisterDoubts.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { listedRows, readList } from "@/components/web/read_list.ts";
import { clockTimeOf } from "@/lib/base/time_zones.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { savesAnnotation } from "@/lib/facilities/pages.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { DETACH_FORM, EVERY_SOURCE, meterEventForm, SERIES_FORM } from "@/lib/ingest/forms.ts";
import {
  doubtForms,
  DOUBTS_SECTION,
  METER_SECTION,
  readChangedSeries,
  readSeriesSheet,
  scaleForms,
  type SeriesSheet,
} from "@/lib/ingest/series_pages.ts";
import { rateHint } from "@/lib/ingest/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { NAMELESS, seriesName } from "@/lib/series/series_names.ts";
import { rhythmText } from "@/lib/series/text.ts";
import { defaultRate, meterPlace } from "@/lib/timeseries/register_rules.ts";
import { hasUse } from "@/lib/timeseries/units.ts";
import type { FormPage, ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, deletion, formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { AnnotationSection } from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";
import {
  MeterSection,
  ScalesSection,
  sourceList,
  SourcesSection,
} from "@/routes/collect/[projectId]/series/(_components)/SeriesSections.tsx";

export const handler = define.handlers(formRoute(readPage, seriesForms));

export default define.page<typeof handler>(({ data: { sheet, sources, page }, state, url }) => {
  const { series } = sheet;
  const { project, today } = residenceOf(state);
  const parts = { sheet, page };
  return (
    <>
      <PageTitle title={seriesName(series)}>
        {sheet.isReadable && (
          <a class="button" href={links.facilitySeries(project.id, series.id)}>Relevés</a>
        )}
        <a class="button" href={links.deletedReadings(project.id, series.id)}>
          {PAGES.deletedReadings.title}
        </a>
      </PageTitle>
      <SettingsSection {...parts} />
      <SourcesSection sources={sources} page={page} />
      <ScalesSection {...parts} timeZone={project.timeZone} />
      <DoubtsSection
        id={DOUBTS_SECTION}
        page={page}
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
        query={url.searchParams}
      />
      <AnnotationSection
        {...sheet.annotations}
        page={page}
        isOfHousing={series.scope === "housing"}
      />
      <RemovalSection {...parts} />
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
  ctx.state.title = [PAGES.seriesList.title, seriesName(sheet.series)];
  const list = sourceList(sheet, residenceOf(ctx.state).project, shown);
  const { rows: sources, file } = readList(ctx.url, sheet.sources, list);
  return file ?? { sheet, sources };
}

/** The sources that match the filters of the URL. */
async function listedSources({ url, state }: PageContext, seriesId: string): Promise<string[]> {
  const sheet = await readSeriesSheet(state, seriesId);
  const list = sourceList(sheet, residenceOf(state).project);
  return listedRows(url, sheet.sources, list).filtered.map(({ source }) => source);
}

async function seriesForms(ctx: PageContext) {
  const { state, params } = ctx;
  const { projectId = "", seriesId = "" } = params;
  const series = await readChangedSeries(state, seriesId);
  const { id, scope } = series;
  const { call, sender } = state.api;
  const at = { projectId, series: id };
  const path = links.seriesSettings(projectId, id);
  const sourcesSaved = savedPath(path, "sources");
  const meterSaved = savedPath(path, METER_SECTION);
  return {
    settings: save(
      SERIES_FORM,
      (body) => call(SERIES_CALLS.putDataseries, { ...at, body: { ...body, scope } }),
    ),
    detach: action(
      ({ text }) => call(SERIES_CALLS.detachSource, { ...at, source: text("source") }),
      sourcesSaved,
    ),
    "detach-many": save(DETACH_FORM, sender(SERIES_CALLS.detachSources, at), {
      next: () => sourcesSaved,
      check: ({ sources }) => sources === "" ? { sources: { code: "required" } } : {},
      intents: {
        [EVERY_SOURCE]: action(
          async () => {
            const sources = await listedSources(ctx, id);
            return await call(SERIES_CALLS.detachSources, { ...at, body: { sources } });
          },
          sourcesSaved,
        ),
      },
    }),
    ...scaleForms(state, series, path),
    event: save(meterEventForm(series), sender(SERIES_CALLS.addMeterEvent, at), {
      next: () => meterSaved,
      named: async () => ({ houseId: scope === "housing" ? await readDwellings(state) : [] }),
    }),
    "event-removal": deletion(
      ({ text, version }) =>
        call(SERIES_CALLS.deleteMeterEvent, { ...at, eventId: text("eventId"), version }),
      meterSaved,
    ),
    ...doubtForms(state, path),
    annotations: savesAnnotation(state.api, { projectId, annotatedId: id }),
    removal: action(() => call(SERIES_CALLS.deleteDataseries, at), links.seriesList(projectId)),
  };
}
