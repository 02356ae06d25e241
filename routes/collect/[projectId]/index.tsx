import { page } from "fresh";
import { BoilerRoomCard } from "../../../components/facilities/BoilerRoomCard.tsx";
import { BuildingList } from "../../../components/facilities/BuildingList.tsx";
import { EmptyState } from "../../../components/page/EmptyState.tsx";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { ResidenceFacts } from "../../../components/projects/ResidenceFacts.tsx";
import { opensScreen } from "../../../lib/links/menu.ts";
import { links } from "../../../lib/links/links.ts";
import { addressText } from "../../../lib/text/projects.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { answered } from "../../../lib/web/answered.ts";
import { define } from "../../../lib/web/define.ts";
import { residenceOf } from "../../../lib/web/residence_page.ts";

export const handler = define.handlers({
  async GET({ state }) {
    const { project, roles, organisation } = residenceOf(state);
    state.title = windowTitle(PAGE_NAMES.residence, project.name);
    const projectId = project.id;
    const [rooms, buildings, tags] = await Promise.all([
      opensScreen("boiler-rooms", roles) ? state.api.call("listBoilerRooms", { projectId }) : null,
      opensScreen("buildings", roles) ? state.api.call("listBuildings", { projectId }) : null,
      organisation && state.api.call("listTags", { orgId: project.orgId }),
    ]);
    return page({
      /** null for whoever may not see them. */
      rooms: rooms && answered(rooms),
      buildings: buildings === null ? [] : answered(buildings),
      groups: tags === null ? [] : answered(tags),
    });
  },
});

export default define.page<typeof handler>(({ data: { rooms, buildings, groups }, state }) => {
  const { project, roles, isAdmin } = residenceOf(state);
  const canWrite = opensScreen("boiler-room-settings", roles);
  const canAdd = isAdmin || canWrite;
  return (
    <>
      <PageTitle
        title={project.name}
        subtitle={addressText(project.location)}
        back={{ href: links.residences(), label: PAGE_NAMES.residences }}
      >
        {canAdd && (
          <a class="button" href={links.newBoilerRoom(project.id)}>Ajouter une chaufferie</a>
        )}
      </PageTitle>
      {rooms !== null && (
        <section class="stack" aria-labelledby="boiler-rooms">
          <h2 id="boiler-rooms">Chaufferies</h2>
          {rooms.length === 0
            ? (
              <EmptyState title="Aucune chaufferie" icon="boiler">
                <p>
                  {canAdd
                    ? "Ajoutez une chaufferie, puis dites ce qu’elle brûle pour lire son bilan."
                    : "Une personne qui configure la résidence peut en ajouter une."}
                </p>
              </EmptyState>
            )
            : (
              <ul class="columns">
                {rooms.map((room) => (
                  <BoilerRoomCard key={room.id} room={room} canWrite={canWrite} />
                ))}
              </ul>
            )}
        </section>
      )}
      {buildings.length > 0 && <BuildingList buildings={buildings} />}
      <ResidenceFacts project={project} groups={groups} />
    </>
  );
});
