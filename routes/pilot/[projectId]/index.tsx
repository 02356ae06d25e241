import { labelledOptions } from "@/components/forms/form_fields.ts";
import { ConnectivityStatus } from "@/components/housing/ConnectivityCounts.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { WishStatus } from "@/components/pilot/WishStatus.tsx";
import { nameColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { FRESH_STATUS_SECONDS } from "@/lib/contract/freshness.ts";
import { CONNECTIVITY_STATES } from "@/lib/domain/housing/types.ts";
import { settingsAccess } from "@/lib/domain/pilot/access.ts";
import type { FeaturesOn } from "@/lib/domain/pilot/features.ts";
import { WISH_STATES } from "@/lib/domain/pilot/limits.ts";
import { moduleCounts, type ModuleLine } from "@/lib/domain/pilot/module_list.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readModules } from "@/lib/pages/pilot/modules_page.ts";
import { CONNECTIVITY_LABEL, CONNECTIVITY_LABELS } from "@/lib/text/housing/housing.ts";
import {
  HOUSE_STATUS_LABELS,
  moduleCountsText,
  NO_MODULE,
  runningNames,
  WISH_LABELS,
  wishText,
} from "@/lib/text/pilot/modules.ts";
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

/** The modules of a residence, without columns of uncontrolled functions. @spec pilot.module-list */
function moduleList(projectId: string, on: FeaturesOn): List<ModuleLine> {
  return {
    title: PAGE_NAMES.pilot,
    path: links.pilot(projectId),
    fileName: "modules.csv",
    columns: [
      nameColumn("Logement", (id) => links.pilotModule(projectId, id)),
      degrees("temperatureC", "Température"),
      degrees("setpointC", "Consigne"),
      ...on.ch_pilot || on.clim_pilot || on.watertank_pilot
        ? [textColumn<ModuleLine>("running", "En marche", (line) => runningNames(line, on))]
        : [],
      ...on.house_status
        ? [
          textColumn<ModuleLine>("presence", "Présence", (line) =>
            HOUSE_STATUS_LABELS[line.house_status]),
        ]
        : [],
      {
        field: "wish",
        label: "Réglages demandés",
        cell: (line) => <WishStatus {...line} />,
        value: ({ wish, pendingS }) => wishText(wish.state, pendingS),
        sort: ({ pendingS }) => pendingS,
      },
      {
        field: "connectivity",
        label: CONNECTIVITY_LABEL,
        cell: ({ connectivity }) => <ConnectivityStatus state={connectivity} />,
        value: ({ connectivity }) => CONNECTIVITY_LABELS[connectivity],
        sort: ({ connectivity }) => CONNECTIVITY_STATES.indexOf(connectivity),
      },
    ],
    filters: [
      {
        field: "wish",
        label: "Réglages demandés",
        value: ({ wish }) => wish.state,
        options: labelledOptions(WISH_STATES, WISH_LABELS),
      },
      {
        field: "connectivity",
        label: CONNECTIVITY_LABEL,
        value: ({ connectivity }) => connectivity,
        options: labelledOptions(CONNECTIVITY_STATES, CONNECTIVITY_LABELS),
      },
    ],
    words: ({ name }) => [name],
    noun: "module",
    nothing: "Aucun module trouvé",
    empty: NO_MODULE,
  };
}

function degrees(field: "temperatureC" | "setpointC", label: string): TableColumn<ModuleLine> {
  return numberColumn({ field, label, unit: "°C" }, (line) => line[field], 1, 1);
}
