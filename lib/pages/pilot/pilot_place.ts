import { modulesAccess, settingsAccess } from "@/lib/domain/pilot/access.ts";
import { HttpError, residenceOf, type ResidencePlace, type State } from "@/lib/web/state.ts";

/**
 * The residence of a page of its configuration or its thresholds.
 *
 * @spec pilot.screens
 * @throws HttpError 404 without a pilot, 403 without a role for it
 */
export function pilotOf(state: State) {
  const place = residenceOf(state);
  if (!place.project.hasPilot) throw new HttpError(404, "not-found");
  return withAccess(place, settingsAccess(place.project, place.roles));
}

/**
 * The residence of a page of its modules.
 *
 * @spec pilot.screens
 * @throws HttpError 404 when nothing is controlled, 403 without a role for it
 */
export function modulesOf(state: State) {
  const place = residenceOf(state);
  const { hasPilot, hasTempPilot } = place.project;
  if (!hasPilot && !hasTempPilot) throw new HttpError(404, "not-found");
  return withAccess(place, modulesAccess(place.project, place.roles));
}

function withAccess(place: ResidencePlace, access: ReturnType<typeof modulesAccess>) {
  if (access === "none") throw new HttpError(403, "forbidden");
  return { ...place, canWrite: access === "write" };
}
