/** A floor of the houses: its number, 0 for the ground floor, null when it is not known. @spec forms.floors */
export type HouseFloor = number | null;

/** A choice of the floor selector: a floor, or -1 for all of them. @spec forms.floors "'Tous' (value -1)" */
export const ALL_FLOORS = -1;

interface FlooredHouse {
  readonly settings: { readonly floor: HouseFloor };
}

/** The distinct floors of some houses, the unknown one first, then upwards. @spec forms.floors */
export function floorsOf(houses: readonly FlooredHouse[]): HouseFloor[] {
  const floors = new Set(houses.map(({ settings }) => settings.floor));
  return [...floors].sort((left, right) => (left ?? -Infinity) - (right ?? -Infinity));
}

/** Whether there is something to select. @spec forms.floors */
export function isFloorSelectorShown(floors: readonly HouseFloor[]): boolean {
  return floors.length > 1;
}

/** The choices of the selector, in order: all, then each floor. @spec forms.floors */
export function floorOptions(floors: readonly HouseFloor[]): HouseFloor[] {
  return [ALL_FLOORS, ...floors];
}

/**
 * The chosen floor: the requested one when a house is on it, else the first.
 *
 * @spec forms.floors
 * @param asked from the URL; null when absent
 * @returns {@link ALL_FLOORS} when requested, or without houses
 */
export function chosenFloor(floors: readonly HouseFloor[], asked: string | null): HouseFloor {
  const found = floorOptions(floors).find((floor) => floorText(floor) === asked);
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

/** A floor as an address writes it: "-1" for all, "0", "3", "null" for the unknown one. */
export function floorText(floor: HouseFloor): string {
  return String(floor);
}
