import { labelledOptions } from "@/components/forms/form_fields.ts";
import { ConnectivityStatus } from "@/components/housing/ConnectivityCounts.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { linkColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { List } from "@/components/tables/list.ts";
import { CONNECTIVITY_STATES } from "@/lib/domain/housing/types.ts";
import type { FeaturesOn } from "@/lib/domain/pilot/features.ts";
import { WISH_STATES } from "@/lib/domain/pilot/limits.ts";
import type { ModuleLine } from "@/lib/domain/pilot/module_list.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { CONNECTIVITY_LABEL, CONNECTIVITY_LABELS } from "@/lib/text/housing/housing.ts";
import {
  HOUSE_STATUS_LABELS,
  NO_MODULE,
  runningNames,
  WISH_LABELS,
  wishText,
} from "@/lib/text/pilot/modules.ts";
import { WishStatus } from "./WishStatus.tsx";

/** The modules of a residence, without columns of uncontrolled functions. @spec pilot.module-list */
export function moduleList(projectId: string, on: FeaturesOn): List<ModuleLine> {
  return {
    title: PAGE_NAMES.pilot,
    path: links.pilot(projectId),
    fileName: "modules.csv",
    columns: [
      linkColumn(
        "name",
        "Logement",
        ({ name }) => name,
        ({ id }) => links.pilotModule(projectId, id),
      ),
      degrees("temperatureC", "Température"),
      degrees("setpointC", "Consigne"),
      ...on.ch_pilot || on.clim_pilot || on.watertank_pilot
        ? [textColumn<ModuleLine>("running", "En marche", (line) => runningNames(line, on))]
        : [],
      ...on.house_status ? [textColumn<ModuleLine>("presence", "Présence", presenceText)] : [],
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

function presenceText({ house_status }: ModuleLine): string {
  return HOUSE_STATUS_LABELS[house_status];
}

function degrees(field: "temperatureC" | "setpointC", label: string): TableColumn<ModuleLine> {
  return numberColumn({ field, label, unit: "°C" }, (line) => line[field], 1, 1);
}
