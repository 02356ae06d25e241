import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { CurrentValues, ventilationTable } from "@/components/facilities/CurrentValues.tsx";
import { openingTable } from "@/components/facilities/sensor_tables.tsx";
import { PageTables } from "@/components/ui/DataTable.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readPlaceAlarms } from "@/lib/alarms/pages.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { idsAtPlace } from "@/lib/facilities/equipment_rules.ts";
import { readIntervalsNow } from "@/lib/facilities/pages.ts";
import { facilityPlace } from "@/lib/residences/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readBuildingNow(ctx);
    const { building, values, intervals } = read;
    const place = facilityPlace(ctx.state);
    const tables = [
      ventilationTable(building, { ...place, values }),
      openingTable(building, { ...place, intervals }),
    ];
    const file = tableFiles(ctx.url, tables);
    if (file !== null) return file;
    ctx.state.title = [PAGES.residence.title, read.building.name];
    return page({ ...read, tables });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { building, values, tables, equipmentIds, here } = data;
  const { project } = residenceOf(state);
  const { cmvs, skydomes, gates } = building;
  const separate = new Set([...cmvs, ...skydomes, ...gates].map(({ seriesId }) => seriesId));
  const others = project.facilitiesDataseries.filter(({ id, equipmentId }) =>
    equipmentId !== null && equipmentIds.has(equipmentId) && !separate.has(id)
  );
  const isBare = tables.every(({ rows }) => rows.length === 0) && others.length === 0;
  return (
    <>
      <PageTitle
        title={building.name}
        subtitle={[building.code, project.name]}
      >
        <a class="button" href={links.equipment(project.id, building.id)}>
          {PAGES.equipments.title}
        </a>
      </PageTitle>
      {isBare && (
        <EmptyState title="Rien n’est suivi dans ce bâtiment" icon="building">
          <p>Ventilation, skydomes et portails s’ajoutent parmi ses équipements.</p>
        </EmptyState>
      )}
      <div class="stack" data-live="values">
        <PlaceNotices {...here} />
        <PageTables tables={tables} url={url} />
        {others.length > 0 && (
          <CurrentValues
            projectId={project.id}
            series={others}
            values={values}
            timeZone={project.timeZone}
          />
        )}
      </div>
      <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />
    </>
  );
});

/** Reads a building and its sensors. @spec facilities.buildings */
async function readBuildingNow(ctx: PageContext) {
  const { state, params } = ctx;
  const { projectId = "", buildingId = "" } = params;
  const { read } = state.api;
  const [building, current, equipments] = await Promise.all([
    read(FACILITIES_CALLS.getBuilding, { projectId, buildingId }),
    read(FACILITIES_CALLS.getCurrentData, { projectId }),
    read(FACILITIES_CALLS.listEquipments, { projectId }),
  ]);
  const equipmentIds = idsAtPlace(equipments, buildingId);
  return {
    building,
    values: new Map(current.map((value) => [value.seriesId, value])),
    intervals: await readIntervalsNow(state, [...building.skydomes, ...building.gates]),
    here: await readPlaceAlarms(state, [...equipmentIds]),
    equipmentIds,
  };
}
