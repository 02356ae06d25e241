/** Organisation and residence of a page, with what the user may do there. @module */

import { HttpError } from "fresh";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import type { Screen } from "@/lib/identity/roles.ts";
import { type PageScope, type PlaceProject, type State, todayOf } from "@/lib/web/state.ts";
import type { Project, ProjectFeatures } from "./schema.ts";

/** The residence of a place, whole: the state names only what every page knows of it. */
export function projectOf({ project }: PageScope): Project | null {
  return project !== null && isWhole(project) ? project : null;
}

function isWhole(project: PlaceProject): project is Project {
  return "features" in project;
}

/** The residence of a page under `/collect/{projectId}`, and its civil day. @throws HttpError 404 elsewhere */
export function residenceOf(state: State) {
  const { place } = state;
  const project = place && projectOf(place);
  if (!place || !project) throw new HttpError(404);
  const { organisation, roles } = place;
  const isAdmin = organisation?.isAdmin ?? false;
  return { project, organisation, roles, isAdmin, today: todayOf(state) };
}

/** A residence, with what the user may do in it. */
export type ResidencePlace = ReturnType<typeof residenceOf>;

/** The residence of a screen. @throws HttpError 403 without a role for it, 404 without its feature */
export function residenceWith(
  state: State,
  { screen, feature }: { readonly screen: Screen; readonly feature: keyof ProjectFeatures },
): ResidencePlace {
  const place = residenceOf(state);
  if (!opensScreen(screen, place.roles)) throw new HttpError(403, "forbidden");
  if (!place.project.features[feature]) throw new HttpError(404, "not-found");
  return place;
}
