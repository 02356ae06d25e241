import { page } from "fresh";
import { RegisterTable } from "@/components/contracting/RegisterPage.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { moduleRegister } from "@/components/pilot/module_register.tsx";
import { FRESH_STATUS_SECONDS } from "@/lib/contract/freshness.ts";
import { settingsAccess } from "@/lib/domain/pilot/access.ts";
import { moduleCounts } from "@/lib/domain/pilot/module_list.ts";
import { links } from "@/lib/links/links.ts";
import { readModules } from "@/lib/pages/pilot/modules_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { moduleCountsText } from "@/lib/text/pilot/modules.ts";
import { define } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";
import { registerRows } from "@/routes/(_components)/register_rows.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { on, all } = await readModules(state);
    const { project } = residenceOf(state);
    state.title = windowTitle(PAGE_NAMES.pilot, project.name);
    const register = moduleRegister(project.id, on);
    const { rows, file } = registerRows(url, all, register);
    return file ?? page({ register, ...rows });
  },
});

/** The modules of a residence: measurements, applied and requested settings (B §7 "modulesstatus"). */
export default define.page<typeof handler>(({ data: { register, ...rows }, state }) => {
  const { project, roles } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={register.title} of={project}>
        {settingsAccess(project, roles) !== "none" && (
          <>
            <a class="button" href={links.pilotThresholds(project.id)}>Seuils d’alerte</a>
            <a class="button" href={links.pilotConfig(project.id)}>{PAGE_NAMES.pilotConfig}</a>
          </>
        )}
      </ResidenceTitle>
      <div class="stack" data-live="modules">
        {rows.all.length > 0 && <p>{moduleCountsText(moduleCounts(rows.all))}</p>}
        <RegisterTable register={register} {...rows} />
      </div>
      <PageRefresh everySeconds={FRESH_STATUS_SECONDS} state={state} />
    </>
  );
});
