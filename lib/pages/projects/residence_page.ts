import { residenceOf, type State } from "@/lib/web/state.ts";

/** Adds a boiler room to the menu of its pages. */
export function showInMenu({ place }: State, boilerRoom: { id: string; name: string }): void {
  if (place) place.boilerRoom = { id: boilerRoom.id, name: boilerRoom.name };
}

/** Place and time (seconds since 1970) for the tables of a residence's equipment. */
export function facilityPlace(state: State) {
  const { id: projectId, timeZone, facilitiesDataseries: series } = residenceOf(state).project;
  return { projectId, timeZone, series, nowS: Date.parse(state.now) / 1_000 };
}
