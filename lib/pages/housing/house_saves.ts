/**
 * What the pages of a dwelling save.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames } from "@/lib/domain/forms/typed_fields.ts";
import {
  BLANK_HOUSE,
  HOUSE_RULES,
  houseErrors,
  type HouseField,
  readHouseForm,
  typedHouse,
} from "@/lib/domain/housing/house_form.ts";
import { shownHouseFields, typedOver } from "@/lib/domain/housing/shown_fields.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import { ECOTOUCH_ACCESS, type EcotouchAccess } from "@/lib/domain/projects/types.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { houseWriter } from "./houses_page.ts";

/** The forms of a dwelling's page, as their hidden field `form` names them. */
export type HouseFormName = "house" | "rights";

/** What a form of a dwelling's page became. */
export type HouseSaved =
  | { kind: "saved"; form: HouseFormName }
  | { kind: "removed" }
  | { kind: "refused"; form: HouseFormName; refused: RefusedValues };

type CreatedHouse = { id: string } | { refused: RefusedValues<HouseField> };

const NAMES = fieldNames(HOUSE_RULES);

/** Adds the dwelling that was typed. */
export async function createTypedHouse(ctx: Context<State>): Promise<CreatedHouse> {
  const { project } = houseWriter(ctx.state);
  const sent = await readSubmission(ctx, NAMES);
  const values = typedOver(BLANK_HOUSE, sent.values, shownHouseFields(project.features));
  const errors = houseErrors(values);
  const house = readHouseForm(values);
  if (house === null || hasErrors(errors)) return { refused: wrongFields(values, errors) };
  const result = await ctx.state.api.call("createHouse", {
    projectId: project.id,
    body: { ...house, projectModuleId: null },
  });
  if (result.ok) return result.answer;
  return { refused: refusedBy<HouseField>(values, result, { "serial-taken": "serial" }) };
}

/**
 * Does what one of the forms of a dwelling's page asks.
 *
 * @param house as it is stored
 * @throws HttpError 400 when it is none of the page's forms
 */
export async function saveHouseForm(ctx: Context<State>, house: House): Promise<HouseSaved> {
  const { values } = await readSubmission(ctx, [
    ...["form", "intent", "version", "access"] as const,
    ...NAMES,
  ]);
  switch (values.form) {
    case "house":
      return values.intent === "remove"
        ? await removeHouse(ctx, house)
        : await saveSettings(ctx, house, values);
    case "rights":
      return await saveRights(ctx, house, values);
  }
  throw new HttpError(400, "bad-request");
}

type Sent = Record<HouseField | "version" | "access", string>;

async function saveSettings(ctx: Context<State>, house: House, sent: Sent): Promise<HouseSaved> {
  const { project } = houseWriter(ctx.state);
  const shown = new Set(shownHouseFields(project.features));
  // What reads a dwelling is said once, when it is added.
  for (const field of ["kind", "serial"] as const) shown.delete(field);
  const values = typedOver(typedHouse(house), sent, shown);
  const errors = houseErrors(values);
  const typed = readHouseForm(values);
  if (typed === null || hasErrors(errors)) return refusal("house", wrongFields(values, errors));
  const { settings, config } = typed;
  const result = await ctx.state.api.call("putHouseSettings", {
    projectId: project.id,
    houseId: house.id,
    body: { ...settings, config, version: sent.version },
  });
  return result.ok ? { kind: "saved", form: "house" } : refusal("house", refusedBy(values, result));
}

async function removeHouse(ctx: Context<State>, house: House): Promise<HouseSaved> {
  const { project } = houseWriter(ctx.state);
  const at = { projectId: project.id, houseId: house.id };
  const result = await ctx.state.api.call("deleteHouse", at);
  if (result.ok) return { kind: "removed" };
  return refusal("house", refusedBy(typedHouse(house), result));
}

async function saveRights(ctx: Context<State>, house: House, sent: Sent): Promise<HouseSaved> {
  const { project } = residenceOf(ctx.state);
  const values = { access: sent.access };
  const access = ACCESSES.find((one) => String(one) === sent.access);
  if (access === undefined) {
    return refusal("rights", wrongFields(values, { access: { code: "required" } }));
  }
  const result = await ctx.state.api.call("putModuleRights", {
    projectId: project.id,
    houseId: house.id,
    body: { access, version: sent.version },
  });
  return result.ok
    ? { kind: "saved", form: "rights" }
    : refusal("rights", refusedBy(values, result));
}

const ACCESSES: readonly EcotouchAccess[] = Object.values(ECOTOUCH_ACCESS);

function refusal(form: HouseFormName, refused: RefusedValues): HouseSaved {
  return { kind: "refused", form, refused };
}
