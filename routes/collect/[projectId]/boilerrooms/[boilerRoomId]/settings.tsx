import { PageTitle } from "@/components/ui/Page.tsx";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { readBoilerRoomSettings } from "@/lib/energy_balance/pages.ts";
import {
  BOILER_ROOM_FORM,
  FACTORS_FORM,
  SEASON_FORM,
  SETTINGS_FORM,
  sourcesForm,
  withoutSeason,
  withSeason,
} from "@/lib/facilities/boiler_room_forms.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { savesAnnotation } from "@/lib/facilities/interval_pages.ts";
import { onlyRoomWriters, seriesOf } from "@/lib/facilities/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { formRoute, save, saveChange, type SentForm } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";
import { AnnotationSection } from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";
import { DatedSections, PlainSections } from "./(_components)/RoomSections.tsx";

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
        title={windowTitle(PAGE_NAMES.boilerRoomSettings, boilerRoom.name)}
        subtitle={project.name}
      >
        <a class="button" href={links.energyBalance(project.id, boilerRoom.id)}>
          {PAGE_NAMES.energyBalance}
        </a>
        <a class="button" href={links.energyPrices(project.id)}>{PAGE_NAMES.energyPrices}</a>
        <a class="button" href={links.energyTerms(project.id, boilerRoom.id)}>
          {PAGE_NAMES.energyTerms}
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

function pathHere({ params, url }: Pick<PageContext, "params" | "url">): string {
  const { projectId = "", boilerRoomId = "" } = params;
  return showsEverySeason(url)
    ? links.everySeason(projectId, boilerRoomId)
    : links.boilerRoomSettings(projectId, boilerRoomId);
}

function showsEverySeason({ searchParams }: URL): boolean {
  return searchParams.get("seasons") === "all";
}

function boilerRoomForms({ state, params, url }: PageContext) {
  const { projectId = "", boilerRoomId = "" } = params;
  const at = { projectId, boilerRoomId };
  const { call } = state.api;
  return {
    identity: saveChange(
      BOILER_ROOM_FORM,
      (body) => call(FACILITIES_CALLS.putBoilerRoomSettings, { ...at, body }),
    ),
    sources: saveChange(
      sourcesForm(seriesOf(state), showsEverySeason(url)),
      (body) => call(ENERGY_BALANCE_CALLS.putEfficiencySources, { ...at, body }),
    ),
    ...datedForms(state, at),
    seasons: seasonAction(state, at),
    annotations: savesAnnotation(state.api, { projectId, annotatedId: boilerRoomId }),
  };
}

interface RoomAt {
  readonly projectId: string;
  readonly boilerRoomId: string;
}

/** Saves, adds or deletes a version of the settings or of the gas factors (B §7 "by ISO date"). */
function datedForms({ api: { call, read } }: State, at: RoomAt) {
  const efficiency = () => read(ENERGY_BALANCE_CALLS.getEfficiency, at);
  return {
    settings: save(
      SETTINGS_FORM,
      ({ fromDate, ...body }, { version }) =>
        call(ENERGY_BALANCE_CALLS.putEfficiencySettings, {
          ...at,
          fromDate,
          body: { ...body, version },
        }),
      {
        check: (values, sent) =>
          takenErrors(sent, "fromDate", values, async () => (await efficiency()).settings),
        remove: ({ key: fromDate, version }) =>
          call(ENERGY_BALANCE_CALLS.deleteEfficiencySettings, { ...at, fromDate, version }),
      },
    ),
    factors: save(
      FACTORS_FORM,
      ({ fromDate, ...body }, { version }) =>
        call(ENERGY_BALANCE_CALLS.putGasFactors, { ...at, fromDate, body: { ...body, version } }),
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
    const saveSeason = save(SEASON_FORM, (season) => put(withSeason(seasons, season)), {
      check: (values) => takenErrors(sent, "yearStart", values, () => Promise.resolve(seasons)),
      remove: ({ key }) => put(withoutSeason(seasons, Number(key))),
    });
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
