import { OccupantAccess } from "@/components/housing/OccupantAccess.tsx";
import { textColumn } from "@/components/ui/columns.tsx";
import { type PageTable, PageTables } from "@/components/ui/DataTable.tsx";
import { ErasureForm, FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { OCCUPANCY_FORM } from "@/lib/housing/forms.ts";
import { isOver } from "@/lib/housing/occupancy.ts";
import { houseWriter } from "@/lib/housing/pages.ts";
import type { Occupancy } from "@/lib/housing/schema.ts";
import {
  ACCESS_LABELS,
  consentText,
  dwellingWords,
  ERASED_OCCUPANT,
  OCCUPANCY_LABELS,
} from "@/lib/housing/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import {
  define,
  HttpError,
  mailsWait,
  oneOf,
  type PageContext,
  type State,
} from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, occupantForms));

/** Current and former occupants of a dwelling, with their consent to fine data (domain §3). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { house, table, chosen, page } = data;
  const { project } = residenceOf(state);
  const own = links.occupants(project.id, house.id);
  const chosenPath = links.occupants(project.id, house.id, chosen?.id);
  const forms = { ...page, action: chosenPath };
  return (
    <>
      <PageTitle subtitle={`${project.name}, ${dwellingWords(house.settings.name)}`} />
      <Section
        id="occupants"
        title="Occupations"
        intro="Les relevés plus fins que le jour ne se voient qu’avec l’accord de l’occupant, à partir du jour où il l’a donné. Un accord retiré les ferme aussitôt, ceux du passé compris. Une page ou un fichier ne porte jamais sur deux occupants."
        saved={forms.saved === "occupants"}
      >
        <PageTables tables={[table]} url={new URL(own, url)} />
      </Section>
      <FormSection
        title={chosen ? chosen.name ?? ERASED_OCCUPANT : "Nouvel occupant"}
        form={OCCUPANCY_FORM}
        stored={chosen}
        page={forms}
        version={chosen?.version ?? ""}
        {...chosen ? { cancel: own } : { submit: "Ajouter" }}
      />
      {chosen && canGiveAccess(state, chosen) && (
        <Section id="access" title="Page du logement" saved={forms.saved === "access"}>
          {isOf(page.shown, "invitation", "access-removal") && <Refusal {...page.shown} />}
          <OccupantAccess
            occupancy={chosen}
            action={chosenPath}
            waits={mailsWait(state)}
            isSent={forms.saved === "invitation"}
          />
        </Section>
      )}
      {chosen && (
        <PersonSection
          at={{ projectId: project.id, houseId: house.id }}
          {...{ chosen, shown: page.shown }}
        />
      )}
    </>
  );
});

/** Export and erasure of the person's data, and deletion of an occupancy created by mistake. */
function PersonSection(
  { chosen, shown, at }: {
    chosen: Occupancy;
    shown: ShownForm | null;
    at: { projectId: string; houseId: string };
  },
) {
  const action = links.occupants(at.projectId, at.houseId, chosen.id);
  return (
    <Section id="person" title="Données personnelles">
      {isOf(shown, "erasure", "deletion") && <Refusal {...shown} />}
      <p>
        <a class="button" href={links.occupantExport(at.projectId, at.houseId, chosen.id)}>
          Exporter ses données (zip)
        </a>
      </p>
      {chosen.name !== null && (
        <ErasureForm
          action={action}
          text="Le nom, l’email, l’accord et la température choisie seront perdus. Les dates restent, sans personne, pour que deux occupants ne soient jamais confondus."
        />
      )}
      <RemovalForm
        form="deletion"
        version={chosen.version}
        action={action}
        label="Supprimer l’occupation"
        text="L’occupation et ses dates seront perdues, comme si elle n’avait pas eu lieu. À réserver à une erreur de saisie&nbsp;: pour un départ, indiquez la date de sortie."
      />
    </Section>
  );
}

function isOf(shown: ShownForm | null, ...forms: readonly string[]): shown is ShownForm {
  return shown !== null && forms.includes(shown.form);
}

/**
 * Reads the occupancies of a dwelling, for a user who configures dwellings.
 *
 * @throws HttpError 404 when the dwelling or the occupancy does not exist
 */
async function readPage({ state, params, url }: PageContext) {
  const { project: { id: projectId } } = houseWriter(state);
  const houses = await state.api.read(HOUSING_CALLS.listHouses, { projectId });
  const house = oneOf(houses, params.houseId);
  const at = { projectId, houseId: house.id };
  const occupancies = await state.api.read(HOUSING_CALLS.listOccupancies, at);
  const requested = chosenId(url);
  const chosen = occupancies.find(({ id }) => id === requested) ?? null;
  if (requested !== "" && chosen === null) throw new HttpError(404, "not-found");
  const { name } = house.settings;
  state.title = [PAGES.occupants.title, name];
  state.menuPath = links.houses(projectId);
  const table = occupancyTable(occupancies, {
    houseName: name,
    chosen,
    hrefOf: (id) => `${links.occupants(projectId, house.id, id)}#occupancy`,
  });
  return tableFile(url, table) ?? { house, table, chosen };
}

function occupantForms({ state, params, url }: PageContext) {
  const { project: { id: projectId } } = houseWriter(state);
  const { call } = state.api;
  const at = { projectId, houseId: params.houseId ?? "" };
  const occupancyId = chosenId(url);
  const chosen = { ...at, occupancyId };
  const done = savedPath(links.occupants(projectId, at.houseId), "occupants");
  const own = links.occupants(projectId, at.houseId, occupancyId);
  return {
    occupancy: save(
      OCCUPANCY_FORM,
      (body) =>
        occupancyId === ""
          ? call(HOUSING_CALLS.createOccupancy, { ...at, body })
          : call(HOUSING_CALLS.putOccupancy, { ...chosen, body }),
      { next: () => done },
    ),
    erasure: action(() => call(HOUSING_CALLS.eraseOccupant, chosen), done),
    deletion: action(
      ({ version }) => call(HOUSING_CALLS.deleteOccupancy, { ...chosen, version }),
      done,
    ),
    invitation: action(
      () => call(HOUSING_CALLS.inviteOccupant, chosen),
      savedPath(own, "invitation"),
    ),
    "access-removal": action(
      () => call(HOUSING_CALLS.removeOccupantAccess, chosen),
      savedPath(own, "access"),
    ),
  };
}

/** True when the user may give an occupant access, and withdraw it; never for a past occupant. */
function canGiveAccess(state: State, { name, to }: Occupancy): boolean {
  const { project, roles, isAdmin, today } = residenceOf(state);
  const isOffered = project.ecotouchAdmin > 0 &&
    (isAdmin || opensScreen("occupant-accounts", roles));
  return isOffered && name !== null && !isOver({ to }, today);
}

/** Id of the occupancy in the URL; "" for a new one. */
function chosenId({ searchParams }: URL): string {
  return searchParams.get("occupancy") ?? "";
}

interface OccupancyTableOptions {
  readonly houseName: string;
  readonly chosen: Occupancy | null;
  hrefOf(occupancyId: string): string;
}

/** Current and former occupants of a dwelling, newest first. */
function occupancyTable(
  rows: readonly Occupancy[],
  { houseName, chosen, hrefOf }: OccupancyTableOptions,
): PageTable<Occupancy> {
  const nameOf = ({ name }: Occupancy) => name ?? ERASED_OCCUPANT;
  return {
    fileName: `occupants ${houseName}.csv`,
    caption: countText(rows.length, "occupation", "occupations"),
    columns: [
      textColumn("name", OCCUPANCY_LABELS.name, nameOf, {
        cell: (one) => <a aria-current="false" href={hrefOf(one.id)}>{nameOf(one)}</a>,
      }),
      textColumn("email", OCCUPANCY_LABELS.email, ({ email }) => email),
      textColumn("from", OCCUPANCY_LABELS.from, ({ from }) => from, {
        cell: ({ from }) => formatDay(from),
      }),
      textColumn("to", OCCUPANCY_LABELS.to, ({ to }) => to, { cell: ({ to }) => formatDay(to) }),
      textColumn("consent", "Accord pour les données fines", ({ consent }) => consentText(consent)),
      textColumn("access", "Page du logement", ({ access }) => ACCESS_LABELS[access]),
    ],
    rows,
    isCurrent: ({ id }) => id === chosen?.id,
    empty: {
      title: "Aucun occupant enregistré",
      text: "Sans occupant enregistré, c’est la finesse choisie pour le logement qui vaut accord.",
    },
  };
}
