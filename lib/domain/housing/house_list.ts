import { filteredRows, type FilterOption, filterOptions } from "@/lib/domain/tables/filter.ts";
import { holdsWords, SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import { sortedRows, type SortValue } from "@/lib/domain/tables/sort.ts";
import { orderOf, type TableSort, type TableState } from "@/lib/domain/tables/table_state.ts";
import { floorsOf, floorText } from "./floors.ts";
import {
  type CollectMode,
  CONNECTIVITY_STATES,
  type ConnectivityState,
  type HourlyMode,
  type House,
  type HouseConnectivity,
  type HouseKind,
} from "./types.ts";

/** A dwelling as a row of its residence's list. @spec housing.list */
export interface HouseLine {
  readonly id: string;
  readonly name: string;
  readonly kind: HouseKind;
  readonly serial: string;
  readonly floor: number | null;
  /** Names of the related entities; "" for none. */
  readonly building: string;
  readonly type: string;
  readonly group: string;
  readonly collectMode: CollectMode;
  readonly hourlyMode: HourlyMode;
  /** Its connectivity; "" when it is not displayed. */
  readonly connectivity: ConnectivityState | "";
  /** Number of open alarms. */
  readonly alarmCount: number;
}

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
}

export interface HouseChoices {
  readonly buildings: readonly NamedChoice[];
  readonly types: readonly NamedChoice[];
  readonly groups: readonly NamedChoice[];
}

export const HOUSE_ORDER: TableSort = { field: "name", direction: "asc" };

/**
 * Dwellings as rows, with the names of their related entities.
 *
 * @param states connectivity of the dwellings; empty when it is not displayed
 * @param alarmCounts number of open alarms by dwelling id; dwellings without any are absent
 */
export function houseLines(
  houses: readonly House[],
  { buildings, types, groups }: HouseChoices,
  states: readonly HouseConnectivity[] = [],
  alarmCounts: ReadonlyMap<string, number> = new Map(),
): HouseLine[] {
  const stateOf = new Map(states.map(({ houseId, state }) => [houseId, state]));
  const [inBuilding, ofType, inGroup] = [buildings, types, groups].map(namesOf);
  return houses.map(({ id, kind, serial, settings }) => ({
    id,
    name: settings.name,
    kind,
    serial,
    floor: settings.floor,
    building: inBuilding?.get(settings.buildingId ?? "") ?? "",
    type: ofType?.get(settings.houseTypeId ?? "") ?? "",
    group: inGroup?.get(settings.anonymousGroupId ?? "") ?? "",
    collectMode: settings.collectMode,
    hourlyMode: settings.hourlyMode,
    connectivity: stateOf.get(id) ?? "",
    alarmCount: alarmCounts.get(id) ?? 0,
  }));
}

function namesOf(choices: readonly NamedChoice[]): ReadonlyMap<string, string> {
  return new Map(choices.map(({ id, name }) => [id, name]));
}

/** The rows that pass the search and the filters, sorted. @spec housing.list */
export function filteredHouses(lines: readonly HouseLine[], state: TableState): HouseLine[] {
  const { [SEARCH_FILTER]: words = "", ...filters } = state.filters;
  const kept = filteredRows(lines, filters, {
    floor: ({ floor }) => floorText(floor),
    building: ({ building }) => building,
    type: ({ type }) => type,
    group: ({ group }) => group,
    connectivity: ({ connectivity }) => connectivity,
  }).filter(({ name, serial, building }) => holdsWords([name, serial, building], words));
  const { field, direction } = orderOf(state, HOUSE_ORDER, isColumn);
  const named = sortedRows(kept, ({ name }) => name, HOUSE_ORDER.direction);
  return sortedRows(named, (line) => sortValue(line, field), direction);
}

function isColumn(field: string): boolean {
  return COLUMNS.some((one) => one === field);
}

function sortValue(line: HouseLine, field: string): SortValue {
  const column = COLUMNS.find((one) => one === field) ?? "name";
  const value = line[column];
  // Worst states first.
  if (column === "connectivity") return CONNECTIVITY_STATES.findIndex((state) => state === value);
  return value === "" ? null : value;
}

const COLUMNS = [
  "name",
  "kind",
  "serial",
  "floor",
  "building",
  "type",
  "group",
  "collectMode",
  "hourlyMode",
  "connectivity",
  "alarmCount",
] as const;

/** The choices of the floor filter: the unknown floor first, then ascending. @spec housing.list */
export function floorChoices(
  lines: readonly HouseLine[],
  label: (floor: number | null) => string,
): FilterOption[] {
  return floorsOf(lines.map(({ floor }) => ({ settings: { floor } })))
    .map((floor) => ({ value: floorText(floor), label: label(floor) }));
}

/** The choices of a filter on a name; dwellings without a name match none. */
export function nameChoices(
  lines: readonly HouseLine[],
  field: "building" | "type" | "group",
): FilterOption[] {
  return filterOptions(lines.filter((line) => line[field] !== ""), (line) => line[field]);
}
