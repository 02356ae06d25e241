import { type FilterOption, filterOptions } from "@/lib/domain/tables/filter.ts";
import { filteredRegister, type RegisterRules } from "@/lib/domain/tables/register.ts";
import { sortedRows } from "@/lib/domain/tables/sort.ts";
import type { TableSort, TableState } from "@/lib/domain/tables/table_state.ts";
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

/** The rows that pass the search and filters, sorted; equal ones in the default order. @spec housing.list */
export function filteredHouses(lines: readonly HouseLine[], state: TableState): HouseLine[] {
  return filteredRegister(sortedRows(lines, ({ name }) => name, "asc"), state, RULES);
}

const RULES: RegisterRules<HouseLine> = {
  order: HOUSE_ORDER,
  words: ({ name, serial, building }) => [name, serial, building],
  filters: {
    floor: ({ floor }) => floorText(floor),
    building: ({ building }) => building,
    type: ({ type }) => type,
    group: ({ group }) => group,
    connectivity: ({ connectivity }) => connectivity,
  },
  sorts: {
    name: ({ name }) => name || null,
    kind: ({ kind }) => kind,
    serial: ({ serial }) => serial || null,
    floor: ({ floor }) => floor,
    building: ({ building }) => building || null,
    type: ({ type }) => type || null,
    group: ({ group }) => group || null,
    collectMode: ({ collectMode }) => collectMode,
    hourlyMode: ({ hourlyMode }) => hourlyMode,
    // Worst states first.
    connectivity: ({ connectivity }) => ["", ...CONNECTIVITY_STATES].indexOf(connectivity),
    alarmCount: ({ alarmCount }) => alarmCount,
  },
};

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
