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
