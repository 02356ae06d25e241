import { page } from "fresh";
import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { CurrentValues } from "@/components/facilities/CurrentValues.tsx";
import {
  openingColumns,
  openingRows,
  OpeningTable,
} from "@/components/facilities/OpeningTable.tsx";
import { ventilationColumns, VentilationTable } from "@/components/facilities/VentilationTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import { links } from "@/lib/links/links.ts";
import { type BuildingNow, readBuildingNow } from "@/lib/pages/facilities/building_page.ts";
import { facilityPlace, residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, type State } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readBuildingNow(ctx);
    const file = buildingFile(ctx.url, read, ctx.state);
    if (file !== null) return file;
    keepPage(ctx, FRESH_ALARMS_SECONDS, read.here.nextMuteMs);
    ctx.state.title = windowTitle(PAGE_NAMES.residence, read.building.name);
    return page(read);
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { building, values, intervals, equipmentIds, here } = data;
  const { project } = residenceOf(state);
  const place = facilityPlace(state);
  const openings = openingRows(building);
  const separate = new Set([...building.cmvs, ...openings].map(({ seriesId }) => seriesId));
  const others = project.facilitiesDataseries.filter(({ id, equipmentId }) =>
    equipmentId !== null && equipmentIds.includes(equipmentId) && !separate.has(id)
  );
  const isBare = building.cmvs.length === 0 && openings.length === 0 && others.length === 0;
  return (
    <>
      <PageTitle
        title={building.name}
        subtitle={[building.code, project.name].filter(Boolean).join(" · ")}
        back={{ href: links.residence(project.id), label: project.name }}
      >
        <a class="button" href={links.equipment(project.id, building.id)}>
          {PAGE_NAMES.equipments}
        </a>
      </PageTitle>
      {isBare && (
        <EmptyState title="Rien n’est suivi dans ce bâtiment" icon="building">
          <p>Ventilation, skydomes et portails s’ajoutent parmi ses équipements.</p>
        </EmptyState>
      )}
      <div class="stack" data-live="values">
        <PlaceNotices {...here} />
        {building.cmvs.length > 0 && (
          <VentilationTable
            {...place}
            cmvs={building.cmvs}
            values={values}
            csv={{ page: url, table: "ventilation" }}
          />
        )}
        {openings.length > 0 && (
          <OpeningTable
            {...place}
            rows={openings}
            intervals={intervals}
            csv={{ page: url, table: "ouvertures" }}
          />
        )}
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

function buildingFile(url: URL, read: BuildingNow, state: State): Response | null {
  const { building, values, intervals } = read;
  const place = facilityPlace(state);
  return tableFile(url, {
    table: "ventilation",
    fileName: `${building.name} ventilation.csv`,
    columns: ventilationColumns({ ...place, values }),
    rows: building.cmvs,
  }) ??
    tableFile(url, {
      table: "ouvertures",
      fileName: `${building.name} ouvertures.csv`,
      columns: openingColumns({ ...place, intervals }),
      rows: openingRows(building),
    });
}
