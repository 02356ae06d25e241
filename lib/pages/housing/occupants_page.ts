/**
 * The page of those who live in a dwelling, and have lived there: what it reads, and what its forms save.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import { fieldNames, pickedValues, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { Occupancy } from "@/lib/domain/housing/occupancy.ts";
import {
  BLANK_OCCUPANCY,
  OCCUPANCY_RULES,
  type OccupancyField,
  readOccupancy,
  typedOccupancy,
} from "@/lib/domain/housing/occupancy_form.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { answered } from "@/lib/web/answered.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission, savedPath } from "@/lib/web/forms/submit.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { houseWriter } from "./houses_page.ts";

/** What the page shows. */
export interface OccupantsRead {
  readonly house: House;
  /** The last first. */
  readonly occupancies: readonly Occupancy[];
  /** The one that is being changed; null for one to add. */
  readonly chosen: Occupancy | null;
  readonly values: TypedValues<OccupancyField>;
}

const HIDDEN = ["form", "version", "intent"] as const;
const FIELDS = fieldNames(OCCUPANCY_RULES);

/**
 * Reads the occupancies of a dwelling, for a user who configures dwellings.
 *
 * @throws HttpError 404 for a dwelling or an occupancy that is not there
 */
export async function readOccupants(
  { state, params, url }: Context<State>,
): Promise<OccupantsRead> {
  const { project: { id: projectId } } = houseWriter(state);
  const houses = answered(await state.api.call("listHouses", { projectId }));
  const house = houses.find(({ id }) => id === params.houseId);
  if (house === undefined) throw new HttpError(404, "not-found");
  const at = { projectId, houseId: house.id };
  const occupancies = answered(await state.api.call("listOccupancies", at));
  const asked = chosenId(url);
  const chosen = occupancies.find(({ id }) => id === asked) ?? null;
  if (asked !== "" && chosen === null) throw new HttpError(404, "not-found");
  return { house, occupancies, chosen, values: chosen ? typedOccupancy(chosen) : BLANK_OCCUPANCY };
}

/**
 * Does what one of the forms of the page asks of the occupancy its address names.
 *
 * @returns the next page once done, or the refusal
 * @throws HttpError 400 when it is none of the page's forms
 */
export async function saveOccupantForm(
  ctx: Context<State>,
): Promise<string | RefusedValues<OccupancyField>> {
  const { values } = await readSubmission(ctx, [...HIDDEN, ...FIELDS]);
  const { project: { id: projectId } } = houseWriter(ctx.state);
  const { call } = ctx.state.api;
  const at = { projectId, houseId: ctx.params.houseId ?? "" };
  const occupancyId = chosenId(ctx.url);
  const chosen = { ...at, occupancyId };
  const typed = pickedValues(OCCUPANCY_RULES, values);
  const done = savedPath(links.occupants(projectId, at.houseId), "occupants");
  switch (values.form) {
    case "occupancy": {
      const read = readOccupancy(typed);
      if (!read.ok) return wrongFields(typed, read.errors);
      const body = { ...read.draft, version: values.version || undefined };
      const result = occupancyId === ""
        ? await call("createOccupancy", { ...at, body: read.draft })
        : await call("putOccupancy", { ...chosen, body });
      return result.ok ? done : refusedBy<OccupancyField>(typed, result);
    }
    case "erasure": {
      const result = await call("eraseOccupant", chosen);
      return result.ok ? done : refusedBy<OccupancyField>(typed, result);
    }
    case "deletion": {
      const result = await call("deleteOccupancy", { ...chosen, version: values.version });
      return result.ok ? done : refusedBy<OccupancyField>(typed, result);
    }
    case "invitation":
      answered(await call("inviteOccupant", chosen));
      return accessPath(chosen);
    case "access-removal":
      answered(await call("removeOccupantAccess", chosen));
      return accessPath(chosen);
  }
  throw new HttpError(400, "bad-request");
}

/** The page that confirms that an occupant's access was given or withdrawn. */
function accessPath(
  { projectId, houseId, occupancyId }: { projectId: string; houseId: string; occupancyId: string },
): string {
  return savedPath(links.occupants(projectId, houseId, occupancyId), "access");
}

/** Whether the reader may give an occupant access, and withdraw it; never for a past occupant. */
export function canGiveAccess(state: State, { name, to }: Occupancy): boolean {
  const { project, roles, isAdmin } = residenceOf(state);
  const isOffered = project.ecotouchAdmin > 0 &&
    (isAdmin || opensScreen("occupant-accounts", roles));
  return isOffered && name !== null && (to === null || to >= todayOf(state));
}

/** Id of the occupancy that the address names; "" for one to add. */
function chosenId({ searchParams }: URL): string {
  return searchParams.get("occupancy") ?? "";
}
