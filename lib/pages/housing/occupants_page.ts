/** The page of the current and former occupants of a dwelling: its data, and its form actions. @module */
import { isOver } from "@/lib/domain/housing/occupancy.ts";
import type { Occupancy } from "@/lib/domain/housing/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { OCCUPANCY_FORM } from "@/lib/forms/housing/occupancy_form.ts";
import { links } from "@/lib/links/links.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import { oneOf } from "@/lib/web/one_of.ts";
import { HttpError, type PageContext, residenceOf, type State, todayOf } from "@/lib/web/state.ts";
import { houseWriter } from "./houses_page.ts";

/**
 * Reads the occupancies of a dwelling, for a user who configures dwellings.
 *
 * @throws HttpError 404 when the dwelling or the occupancy does not exist
 */
export async function readOccupants(
  { state, params, url }: PageContext,
) {
  const { project: { id: projectId } } = houseWriter(state);
  const houses = await state.api.read("listHouses", { projectId });
  const house = oneOf(houses, params.houseId);
  const at = { projectId, houseId: house.id };
  const occupancies = await state.api.read("listOccupancies", at);
  const asked = chosenId(url);
  const chosen = occupancies.find(({ id }) => id === asked) ?? null;
  if (asked !== "" && chosen === null) throw new HttpError(404, "not-found");
  return { house, occupancies, chosen };
}

/** Actions of the forms of the page, on the occupancy in its URL. */
export function occupantForms({ state, params, url }: PageContext): Record<string, FormAction> {
  const { project: { id: projectId } } = houseWriter(state);
  const { call } = state.api;
  const at = { projectId, houseId: params.houseId ?? "" };
  const occupancyId = chosenId(url);
  const chosen = { ...at, occupancyId };
  const done = savedPath(links.occupants(projectId, at.houseId), "occupants");
  const own = links.occupants(projectId, at.houseId, occupancyId);
  return {
    occupancy: saves(
      OCCUPANCY_FORM,
      (body, { version }) =>
        occupancyId === ""
          ? call("createOccupancy", { ...at, body })
          : call("putOccupancy", { ...chosen, body: { ...body, version: version || undefined } }),
      { next: () => done },
    ),
    erasure: asks(() => call("eraseOccupant", chosen), done),
    deletion: asks(({ version }) => call("deleteOccupancy", { ...chosen, version }), done),
    invitation: asks(() => call("inviteOccupant", chosen), savedPath(own, "invitation")),
    "access-removal": asks(() => call("removeOccupantAccess", chosen), savedPath(own, "access")),
  };
}

/** True when the user may give an occupant access, and withdraw it; never for a past occupant. */
export function canGiveAccess(state: State, { name, to }: Occupancy): boolean {
  const { project, roles, isAdmin } = residenceOf(state);
  const isOffered = project.ecotouchAdmin > 0 &&
    (isAdmin || opensScreen("occupant-accounts", roles));
  return isOffered && name !== null && !isOver({ to }, todayOf(state));
}

/** Id of the occupancy in the URL; "" for a new one. */
function chosenId({ searchParams }: URL): string {
  return searchParams.get("occupancy") ?? "";
}
