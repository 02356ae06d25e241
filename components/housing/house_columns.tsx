import { AlarmCount } from "@/components/alarms/AlarmCount.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { HouseLine } from "@/lib/domain/housing/house_list.ts";
import {
  type HouseField,
  type HousingFeatures,
  shownHouseFields,
} from "@/lib/domain/housing/shown_fields.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
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
import { ConnectivityStatus } from "./ConnectivityStatus.tsx";

interface HouseColumn {
  readonly name: HouseField;
  /** Field of the sort in the URL. */
  readonly field: string;
  text(line: HouseLine, features: HousingFeatures): string;
}

const COLUMNS: readonly HouseColumn[] = [
  { name: "name", field: "name", text: ({ name }) => name },
  { name: "floor", field: "floor", text: ({ floor }) => floorLabel(floor) },
  { name: "buildingId", field: "building", text: ({ building }) => building },
  { name: "houseTypeId", field: "type", text: ({ type }) => type },
  { name: "anonymousGroupId", field: "group", text: ({ group }) => group },
  { name: "kind", field: "kind", text: ({ kind }) => HOUSE_KIND_LABELS[kind] },
  { name: "serial", field: "serial", text: ({ serial }) => serial },
  {
    name: "collectMode",
    field: "collectMode",
    text: ({ collectMode }, { houseMode }) => collectModeWord(houseMode, collectMode),
  },
  {
    name: "hourlyMode",
    field: "hourlyMode",
    text: ({ hourlyMode }) => HOURLY_MODE_WORDS[hourlyMode],
  },
];

export interface HouseColumnsShown {
  readonly features: HousingFeatures;
  readonly hasConnectivity: boolean;
  readonly hasAlarms: boolean;
}

/** Columns of the list: the dwelling fields shown by the residence, with a link on its name. */
export function houseColumns(
  { features, hasConnectivity, hasAlarms }: HouseColumnsShown,
  hrefOf: (houseId: string) => string,
): TableColumn<HouseLine>[] {
  // The reading mode is in the file and on the dwelling's page: here it would be repeated on each line.
  const shown = shownColumns(features).filter(({ name }) => name !== "kind");
  const columns = shown.map(({ name, field, text }): TableColumn<HouseLine> => ({
    field,
    label: HOUSE_LABELS[name],
    cell: (line) =>
      name === "name" ? <a href={hrefOf(line.id)}>{line.name}</a> : text(line, features),
  }));
  return [
    ...columns,
    ...hasConnectivity ? [CONNECTIVITY_COLUMN] : [],
    ...hasAlarms ? [alarmColumn(hrefOf)] : [],
  ];
}

function alarmColumn(hrefOf: (houseId: string) => string): TableColumn<HouseLine> {
  return {
    field: "alarmCount",
    label: OPEN_ALARMS_LABEL,
    unbroken: true,
    cell: ({ id, alarmCount }) => <AlarmCount count={alarmCount} href={hrefOf(id)} />,
  };
}

const CONNECTIVITY_COLUMN: TableColumn<HouseLine> = {
  field: "connectivity",
  label: CONNECTIVITY_LABEL,
  cell: ({ connectivity }) => connectivity !== "" && <ConnectivityStatus state={connectivity} />,
};

export function houseFileColumns(
  { features, hasConnectivity, hasAlarms }: HouseColumnsShown,
): CsvColumn<HouseLine>[] {
  const columns = shownColumns(features).map(({ name, text }): CsvColumn<HouseLine> => ({
    header: HOUSE_LABELS[name],
    value: (line) => text(line, features),
  }));
  const connectivity = {
    header: CONNECTIVITY_LABEL,
    value: ({ connectivity }: HouseLine) =>
      connectivity === "" ? "" : CONNECTIVITY_LABELS[connectivity],
  };
  const alarms = { header: OPEN_ALARMS_LABEL, value: ({ alarmCount }: HouseLine) => alarmCount };
  return [...columns, ...hasConnectivity ? [connectivity] : [], ...hasAlarms ? [alarms] : []];
}

function shownColumns(features: HousingFeatures): HouseColumn[] {
  const shown = shownHouseFields(features);
  return COLUMNS.filter(({ name }) => shown.has(name));
}
