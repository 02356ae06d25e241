import { BoilerRoomCard } from "@/components/facilities/BoilerRoomCard.tsx";
import { ConnectivityCounts } from "@/components/housing/house_list.tsx";
import { AlarmCount } from "@/components/residences/AlarmCount.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { EmptyState, Fact, Notice, PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { placeAlarmCounts } from "@/lib/alarms/alarm_list.ts";
import { readOpenAlarms } from "@/lib/alarms/pages.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { keyValues } from "@/lib/facilities/current_values.ts";
import { idsAtPlace } from "@/lib/facilities/equipment_rules.ts";
import type { Building } from "@/lib/facilities/schema.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { COMMISSIONING_CALLS } from "@/lib/portfolio/calls.ts";
import { commissioningText } from "@/lib/portfolio/text_commissioning.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { addressText, openAlarmsText } from "@/lib/residences/text.ts";
import { clockName } from "@/lib/residences/time_zone.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state }) {
    const { project, roles, organisation } = residenceOf(state);
    state.title = PAGES.residence.title;
    const projectId = project.id;
    const { read } = state.api;
    const readsRooms = opensScreen("boiler-rooms", roles);
    const { features } = project;
    const showsConnection = features.houseOnConnection && hasHouses(features) &&
      opensScreen("houses", roles);
    const [rooms, equipments, values, buildings, tags, connectivity, steps, alarms] = await Promise
      .all([
        readsRooms ? read(FACILITIES_CALLS.listBoilerRooms, { projectId }) : null,
        readsRooms ? read(FACILITIES_CALLS.listEquipments, { projectId }) : null,
        readsRooms ? read(FACILITIES_CALLS.getCurrentData, { projectId }) : null,
        opensScreen("buildings", roles)
          ? read(FACILITIES_CALLS.listBuildings, { projectId })
          : null,
        organisation && read(ORGANISATIONS_CALLS.listTags, { orgId: project.orgId }),
        showsConnection ? read(HOUSING_CALLS.getHousesConnectivitySummary, { projectId }) : null,
        organisation?.isAdmin ? read(COMMISSIONING_CALLS.getCommissioning, { projectId }) : null,
        readOpenAlarms(state),
      ]);
    return page({
      /** null for a user who may not see them. */
      rooms,
      equipments: equipments ?? [],
      values: values ?? [],
      buildings: buildings ?? [],
      groups: tags ?? [],
      alarms,
      /** null for a user who does not administer the organisation. */
      steps,
      /** null where the residence does not show it. */
      connectivity,
    });
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { rooms, buildings, connectivity, groups, steps } = data;
  const { project, roles, isAdmin } = residenceOf(state);
  const roomAlarms = placeAlarmCounts(data.alarms, "boilerRoomId");
  const alarmed = new Set(data.alarms.flatMap(({ seriesId }) => seriesId ?? []));
  const canWrite = opensScreen("boiler-room-settings", roles);
  const canAdd = isAdmin || canWrite;
  return (
    <>
      <PageTitle title={project.name} subtitle={addressText(project.location)}>
        {canAdd && (
          <a class="button" href={links.newBoilerRoom(project.id)}>Ajouter une chaufferie</a>
        )}
      </PageTitle>
      {steps?.some(({ isDone }) => !isDone) && (
        <Notice title={commissioningText(steps)}>
          <p>
            <a href={links.commissioning(project.id)}>Voir ce qui reste à faire</a>
          </p>
        </Notice>
      )}
      {rooms !== null && (
        <section class="stack" aria-labelledby="boiler-rooms">
          <h2 id="boiler-rooms">Chaufferies</h2>
          {rooms.length === 0 ? <NoRoom canAdd={canAdd} /> : (
            <ul class="columns" data-live="rooms">
              {rooms.map((room) => (
                <BoilerRoomCard
                  key={room.id}
                  room={room}
                  values={keyValues(
                    project.facilitiesDataseries,
                    data.values,
                    idsAtPlace(data.equipments, room.id),
                  )}
                  alarmCount={roomAlarms.get(room.id) ?? 0}
                  alarmed={alarmed}
                  canWrite={canWrite}
                />
              ))}
            </ul>
          )}
        </section>
      )}
      {connectivity !== null && (
        <section class="stack" aria-labelledby="connectivity">
          <h2 id="connectivity">
            <a href={links.houses(project.id)}>{PAGES.houses.title}</a>
          </h2>
          <div class="card" data-live="connectivity">
            <ConnectivityCounts projectId={project.id} summary={connectivity} />
          </div>
        </section>
      )}
      {buildings.length > 0 && (
        <BuildingList
          buildings={buildings}
          alarmCounts={placeAlarmCounts(data.alarms, "buildingId")}
        />
      )}
      <ResidenceFacts project={project} groups={groups} />
      {rooms !== null && <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />}
    </>
  );
});

function NoRoom({ canAdd }: { canAdd: boolean }) {
  return (
    <EmptyState title="Aucune chaufferie" icon="boiler">
      <p>
        {canAdd
          ? "Ajoutez une chaufferie, puis dites ce qu’elle brûle pour lire son bilan."
          : "Une personne qui configure la résidence peut en ajouter une."}
      </p>
    </EmptyState>
  );
}

interface BuildingListProps {
  buildings: readonly Building[];
  /** Number of open alarms, by building id; absent for 0. */
  alarmCounts: ReadonlyMap<string, number>;
}

function BuildingList({ buildings, alarmCounts }: BuildingListProps) {
  return (
    <section class="stack" aria-labelledby="buildings">
      <h2 id="buildings">Bâtiments</h2>
      <ul class="columns">
        {buildings.map((building) => (
          <li key={building.id} class="card">
            <h3 class="row">
              <Icon name="building" />
              <a href={links.building(building.projectId, building.id)}>{building.name}</a>
              {building.code !== "" && <span class="small soft">{building.code}</span>}
              <AlarmCount
                count={alarmCounts.get(building.id) ?? 0}
                href={links.building(building.projectId, building.id)}
                text={openAlarmsText}
              />
            </h3>
            <p class="small soft">{contentsText(building)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function contentsText({ cmvs, skydomes, gates }: Building): string {
  const parts = [
    cmvs.length > 0 ? countText(cmvs.length, "VMC", "VMC") : "",
    skydomes.length > 0 ? countText(skydomes.length, "skydome") : "",
    gates.length > 0 ? countText(gates.length, "porte ou portail", "portes ou portails") : "",
  ];
  return parts.filter(Boolean).join(", ") || "Rien n’y est suivi";
}

function ResidenceFacts({ project, groups }: { project: Project; groups: readonly TagGroup[] }) {
  const tags = groups.flatMap(({ name, values }) => {
    const value = values.find(({ id }) => project.tags.includes(id));
    return value === undefined ? [] : [{ name, label: value.label }];
  });
  return (
    <section class="card" aria-labelledby="residence-facts">
      <h2 id="residence-facts">Informations</h2>
      <dl class="facts">
        <Fact label="Code">{project.code || "Aucun"}</Fact>
        <Fact label="Adresse">{addressText(project.location) || "Inconnue"}</Fact>
        {project.timeZone !== DEFAULT_TIME_ZONE && (
          <Fact label="Heure locale">{capitalized(clockName(project.timeZone))}</Fact>
        )}
        {tags.map(({ name, label }) => <Fact key={name} label={name}>{label}</Fact>)}
        <Fact label="Séries de mesure">
          {formatNumber(project.facilitiesDataseries.length, 0)} en chaufferie et bâtiment,{" "}
          {formatNumber(project.housesDataseries.length, 0)} en logement
        </Fact>
      </dl>
    </section>
  );
}
