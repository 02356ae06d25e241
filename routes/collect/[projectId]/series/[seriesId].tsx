import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { SeriesSettingsForm } from "@/components/series/SeriesSettingsForm.tsx";
import { QUANTITY_OPTIONS, RHYTHM_OPTIONS } from "@/components/series/quantity_options.ts";
import { DataTable } from "@/components/tables/DataTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { SeriesSource } from "@/lib/domain/projects/types.ts";
import { SERIES_SETTINGS_RULES, typedSeries } from "@/lib/domain/series/series_form.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { links } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { ANNOTATION_SECTION } from "@/lib/pages/series/annotations.ts";
import { METER_SECTION } from "@/lib/pages/series/meter_events.ts";
import { readSeriesSheet, type SeriesSheet } from "@/lib/pages/series/series_list_page.ts";
import {
  saveSeriesForm,
  type SeriesFormName,
  type SeriesRefused,
} from "@/lib/pages/series/series_settings_saves.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { measureText, SERIES_LABELS } from "@/lib/text/series/series_settings.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { AnnotationSection } from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";
import { MeterSection } from "./(_components)/MeterSection.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { projectId = "", seriesId = "" } = ctx.params;
    const { form, refused } = await saveSeriesForm(ctx);
    if (refused !== null) return await showPage(ctx, refused);
    if (form === "removal") return seeOther(ctx, links.seriesList(projectId));
    return seeOther(ctx, savedPath(links.seriesSettings(projectId, seriesId), SECTIONS[form]));
  },
});

const SECTIONS: Readonly<Record<SeriesFormName, string>> = {
  settings: "settings",
  detach: "sources",
  event: METER_SECTION,
  "event-removal": METER_SECTION,
  [ANNOTATION_SECTION]: ANNOTATION_SECTION,
  removal: "removal",
};

export default define.page<typeof handler>(({ data: { sheet, refused }, state, url }) => {
  const { series } = sheet;
  const { project } = residenceOf(state);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const action = links.seriesSettings(project.id, series.id);
  const parts = { sheet, refused, action, saved };
  return (
    <>
      <PageTitle
        title={seriesName(series)}
        subtitle={project.name}
        back={{ href: links.seriesList(project.id), label: PAGE_NAMES.seriesList }}
      >
        {series.scope === "facilities" && (
          <a class="button" href={links.facilitySeries(project.id, series.id)}>Relevés</a>
        )}
      </PageTitle>
      <SettingsSection {...parts} />
      <SourcesSection {...parts} timeZone={project.timeZone} />
      <MeterSection {...parts} today={todayOf(state)} asked={url.searchParams} />
      <AnnotationSection
        {...sheet.annotations}
        id={ANNOTATION_SECTION}
        refused={refused?.form === ANNOTATION_SECTION ? refused : null}
        action={action}
        saved={saved === ANNOTATION_SECTION}
        isOfHousing={series.scope === "housing"}
      />
      <RemovalSection {...parts} />
      <UnsavedGuard />
    </>
  );
});

interface SectionProps {
  sheet: SeriesSheet;
  refused: SeriesRefused | null;
  action: string;
  saved: string | null;
}

function SettingsSection({ sheet, refused, action, saved }: SectionProps) {
  const { series, equipments } = sheet;
  const mine = refused?.form === "settings" ? refused : null;
  const stored = typedSeries(series);
  const typed = mine === null ? stored : pickedValues(SERIES_SETTINGS_RULES, mine.values);
  const places = namedOptions(equipments);
  const options = {
    dataUnitId: QUANTITY_OPTIONS,
    equipmentId: places,
    rhythm: RHYTHM_OPTIONS,
    manualIndex: [{ value: "on", label: "Oui" }, { value: "", label: "Non" }],
    renamed: undefined,
    importedUnit: undefined,
    dataSourceOptions: undefined,
  };
  const fields = SERIES_SETTINGS_RULES.map(({ name }) => ({
    name,
    label: SERIES_LABELS[name],
    ...(options[name] === undefined ? {} : { options: options[name] }),
  }));
  return (
    <Section id="settings" title="Réglages" saved={saved === "settings"}>
      {mine && <Refusal {...mine} lines={conflictLines(fields, typed, stored)} />}
      <SeriesSettingsForm
        action={`${action}#settings`}
        scope={series.scope}
        values={typed}
        errors={mine?.errors ?? {}}
        equipments={places}
        expected={series.expectedRhythm}
        version={series.version}
        unsaved={mine !== null}
      />
    </Section>
  );
}

function SourcesSection(
  { sheet: { sources, houses }, refused, action, saved, timeZone }: SectionProps & {
    timeZone: string;
  },
) {
  const mine = refused?.form === "detach" ? refused : null;
  if (sources.length === 0 && mine === null) return null;
  return (
    <Section
      id="sources"
      title="Ce qui l’alimente"
      intro="Une source détachée n’alimente plus la série. Les relevés déjà reçus restent."
      saved={saved === "sources"}
    >
      {mine && <Refusal {...mine} lines={[]} />}
      <DataTable
        caption={countText(sources.length, "source")}
        columns={[
          {
            field: "source",
            label: "Source",
            cell: ({ source }) => <code>{isMeasureKey(source) ? measureText(source) : source}
            </code>,
          },
          ...(houses === null ? [] : [{
            field: "house",
            label: "Logement",
            cell: ({ houseId }: SeriesSource) =>
              houseId === null ? "Celui que chaque source nomme" : houses.get(houseId) ?? "",
          }]),
          {
            field: "at",
            label: "Rattachée le",
            cell: ({ attachedAt }) => formatInstant(attachedAt, timeZone),
          },
          {
            field: "detach",
            label: "Action",
            cell: ({ source }) => <Detach action={`${action}#sources`} source={source} />,
          },
        ]}
        rows={sources}
        rowKey={({ source }) => source}
      />
    </Section>
  );
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

function RemovalSection({ refused, action }: SectionProps) {
  const mine = refused?.form === "removal" ? refused : null;
  return (
    <Section id="removal" title="Supprimer la série">
      {mine && <Refusal {...mine} lines={[]} />}
      <PostForm action={`${action}#removal`}>
        <input type="hidden" name="form" value="removal" />
        <Removal
          label="Supprimer la série"
          text="Tous ses relevés et ses annotations seront perdus. Une série qui sert à un réglage ou qu’une source alimente ne peut pas être supprimée."
        />
      </PostForm>
    </Section>
  );
}

async function showPage(ctx: Context<State>, refused: SeriesRefused | null) {
  const { seriesId = "" } = ctx.params;
  const sheet = await readSeriesSheet(ctx.state, seriesId);
  ctx.state.title = windowTitle(PAGE_NAMES.seriesList, seriesName(sheet.series));
  return page({ sheet, refused }, { status: refused?.status ?? 200 });
}
