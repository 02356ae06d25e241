import { Notice, PageTitle, Status } from "@/components/ui/Page.tsx";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { COMMISSIONING_CALLS } from "@/lib/portfolio/calls.ts";
import type { CommissioningStep } from "@/lib/portfolio/schema.ts";
import { commissioningText, STEP_WORDS, type StepId } from "@/lib/portfolio/text_commissioning.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { inOwnOrganisation, links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { administered, define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state }) {
    administered(state);
    const { project } = residenceOf(state);
    const at = { projectId: project.id };
    return page({ steps: await state.api.read(COMMISSIONING_CALLS.getCommissioning, at) });
  },
});

/** What is done and what is left until a residence is in service. @spec projects.commissioning */
export default define.page<typeof handler>(({ data: { steps }, state }) => {
  const { project, roles } = residenceOf(state);
  const configures = opensScreen("boiler-room-settings", roles);
  const isComplete = steps.every(({ isDone }) => isDone);
  return (
    <>
      <PageTitle>
        {!isComplete && (
          <a class="button" href={inOwnOrganisation(state.place, links.residencesToCommission())}>
            {PAGES.residencesToCommission.title}
          </a>
        )}
      </PageTitle>
      <Notice tone={isComplete ? "good" : "info"} title={commissioningText(steps)}>
        <p>
          {isComplete
            ? "Rien ne manque\u00A0: la résidence est en service."
            : "Dans cet ordre, chaque étape utilise ce que les précédentes ont créé."}
        </p>
      </Notice>
      <ol class="card stack">
        {steps.map((step) => (
          <Step key={step.id} {...{ step, configures }} projectId={project.id} />
        ))}
      </ol>
    </>
  );
});

interface StepProps {
  step: CommissioningStep;
  projectId: string;
  /** Whether the user may configure boiler rooms, which an administrator may only by a role. */
  configures: boolean;
}

function Step({ step, projectId, configures }: StepProps) {
  const { name, why } = STEP_WORDS[step.id];
  const isClosed = step.boilerRoomId !== null && !configures;
  const href = isClosed ? links.roles(projectId) : HREFS[step.id](projectId, step.boilerRoomId);
  return (
    <li>
      <div class="row">
        <a href={href}>{name}</a>
        <Status
          tone={step.isDone ? "good" : "bad"}
          label={step.isDone ? "Fait" : "À faire"}
        />
      </div>
      <p class="small soft">
        {why}
        {isClosed && " Il faut d’abord un rôle de configuration des chaufferies."}
      </p>
    </li>
  );
}

const ofRoom = (projectId: string, boilerRoomId: string | null) =>
  boilerRoomId === null
    ? links.newBoilerRoom(projectId)
    : links.boilerRoomSettings(projectId, boilerRoomId);

/** Where a step is done. */
const HREFS: Readonly<Record<StepId, (projectId: string, boilerRoomId: string | null) => string>> =
  {
    place: (projectId) => links.residenceSheet(projectId),
    buildings: (projectId) => links.newEquipment(projectId),
    houseTypes: (projectId) => links.houseSettings(projectId),
    houses: (projectId) => links.newHouse(projectId),
    boilerRoom: links.newBoilerRoom,
    series: (projectId) => links.newSeries(projectId),
    readings: (projectId) => links.sensors(projectId),
    outdoor: (projectId) => links.outdoorSources(projectId),
    sources: ofRoom,
    settings: ofRoom,
    seasons: ofRoom,
    people: (projectId) => links.roles(projectId),
    providers: () => links.newDocumentRequest(),
  };
