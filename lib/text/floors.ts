import { ALL_FLOORS, type HouseFloor } from "../domain/housing/floors.ts";
import { formatNumber } from "./numbers.ts";
import { ALL_LABEL } from "./tables.ts";

/** What a floor is called, over a choice or a column. */
export const FLOOR = "Étage";

/**
 * A choice of the floor selector as it is read.
 *
 * @spec F §5 "'Tous' (value -1), 'RDC' (value 0), '?' (value null, unknown floor) and numbered floors"
 */
export function floorChoiceLabel(floor: HouseFloor): string {
  if (floor === null) return "?";
  if (floor === ALL_FLOORS) return ALL_LABEL;
  return floor === 0 ? "RDC" : formatNumber(floor, 0);
}
