/** The page of the kinds and groups of dwellings: its data, and its form actions. @module */
import { type Context, HttpError } from "fresh";
import { hasAnonymousGroups } from "@/lib/domain/housing/shown_fields.ts";
import { GROUP_FORM, HOUSE_TYPE_FORM } from "@/lib/forms/housing/choice_forms.ts";
import { gridForm } from "@/lib/web/forms/row_form.ts";
import type { FormAction } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { houseWriter } from "./houses_page.ts";

/**
 * Reads the kinds and groups of the residence, for a user who configures its dwellings.
 *
 * @throws HttpError 404 when the residence has neither
 */
export async function readChoices({ state }: Context<State>) {
  const { project: { id: projectId, features } } = houseWriter(state);
  const hasGroups = hasAnonymousGroups(features);
  if (!features.houseTypes && !hasGroups) throw new HttpError(404, "not-found");
  const { read } = state.api;
  const [houses, types, groups] = await Promise.all([
    read("listHouses", { projectId }),
    features.houseTypes ? read("listHouseTypes", { projectId }) : null,
    hasGroups ? read("listAnonymousGroups", { projectId }) : null,
  ]);
  return { houses, types, groups };
}

/** Actions of a row of each grid: save, add or delete a kind or a group. */
export function choiceForms({ state }: Context<State>): Record<string, FormAction> {
  const { project: { id: projectId } } = houseWriter(state);
  const { call } = state.api;
  return {
    types: gridForm(HOUSE_TYPE_FORM, {
      create: (body) => call("createHouseType", { projectId, body }),
      put: (houseTypeId, body) => call("putHouseType", { projectId, houseTypeId, body }),
      remove: (houseTypeId) => call("deleteHouseType", { projectId, houseTypeId }),
    }),
    groups: gridForm(GROUP_FORM, {
      create: (body) => call("createAnonymousGroup", { projectId, body }),
      put: (anonymousGroupId, body) =>
        call("putAnonymousGroup", { projectId, anonymousGroupId, body }),
      remove: (anonymousGroupId) => call("deleteAnonymousGroup", { projectId, anonymousGroupId }),
    }),
  };
}
