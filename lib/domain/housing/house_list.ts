import type { FilterOption } from "@/lib/domain/tables/filter.ts";
import { floorsOf, floorText } from "./floors.ts";
import {
  type CollectMode,
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

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface HouseChoices {
  readonly buildings: readonly Named[];
  readonly types: readonly Named[];
  readonly groups: readonly Named[];
}

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

function namesOf(choices: readonly Named[]): ReadonlyMap<string, string> {
  return new Map(choices.map(({ id, name }) => [id, name]));
}

/** The choices of the floor filter: the unknown floor first, then ascending. @spec housing.list */
export function floorChoices(
  lines: readonly Pick<HouseLine, "floor">[],
  label: (floor: number | null) => string,
): FilterOption[] {
  return floorsOf(lines.map(({ floor }) => ({ settings: { floor } })))
    .map((floor) => ({ value: floorText(floor), label: label(floor) }));
}
