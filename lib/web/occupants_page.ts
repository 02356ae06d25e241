/**
 * The page of those who live in a dwelling, and have lived there: what it reads, and what its forms save.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import type { Occupancy } from "../domain/housing/occupancy.ts";
import {
  BLANK_OCCUPANCY,
  OCCUPANCY_RULES,
  type OccupancyField,
  readOccupancy,
  typedOccupancy,
} from "../domain/housing/occupancy_form.ts";
import { pickedValues, type TypedValues } from "../domain/forms/typed_fields.ts";
import type { House } from "../domain/housing/types.ts";
import { answered } from "./answered.ts";
import { houseWriter } from "./houses_page.ts";
import { refusedBy, type RefusedValues, wrongFields } from "./refused_values.ts";
import type { State } from "./state.ts";
import { readSubmission } from "./submit.ts";

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
const FIELDS = OCCUPANCY_RULES.map(({ name }) => name);

/**
 * Reads the occupancies of a dwelling, for whoever configures dwellings.
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
 * @returns what was refused, or null once it is done
 * @throws HttpError 400 when it is none of the page's forms
 */
export async function saveOccupantForm(
  ctx: Context<State>,
): Promise<RefusedValues<OccupancyField> | null> {
  const { values } = await readSubmission(ctx, [...HIDDEN, ...FIELDS]);
  const { project: { id: projectId } } = houseWriter(ctx.state);
  const { call } = ctx.state.api;
  const at = { projectId, houseId: ctx.params.houseId ?? "" };
  const occupancyId = chosenId(ctx.url);
  const typed = pickedValues(OCCUPANCY_RULES, values);
  switch (values.form) {
    case "occupancy": {
      const read = readOccupancy(typed);
      if (!read.ok) return wrongFields(typed, read.errors);
      const body = { ...read.draft, version: values.version || undefined };
      const result = occupancyId === ""
        ? await call("createOccupancy", { ...at, body: read.draft })
        : await call("putOccupancy", { ...at, occupancyId, body });
      return result.ok ? null : refusedBy<OccupancyField>(typed, result);
    }
    case "erasure": {
      const result = await call("eraseOccupant", { ...at, occupancyId });
      return result.ok ? null : refusedBy<OccupancyField>(typed, result);
    }
    case "deletion": {
      const result = await call("deleteOccupancy", { ...at, occupancyId, version: values.version });
      return result.ok ? null : refusedBy<OccupancyField>(typed, result);
    }
  }
  throw new HttpError(400, "bad-request");
}

/** Id of the occupancy that the address names; "" for one to add. */
function chosenId({ searchParams }: URL): string {
  return searchParams.get("occupancy") ?? "";
}
