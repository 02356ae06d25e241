import { page } from "fresh";
import { CurrentValues } from "../../../../components/facilities/CurrentValues.tsx";
import { openingRows, OpeningTable } from "../../../../components/facilities/OpeningTable.tsx";
import { VentilationTable } from "../../../../components/facilities/VentilationTable.tsx";
import { EmptyState } from "../../../../components/page/EmptyState.tsx";
import { PageTitle } from "../../../../components/page/PageTitle.tsx";
import LiveRefresh from "../../../../islands/page/LiveRefresh.tsx";
import { FRESH_DATA_SECONDS } from "../../../../lib/contract/path_table.ts";
import { links } from "../../../../lib/links/links.ts";
import { PAGE_NAMES, windowTitle } from "../../../../lib/text/pages.ts";
import { readBuildingNow } from "../../../../lib/web/building_page.ts";
import { define } from "../../../../lib/web/define.ts";
import { keepPage } from "../../../../lib/web/page_cache.ts";
import { residenceOf } from "../../../../lib/web/residence_page.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readBuildingNow(ctx);
    keepPage(ctx, FRESH_DATA_SECONDS);
    ctx.state.title = windowTitle(PAGE_NAMES.residence, read.building.name);
    return page(read);
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { building, values, spells, equipmentIds } = data;
  const { project } = residenceOf(state);
  const { timeZone, facilitiesDataseries } = project;
  const openings = openingRows(building);
  const told = new Set([...building.cmvs, ...openings].map(({ seriesId }) => seriesId));
  const others = facilitiesDataseries.filter(({ id, equipmentId }) =>
    equipmentId !== null && equipmentIds.includes(equipmentId) && !told.has(id)
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
        {building.cmvs.length > 0 && (
          <VentilationTable
            projectId={project.id}
            cmvs={building.cmvs}
            series={facilitiesDataseries}
            values={values}
            timeZone={timeZone}
          />
        )}
        {openings.length > 0 && (
          <OpeningTable
            projectId={project.id}
            rows={openings}
            spells={spells}
            timeZone={timeZone}
            nowS={Date.parse(state.now) / 1_000}
          />
        )}
        {others.length > 0 && (
          <CurrentValues
            projectId={project.id}
            series={others}
            values={values}
            timeZone={timeZone}
          />
        )}
      </div>
      <LiveRefresh everySeconds={FRESH_DATA_SECONDS} />
    </>
  );
});
