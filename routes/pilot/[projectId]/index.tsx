import { SetpointRequestStatus } from "@/components/heating_control/ConfigFields.tsx";
import { ConnectivityStatus } from "@/components/housing/house_list.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { nameColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readList } from "@/components/web/read_list.ts";
import { FRESH_STATUS_SECONDS } from "@/lib/api/call.ts";
import { type FeaturesOn, settingsAccess } from "@/lib/heating_control/features.ts";
import { moduleCounts, type ModuleLine } from "@/lib/heating_control/module_list.ts";
import { readModules } from "@/lib/heating_control/pages.ts";
import { WISH_STATES } from "@/lib/heating_control/setpoint_limits.ts";
import {
  HOUSE_STATUS_LABELS,
  moduleCountsText,
  NO_MODULE,
  runningNames,
  setpointRequestText,
  WISH_LABELS,
} from "@/lib/heating_control/text.ts";
import { CONNECTIVITY_STATES } from "@/lib/housing/schema.ts";
import { CONNECTIVITY_LABEL, CONNECTIVITY_LABELS } from "@/lib/housing/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { on, all } = await readModules(state);
    const { project } = residenceOf(state);
    state.title = PAGES.pilot.title;
    const { rows, file } = readList(url, all, moduleList(project.id, on));
    return file ?? page(rows);
  },
});

/** The modules of a residence: measurements, applied and requested settings (B §7 "modulesstatus"). */
export default define.page<typeof handler>(({ data, state }) => {
  const { project, roles } = residenceOf(state);
  return (
    <>
      <PageTitle>
        {settingsAccess(project, roles) !== "none" && (
          <>
            <a class="button" href={links.pilotThresholds(project.id)}>Seuils d’alerte</a>
            <a class="button" href={links.pilotConfig(project.id)}>{PAGES.pilotConfig.title}</a>
          </>
        )}
      </PageTitle>
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
        cell: (line) => <SetpointRequestStatus {...line} />,
        value: ({ wish, pendingS }) => setpointRequestText(wish.state, pendingS),
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
  return numberColumn(field, label, (line) => line[field], { unit: "°C", most: 1, least: 1 });
}
