import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { HouseLine } from "@/lib/domain/housing/house_list.ts";
import {
  type HouseField,
  type HousingFeatures,
  shownHouseFields,
} from "@/lib/domain/housing/shown_fields.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
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
  /** What the address sorts by. */
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
  /** Whether it is said how dwellings answer. */
  readonly hasConnectivity: boolean;
}

/** The columns of the list: what the residence shows of a dwelling, its name leading to it. */
export function houseColumns(
  { features, hasConnectivity }: HouseColumnsShown,
  hrefOf: (houseId: string) => string,
): TableColumn<HouseLine>[] {
  // How dwellings are read stands in the file and on their own page: here it would repeat one thing twenty times.
  const told = shownColumns(features).filter(({ name }) => name !== "kind");
  const columns = told.map(({ name, field, text }): TableColumn<HouseLine> => ({
    field,
    label: HOUSE_LABELS[name],
    cell: (line) =>
      name === "name" ? <a href={hrefOf(line.id)}>{line.name}</a> : text(line, features),
  }));
  return hasConnectivity ? [...columns, CONNECTIVITY_COLUMN] : columns;
}

const CONNECTIVITY_COLUMN: TableColumn<HouseLine> = {
  field: "connectivity",
  label: CONNECTIVITY_LABEL,
  cell: ({ connectivity }) => connectivity !== "" && <ConnectivityStatus state={connectivity} />,
};

export function houseFileColumns(
  { features, hasConnectivity }: HouseColumnsShown,
): CsvColumn<HouseLine>[] {
  const columns = shownColumns(features).map(({ name, text }): CsvColumn<HouseLine> => ({
    header: HOUSE_LABELS[name],
    value: (line) => text(line, features),
  }));
  if (!hasConnectivity) return columns;
  const value = ({ connectivity }: HouseLine) =>
    connectivity === "" ? "" : CONNECTIVITY_LABELS[connectivity];
  return [...columns, { header: CONNECTIVITY_LABEL, value }];
}

function shownColumns(features: HousingFeatures): HouseColumn[] {
  const shown = shownHouseFields(features);
  return COLUMNS.filter(({ name }) => shown.has(name));
}
