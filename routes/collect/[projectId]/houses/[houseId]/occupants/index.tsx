import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { OccupancyForm } from "@/components/housing/OccupancyForm.tsx";
import { OCCUPANCY_COLUMNS, OccupancyTable } from "@/components/housing/OccupancyTable.tsx";
import { OccupantAccess } from "@/components/housing/OccupantAccess.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { Occupancy } from "@/lib/domain/housing/occupancy.ts";
import {
  OCCUPANCY_RULES,
  type OccupancyField,
  typedOccupancy,
} from "@/lib/domain/housing/occupancy_form.ts";
import { links } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import {
  canGiveAccess,
  readOccupants,
  saveOccupantForm,
} from "@/lib/pages/housing/occupants_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  ERASED_OCCUPANT,
  ERASURE_TEXT,
  OCCUPANCY_LABELS,
  OCCUPANCY_LOSS_TEXT,
  OCCUPANTS_INTRO,
} from "@/lib/text/housing/occupancies.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import type { RefusedValues } from "@/lib/web/forms/refused_values.ts";
import { seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

type Refused = RefusedValues<OccupancyField>;

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const saved = await saveOccupantForm(ctx);
    return typeof saved === "string" ? seeOther(ctx, saved) : await showPage(ctx, saved);
  },
});

/** Those who live in a dwelling, and have lived there, with their agreement to fine data (domain §3). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { house, occupancies, chosen, refused } = data;
  const { project } = residenceOf(state);
  const own = links.occupants(project.id, house.id);
  const chosenPath = links.occupants(project.id, house.id, chosen?.id);
  const isSaved = (section: string) =>
    refused === null && url.searchParams.get("saved") === section;
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.occupants}
        subtitle={`${project.name}, logement ${house.settings.name}`}
        back={{ href: links.house(project.id, house.id), label: house.settings.name }}
      />
      <Section
        id="occupants"
        title="Occupations"
        intro={OCCUPANTS_INTRO}
        saved={isSaved("occupants")}
      >
        {occupancies.length === 0
          ? (
            <EmptyState title="Aucun occupant enregistré" icon="list">
              <p>
                Sans occupant enregistré, c’est la finesse choisie pour le logement qui vaut accord.
              </p>
            </EmptyState>
          )
          : (
            <OccupancyTable
              occupancies={occupancies}
              chosenId={chosen?.id ?? null}
              hrefOf={(id) => `${links.occupants(project.id, house.id, id)}#occupancy`}
              csv={{ page: own }}
            />
          )}
      </Section>
      <Section id="occupancy" title={chosen ? nameOf(chosen) : "Nouvel occupant"}>
        {refused && <Refusal {...refused} lines={refusedLines(refused, chosen)} />}
        <OccupancyForm
          action={`${chosenPath}#occupancy`}
          values={refused?.values ?? data.values}
          errors={refused?.errors ?? {}}
          version={chosen?.version ?? ""}
          submit={chosen ? "Enregistrer" : "Ajouter"}
          cancel={chosen ? own : undefined}
          unsaved={refused !== null}
        />
      </Section>
      {chosen && canGiveAccess(state, chosen) && (
        <Section id="access" title="Page du logement" saved={isSaved("access")}>
          <OccupantAccess occupancy={chosen} action={chosenPath} waits={mailsWait(state)} />
        </Section>
      )}
      {chosen && (
        <PersonSection at={{ projectId: project.id, houseId: house.id }} {...{ chosen }} />
      )}
      <UnsavedGuard />
    </>
  );
});

/** What is done with the data of the person, and with an occupancy that was none. */
function PersonSection(
  { chosen, at }: { chosen: Occupancy; at: { projectId: string; houseId: string } },
) {
  const action = links.occupants(at.projectId, at.houseId, chosen.id);
  return (
    <Section id="person" title="Données personnelles">
      <p>
        <a class="button" href={links.occupantExport(at.projectId, at.houseId, chosen.id)}>
          Exporter ses données (zip)
        </a>
      </p>
      {chosen.name !== null && (
        <PostForm action={action}>
          <input type="hidden" name="form" value="erasure" />
          <Removal
            label="Effacer la personne"
            text={ERASURE_TEXT}
            confirm="Confirmer l’effacement"
          />
        </PostForm>
      )}
      <PostForm action={action}>
        <input type="hidden" name="form" value="deletion" />
        <input type="hidden" name="version" value={chosen.version} />
        <Removal label="Supprimer l’occupation" text={OCCUPANCY_LOSS_TEXT} />
      </PostForm>
    </Section>
  );
}

function nameOf({ name }: Occupancy): string {
  return name ?? ERASED_OCCUPANT;
}

function refusedLines({ values }: Refused, chosen: Occupancy | null) {
  const fields = OCCUPANCY_RULES.map(({ name }) => ({ name, label: OCCUPANCY_LABELS[name] }));
  return conflictLines(fields, values, chosen ? typedOccupancy(chosen) : undefined);
}

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const read = await readOccupants(ctx);
  const { settings: { name } } = read.house;
  ctx.state.title = windowTitle(PAGE_NAMES.occupants, name);
  if (ctx.state.place) ctx.state.place.menuPath = links.houses(residenceOf(ctx.state).project.id);
  const file = {
    fileName: `occupants ${name}.csv`,
    columns: OCCUPANCY_COLUMNS,
    rows: read.occupancies,
  };
  return tableFile(ctx.url, file) ?? page({ ...read, refused }, { status: refused?.status ?? 200 });
}
