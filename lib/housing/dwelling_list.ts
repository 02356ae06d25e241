/** Rows of the list of dwellings, the choice of a floor, and dwellings by name or serial. @module */

import type { FilterOption } from "@/lib/ui/tables.ts";
import type { CollectMode, HourlyMode } from "./dwelling_settings.ts";
import type { ConnectivityState, House, HouseConnectivity, HouseKind } from "./schema.ts";
import { comparableName } from "@/lib/base/visible_text.ts";

/** A floor of the houses: its number, 0 for the ground floor, null when unknown. @spec forms.floors */
export type HouseFloor = number | null;

/** Value of the floor selector for all floors. @spec forms.floors "'Tous' (value -1)" */
export const ALL_FLOORS = -1;

interface FlooredHouse {
  readonly settings: { readonly floor: HouseFloor };
}

/** The distinct floors of some houses: the unknown floor first, then ascending. @spec forms.floors */
export function floorsOf(houses: readonly FlooredHouse[]): HouseFloor[] {
  const floors = new Set(houses.map(({ settings }) => settings.floor));
  return [...floors].sort((left, right) => (left ?? -Infinity) - (right ?? -Infinity));
}

/** Whether the floor selector has a choice to offer. @spec forms.floors */
export function isFloorSelectorShown(floors: readonly HouseFloor[]): boolean {
  return floors.length > 1;
}

/** The choices of the selector, in order: all, then each floor. @spec forms.floors */
export function floorOptions(floors: readonly HouseFloor[]): HouseFloor[] {
  return [ALL_FLOORS, ...floors];
}

/**
 * The chosen floor: the requested floor when a house is on it, otherwise the first.
 *
 * @spec forms.floors
 * @param wanted from the URL; null when absent
 * @returns {@link ALL_FLOORS} when requested, or without houses
 */
export function chosenFloor(floors: readonly HouseFloor[], wanted: string | null): HouseFloor {
  const found = floorOptions(floors).find((floor) => floorText(floor) === wanted);
  if (found !== undefined) return found;
  const [first = ALL_FLOORS] = floors;
  return first;
}

export function housesOnFloor<House extends FlooredHouse>(
  houses: readonly House[],
  floor: HouseFloor,
): House[] {
  return houses.filter(({ settings }) => floor === ALL_FLOORS || settings.floor === floor);
}

/** A floor in a URL: "-1" for all, "0", "3", "null" for the unknown floor. */
export function floorText(floor: HouseFloor): string {
  return String(floor);
}

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

interface NamedDwelling {
  readonly id: string;
  readonly name: string;
  readonly serial: string;
}

/** Dwellings by name and serial; null for a name shared by several. */
export type DwellingNames = ReadonlyMap<string, string | null>;

/** The dwellings of a residence by name and by serial, compared as displayed. @spec series.dwelling-sources, forms.names */
export function dwellingNames(dwellings: readonly NamedDwelling[]): DwellingNames {
  const names = new Map<string, string | null>();
  for (const { id, name, serial } of dwellings) {
    for (const word of new Set([name, serial].map(comparableName))) {
      if (word !== "") names.set(word, names.has(word) ? null : id);
    }
  }
  return names;
}

/**
 * The dwelling identified by words: the first known word decides.
 *
 * @param words most reliable first
 * @returns its id; null when no word is known, or when the first known word matches several dwellings
 */
export function dwellingNamed(words: readonly string[], names: DwellingNames): string | null {
  const known = words.map(comparableName).find((word) => names.has(word));
  return known === undefined ? null : names.get(known) ?? null;
}

/** Choices of dwellings with distinct labels: homonyms include their serial. */
export function dwellingChoices(
  houses: readonly Pick<House, "id" | "serial" | "settings">[],
): { readonly value: string; readonly label: string }[] {
  const counts = new Map<string, number>();
  for (const { settings: { name } } of houses) counts.set(name, (counts.get(name) ?? 0) + 1);
  return houses.map(({ id, serial, settings: { name } }) => {
    const isOnly = counts.get(name) === 1;
    return { value: id, label: isOnly ? name : `${name} (${serial || id})` };
  });
}
