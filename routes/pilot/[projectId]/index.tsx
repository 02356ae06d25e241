import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { moduleList } from "@/components/pilot/module_list.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { FRESH_STATUS_SECONDS } from "@/lib/contract/freshness.ts";
import { settingsAccess } from "@/lib/domain/pilot/access.ts";
import { moduleCounts } from "@/lib/domain/pilot/module_list.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readModules } from "@/lib/pages/pilot/modules_page.ts";
import { moduleCountsText } from "@/lib/text/pilot/modules.ts";
import { define, page, residenceOf } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { on, all } = await readModules(state);
    const { project } = residenceOf(state);
    state.title = windowTitle(PAGE_NAMES.pilot, project.name);
    const { rows, file } = readList(url, all, moduleList(project.id, on));
    return file ?? page(rows);
  },
});

/** The modules of a residence: measurements, applied and requested settings (B §7 "modulesstatus"). */
export default define.page<typeof handler>(({ data, state }) => {
  const { project, roles } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.pilot} of={project}>
        {settingsAccess(project, roles) !== "none" && (
          <>
            <a class="button" href={links.pilotThresholds(project.id)}>Seuils d’alerte</a>
            <a class="button" href={links.pilotConfig(project.id)}>{PAGE_NAMES.pilotConfig}</a>
          </>
        )}
      </ResidenceTitle>
      <div class="stack" data-live="modules">
        {data.all.length > 0 && <p>{moduleCountsText(moduleCounts(data.all))}</p>}
        <ListTable {...data} />
      </div>
      <PageRefresh everySeconds={FRESH_STATUS_SECONDS} state={state} />
    </>
  );
});
