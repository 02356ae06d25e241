import { AlarmCount } from "@/components/alarms/AlarmCount.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { linkColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List, ListFilter } from "@/components/tables/list.ts";
import { floorText } from "@/lib/domain/housing/floors.ts";
import { floorChoices, type HouseLine } from "@/lib/domain/housing/house_list.ts";
import {
  type HouseField,
  type HousingFeatures,
  shownHouseFields,
} from "@/lib/domain/housing/shown_fields.ts";
import { CONNECTIVITY_STATES } from "@/lib/domain/housing/types.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { OPEN_ALARMS_LABEL } from "@/lib/text/alarms/alarm_lists.ts";
import {
  collectModeWord,
  CONNECTIVITY_LABEL,
  CONNECTIVITY_LABELS,
  floorLabel,
  HOURLY_MODE_WORDS,
  HOUSE_KIND_LABELS,
  HOUSE_LABELS,
} from "@/lib/text/housing/housing.ts";
import { ConnectivityStatus } from "./ConnectivityCounts.tsx";

interface HouseListOptions extends Pick<List<HouseLine>, "empty"> {
  readonly projectId: string;
  readonly features: HousingFeatures;
  readonly hasConnectivity: boolean;
}

/** The dwellings of a residence, with the fields that it shows. */
export function houseList(
  all: readonly HouseLine[],
  { projectId, features, hasConnectivity, empty }: HouseListOptions,
): List<HouseLine> {
  const hrefOf = ({ id }: HouseLine) => links.house(projectId, id);
  return {
    title: PAGE_NAMES.houses,
    path: links.houses(projectId),
    fileName: "logements.csv",
    columns: [
      ...fieldColumns(features, hrefOf),
      ...hasConnectivity ? [CONNECTIVITY_COLUMN] : [],
      ...all.some(({ alarmCount }) => alarmCount > 0) ? [alarmColumn(hrefOf)] : [],
    ],
    ties: ({ name }) => name,
    filters: filtersOf(all),
    words: ({ name, serial, building }) => [name, serial, building],
    noun: "logement",
    nothing: "Aucun logement trouvé",
    icon: "house",
    empty,
  };
}

/** Filters with at least two values, such as two floors, or a name that some lack. */
function filtersOf(all: readonly HouseLine[]): ListFilter<HouseLine>[] {
  return [
    {
      field: "floor",
      label: HOUSE_LABELS.floor,
      value: ({ floor }) => floorText(floor),
      options: floorChoices(all, floorLabel),
      least: 2,
    },
    { field: "building", label: HOUSE_LABELS.buildingId, value: ({ building }) => building },
    { field: "type", label: HOUSE_LABELS.houseTypeId, value: ({ type }) => type },
    { field: "group", label: HOUSE_LABELS.anonymousGroupId, value: ({ group }) => group },
    {
      field: "connectivity",
      label: CONNECTIVITY_LABEL,
      value: ({ connectivity }) => connectivity,
      options: labelledOptions(
        CONNECTIVITY_STATES.filter((state) => all.some((one) => one.connectivity === state)),
        CONNECTIVITY_LABELS,
      ),
    },
  ];
}

function fieldColumns(
  features: HousingFeatures,
  hrefOf: (line: HouseLine) => string,
): TableColumn<HouseLine>[] {
  const shown = shownHouseFields(features);
  const column = (
    name: HouseField & keyof typeof HOUSE_LABELS,
    field: string,
    text: (line: HouseLine) => string,
    other: Partial<TableColumn<HouseLine>> = {},
  ) => shown.has(name) ? [textColumn(field, HOUSE_LABELS[name], text, other)] : [];
  return [
    linkColumn("name", HOUSE_LABELS.name, ({ name }) => name, hrefOf),
    ...column("floor", "floor", ({ floor }) => floorLabel(floor), { sort: ({ floor }) => floor }),
    ...column("buildingId", "building", ({ building }) => building),
    ...column("houseTypeId", "type", ({ type }) => type),
    ...column("anonymousGroupId", "group", ({ group }) => group),
    // On the page the reading mode would be repeated on each line: it is on the dwelling's own.
    {
      field: "kind",
      label: HOUSE_LABELS.kind,
      value: ({ kind }) => HOUSE_KIND_LABELS[kind],
      sort: ({ kind }) => kind,
    },
    ...column("serial", "serial", ({ serial }) => serial),
    ...column(
      "collectMode",
      "collectMode",
      ({ collectMode }) => collectModeWord(features.houseMode, collectMode),
      { sort: ({ collectMode }) => collectMode },
    ),
    ...column("hourlyMode", "hourlyMode", ({ hourlyMode }) => HOURLY_MODE_WORDS[hourlyMode], {
      sort: ({ hourlyMode }) => hourlyMode,
    }),
  ];
}

function alarmColumn(hrefOf: (line: HouseLine) => string): TableColumn<HouseLine> {
  return {
    field: "alarmCount",
    label: OPEN_ALARMS_LABEL,
    unbroken: true,
    cell: (line) => <AlarmCount count={line.alarmCount} href={hrefOf(line)} />,
    value: ({ alarmCount }) => alarmCount,
  };
}

const CONNECTIVITY_COLUMN: TableColumn<HouseLine> = {
  field: "connectivity",
  label: CONNECTIVITY_LABEL,
  unbroken: true,
  cell: ({ connectivity }) => connectivity !== "" && <ConnectivityStatus state={connectivity} />,
  value: ({ connectivity }) => connectivity === "" ? "" : CONNECTIVITY_LABELS[connectivity],
  // Worst states first.
  sort: ({ connectivity }) => ["", ...CONNECTIVITY_STATES].indexOf(connectivity),
};
