import { CheckField } from "@/components/ui/CheckField.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { type FormContent, FormFields } from "@/components/ui/FormFields.tsx";
import { GridSection } from "@/components/ui/GridSection.tsx";
import { NoneYet, PageTitle } from "@/components/ui/Page.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { formatLongDay } from "@/lib/base/date_format.ts";
import { yearTitle } from "@/lib/base/text_periods.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { readBoilerRoomSettings, type SettingsRead } from "@/lib/energy_balance/pages.ts";
import {
  BOILER_ROOM_FORM,
  FACTORS_FORM,
  HOT_WATER_GROUP,
  type NamedSeries,
  SEASON_FORM,
  SETTINGS_FORM,
  sourcesForm,
  withoutSeason,
  withSeason,
} from "@/lib/facilities/boiler_room_forms.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import {
  onlyRoomWriters,
  type PlacedSeries,
  roomAt,
  savesAnnotation,
  seriesOf,
} from "@/lib/facilities/pages.ts";
import type { SiteMarks } from "@/lib/facilities/energy_settings_schema.ts";
import {
  isAllowedSourceKind,
  isSolarSeries,
  isSourceSeries,
  proposedSources,
  SOURCE_KIND_NAMES,
} from "@/lib/facilities/source_kinds.ts";
import { runningSeasonText, weatherText } from "@/lib/facilities/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES, windowTitle } from "@/lib/ui/page_titles.ts";
import { formRoute, save, type SentForm } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";
import { AnnotationSection } from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";

export const handler = define.handlers(formRoute(readBoilerRoomSettings, boilerRoomForms, {
  guard: onlyRoomWriters,
  path: pathHere,
}));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { boilerRoom, page } = data;
  const { project } = residenceOf(state);
  const everySeason = showsEverySeason(url) ? null : links.everySeason(project.id, boilerRoom.id);
  return (
    <>
      <PageTitle
        title={windowTitle(PAGES.boilerRoomSettings.title, boilerRoom.name)}
        subtitle={project.name}
      >
        <a class="button" href={links.energyBalance(project.id, boilerRoom.id)}>
          {PAGES.energyBalance.title}
        </a>
        <a class="button" href={links.energyPrices(project.id)}>{PAGES.energyPrices.title}</a>
        <a class="button" href={links.energyTerms(project.id, boilerRoom.id)}>
          {PAGES.energyTerms.title}
        </a>
      </PageTitle>
      <PlainSections
        read={data}
        page={page}
        project={project}
        series={seriesOf(state)}
        everySetting={everySeason}
      />
      <DatedSections read={data} page={page} project={project} everySeason={everySeason} />
      <AnnotationSection {...data.annotations} page={page} hasSignature />
    </>
  );
});

function pathHere(ctx: PageContext): string {
  const { projectId, boilerRoomId } = roomAt(ctx);
  return showsEverySeason(ctx.url)
    ? links.everySeason(projectId, boilerRoomId)
    : links.boilerRoomSettings(projectId, boilerRoomId);
}

function showsEverySeason({ searchParams }: URL): boolean {
  return searchParams.get("seasons") === "all";
}

function boilerRoomForms(ctx: PageContext) {
  const { state, url } = ctx;
  const at = roomAt(ctx);
  const { sender } = state.api;
  return {
    identity: save(BOILER_ROOM_FORM, sender(FACILITIES_CALLS.putBoilerRoomSettings, at)),
    sources: save(
      sourcesForm(seriesOf(state), showsEverySeason(url)),
      sender(ENERGY_BALANCE_CALLS.putEfficiencySources, at),
    ),
    ...datedForms(state, at),
    seasons: seasonAction(state, at),
    annotations: savesAnnotation(state.api, {
      projectId: at.projectId,
      annotatedId: at.boilerRoomId,
    }),
  };
}

type RoomAt = ReturnType<typeof roomAt>;

/** Saves, adds or deletes a version of the settings or of the gas factors (B §7 "by ISO date"). */
function datedForms({ api: { call, read } }: State, at: RoomAt) {
  const efficiency = () => read(ENERGY_BALANCE_CALLS.getEfficiency, at);
  return {
    settings: save(
      SETTINGS_FORM,
      ({ fromDate, ...body }) =>
        call(ENERGY_BALANCE_CALLS.putEfficiencySettings, { ...at, fromDate, body }),
      {
        check: (values, sent) =>
          takenErrors(sent, "fromDate", values, async () => (await efficiency()).settings),
        remove: ({ key: fromDate, version }) =>
          call(ENERGY_BALANCE_CALLS.deleteEfficiencySettings, { ...at, fromDate, version }),
      },
    ),
    factors: save(
      FACTORS_FORM,
      ({ fromDate, ...body }) =>
        call(ENERGY_BALANCE_CALLS.putGasFactors, { ...at, fromDate, body }),
      {
        check: (values, sent) =>
          takenErrors(sent, "fromDate", values, async () => (await efficiency()).gazFactors),
        remove: ({ key: fromDate, version }) =>
          call(ENERGY_BALANCE_CALLS.deleteGasFactors, { ...at, fromDate, version }),
      },
    ),
  };
}

/** Saves, adds or deletes a heating season: the whole list is written (B §7 "PUT list"). */
function seasonAction({ api: { call, read } }: State, at: RoomAt) {
  return async (sent: SentForm) => {
    const seasons = (await read(FACILITIES_CALLS.getHeatingSeasons, at)).seasons
      .map(({ yearStart, dateStart, dateStop }) => ({ yearStart, dateStart, dateStop }));
    const put = (body: typeof seasons) =>
      call(FACILITIES_CALLS.putHeatingSeasons, { ...at, version: sent.version, body });
    const saveSeason = save(
      SEASON_FORM,
      ({ version: _, ...season }) => put(withSeason(seasons, season)),
      {
        check: (values) => takenErrors(sent, "yearStart", values, () => Promise.resolve(seasons)),
        remove: ({ key }) => put(withoutSeason(seasons, Number(key))),
      },
    );
    return await saveSeason(sent);
  };
}

/** Errors of a new row with the key of a stored one, which it would overwrite. */
async function takenErrors<Field extends string>(
  { key }: SentForm,
  field: Field,
  values: Readonly<Record<Field, string>>,
  read: () => Promise<readonly Readonly<Record<Field, string | number>>[]>,
): Promise<FieldErrors<Field>> {
  const errors: FieldErrors<Field> = {};
  if (key !== "") return errors;
  const isTaken = (await read()).some((row) => String(row[field]) === values[field].trim());
  if (isTaken) errors[field] = { code: "unique" };
  return errors;
}

interface SectionsProps {
  read: SettingsRead;
  page: FormPage;
  project: Project;
  series: readonly PlacedSeries[];
  /** Link to the rarely typed settings; null when the page shows them. */
  everySetting: string | null;
}

/** The single forms of a boiler room: its settings, and its energy sources. */
function PlainSections(
  { read: { boilerRoom, efficiency }, page, project, series, everySetting }: SectionsProps,
) {
  const burnt = series.filter((one) => SOURCE_KIND_NAMES.some((kind) => isSourceSeries(kind, one)));
  const options = {
    sourceType: optionsOf(burnt),
    solarTypes: optionsOf(series.filter(isSolarSeries)),
  };
  const form = sourcesForm(series, everySetting === null);
  const proposed = efficiency.sources === null
    ? proposedSources(series.filter(({ equipmentId }) => equipmentId === boilerRoom.id))
    : null;
  return (
    <>
      <FormSection form={BOILER_ROOM_FORM} title="Chaufferie" stored={boilerRoom} page={page} />
      <FormSection
        form={form}
        title="Énergie, eau chaude et solaire"
        stored={efficiency.sources}
        version={efficiency.versions.sources}
        page={page}
        options={options}
        {...proposed && { initial: form.typed(proposed) }}
      >
        {(content) => (
          <>
            <SourcesFields {...content} newSeries={links.newSeries(project.id)} />
            {everySetting && (
              <a href={`${everySetting}#sources`}>Contenu carbone, classe du DPE, altitude</a>
            )}
          </>
        )}
      </FormSection>
    </>
  );
}

interface SourcesContent
  extends FormContent<"sourceKind" | "sourceType" | "gazPce" | "solarTypes" | keyof SiteMarks> {
  /** URL of the form that creates a series. */
  newSeries: string;
}

function SourcesFields({ fields, newSeries, ...content }: SourcesContent) {
  const hint = !isAllowedSourceKind(content.values.sourceKind) && {
    hint: "L’unité doit être celle de l’énergie choisie.",
  };
  const drawn = fields.filter(({ name }) => name !== "solarTypes")
    .map((field) => field.name === "sourceType" ? { ...field, ...hint } : field);
  const hasHotWater = drawn.some(({ group }) => group === HOT_WATER_GROUP);
  return (
    <>
      {content.options?.sourceType?.length === 0 && <NoSeries what="d’énergie" href={newSeries} />}
      <FormFields {...content} fields={drawn} />
      {!hasHotWater && (
        <fieldset>
          <legend>Eau chaude</legend>
          <NoSeries what="d’eau chaude" href={newSeries} />
        </fieldset>
      )}
      <SolarFields {...content} newSeries={newSeries} />
    </>
  );
}

function SolarFields(
  { values, options, newSeries }: Pick<SourcesContent, "values" | "options" | "newSeries">,
) {
  const choices = options?.solarTypes ?? [];
  const chosen = ticked(values.solarTypes);
  return (
    <fieldset>
      <legend>Solaire thermique</legend>
      {choices.length === 0 && <NoSeries what="solaire" href={newSeries} />}
      {choices.map(({ value, label }) => (
        <CheckField
          key={value}
          id={`solar-${value}`}
          name="solarTypes"
          value={value}
          label={label}
          checked={chosen.includes(value)}
        />
      ))}
    </fieldset>
  );
}

function NoSeries({ what, href }: { what: string; href: string }) {
  return (
    <NoneYet text={`La résidence n’a aucune série ${what}.`} href={href} add="Créer une série" />
  );
}

function optionsOf(series: readonly NamedSeries[]) {
  return series.map(({ id, label }) => ({ value: id, label }));
}

interface DatedSectionsProps {
  read: SettingsRead;
  page: FormPage;
  project: Project;
  /** URL of the page with every season and version; null on that page. */
  everySeason: string | null;
}

/** Gas factors and seasons shown without the link to all of them. */
const LATEST = 1;

/** Grids of the dated data: settings, gas factors, heating seasons. */
function DatedSections({ read, page, project, everySeason }: DatedSectionsProps) {
  const { efficiency: { settings, gazFactors, versions }, outdoorSources } = read;
  const djuSource = namedOptions(outdoorSources);
  const factors = datedRows(gazFactors);
  const shownFactors = everySeason === null ? factors : factors.slice(0, LATEST);
  return (
    <>
      <GridSection
        title="Réglages du bilan"
        intro="Une version s’applique aux mois qui commencent à sa date ou après, jusqu’à la version suivante."
        form={SETTINGS_FORM}
        rows={datedRows(settings)}
        blank="Nouvelle version"
        page={page}
        options={{ djuSource }}
        initial={djuSource.length === 1 ? { djuSource: djuSource[0]?.value ?? "" } : {}}
        version={versions.settings}
        removal="Les mois que cette version réglait reprendront la version précédente."
        before={djuSource.length === 0 && <NoOutdoorSource projectId={project.id} />}
      />
      <GridSection
        title="Coefficients du gaz"
        intro="Sans les deux coefficients, un m³ de gaz compte pour 11&nbsp;kWh."
        form={FACTORS_FORM}
        rows={shownFactors}
        blank="Nouvelle version"
        page={page}
        version={versions.gazFactors}
        removal="Les mois concernés reprendront les coefficients précédents."
        after={shownFactors.length < factors.length && (
          <p>
            <a href={`${everySeason}#factors`} aria-current="false">
              Voir les versions plus anciennes
            </a>
          </p>
        )}
      />
      <SeasonsSection seasons={read.seasons} page={page} everySeason={everySeason} />
    </>
  );
}

/** Newest first. */
function datedRows<Version extends { readonly fromDate: string }>(versions: readonly Version[]) {
  return versions.toSorted((left, right) => right.fromDate.localeCompare(left.fromDate))
    .map((stored) => ({
      key: stored.fromDate,
      title: `À partir du ${formatLongDay(stored.fromDate)}`,
      stored,
    }));
}

const SEASONS_INTRO =
  "Les DJU des mois hors saison ne comptent pas. Une date encore inconnue reste vide.";

/** The latest season, and a link to earlier ones, which would take too much room. */
function SeasonsSection(
  { seasons: { seasons, running, version }, page, everySeason }:
    & Pick<DatedSectionsProps, "page" | "everySeason">
    & Pick<SettingsRead, "seasons">,
) {
  const all = seasons.toSorted((left, right) => right.yearStart - left.yearStart);
  const shown = everySeason === null ? all : all.slice(0, LATEST);
  const isRunningUntyped = running !== null &&
    !all.some(({ yearStart }) => yearStart === running.yearStart);
  const olderCount = all.length - shown.length;
  return (
    <GridSection
      title="Saisons de chauffe"
      intro={isRunningUntyped ? `${SEASONS_INTRO} ${runningSeasonText(running)}` : SEASONS_INTRO}
      form={SEASON_FORM}
      rows={shown.map((stored) => ({
        key: String(stored.yearStart),
        title: yearTitle(stored.yearStart, true),
        stored,
        note: weatherText(stored.calculatedDateStart, stored.calculatedDateStop),
      }))}
      blank="Nouvelle saison"
      page={page}
      version={version}
      removal="Tous les mois de cette saison compteront de nouveau leurs DJU."
      after={olderCount > 0 && (
        <p>
          <a href={`${everySeason}#seasons`} aria-current="false">
            {olderSeasonsLabel(olderCount)}
          </a>
        </p>
      )}
    />
  );
}

function olderSeasonsLabel(count: number): string {
  return count === 1 ? "Voir la saison plus ancienne" : `Voir les ${count} saisons plus anciennes`;
}

function NoOutdoorSource({ projectId }: { projectId: string }) {
  return (
    <p>
      La résidence n’a pas encore de source de DJU&nbsp;:{" "}
      <a href={links.outdoorSources(projectId)}>ajoutez-en une</a> avant de régler le bilan.
    </p>
  );
}
