import type { Organisation } from "@/lib/domain/organisations/types.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { HttpError, type State } from "@/lib/web/state.ts";

export interface ResidencePlace {
  project: Project;
  organisation: Organisation | null;
  roles: ReadonlySet<Role>;
  isAdmin: boolean;
}

/** The residence of a page under `/collect/{projectId}`. @throws HttpError 404 elsewhere */
export function residenceOf({ place }: State): ResidencePlace {
  if (!place?.project) throw new HttpError(404);
  const { project, organisation, roles } = place;
  return { project, organisation, roles, isAdmin: organisation?.isAdmin ?? false };
}

/** Adds a boiler room to the menu of its pages. */
export function showInMenu({ place }: State, boilerRoom: { id: string; name: string }): void {
  if (place) place.boilerRoom = { id: boilerRoom.id, name: boilerRoom.name };
}

/** Place and time (seconds since 1970) for the tables of a residence's equipment. */
export function facilityPlace(state: State) {
  const { id: projectId, timeZone, facilitiesDataseries: series } = residenceOf(state).project;
  return { projectId, timeZone, series, nowS: Date.parse(state.now) / 1_000 };
}
