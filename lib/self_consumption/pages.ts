/** What the pages of an operation read, allow and save. @module */

import { periodPath } from "@/lib/base/period_paths.ts";
import { rangeAt } from "@/lib/base/period_selector.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { isSuitable, seriesChoiceLabel, suitableChoices } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import { action, rowForm, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { SELF_CONSUMPTION_CALLS } from "./calls.ts";
import { CONSUMER_FORM, OPERATION_FORM, PRODUCER_FORM, STATUS_FORM } from "./forms.ts";
import type { AutoconsumptionConfig } from "./schema.ts";
import { OTHER_THAN_DWELLING, STORED_DWELLING } from "./text.ts";

/** True when the user manages the operation of the residence; others read only its figures. */
export function canManageOperation(state: State): boolean {
  return opensScreen("autoconsumption-settings", residenceOf(state).roles);
}

export function onlyOperationManagers(state: State): void {
  if (!canManageOperation(state)) throw new HttpError(403, "forbidden");
}

export async function operationOf(state: State): Promise<AutoconsumptionConfig> {
  const projectId = residenceOf(state).project.id;
  return await state.api.read(SELF_CONSUMPTION_CALLS.getAutoconsumptionConfig, { projectId });
}

/** True when an operation was declared: before that it has no name. */
export function isDeclared({ info }: AutoconsumptionConfig): boolean {
  return info.name !== "";
}

export function currentUse(state: State): string {
  const { project: { id: projectId }, today } = residenceOf(state);
  return links.useOfProduction(projectId, periodPath(rangeAt("daily", today)));
}

export function productionMeters({ facilitiesDataseries }: Project): NamedChoice[] {
  return suitableChoices("producer", facilitiesDataseries);
}

/** The selectable electricity meters, those of dwellings first. */
export function consumptionMeters(
  { housesDataseries, facilitiesDataseries }: Project,
): NamedChoice[] {
  return [...housesDataseries, ...facilitiesDataseries]
    .filter((one) => isSuitable("consumer", one, one.scope))
    .map((series) => ({
      value: series.id,
      label: series.scope === "housing"
        ? seriesChoiceLabel(series)
        : `${seriesChoiceLabel(series)} (${OTHER_THAN_DWELLING})`,
    }));
}

/** The selectable dwellings; the stored one is included, even if the user may not see it. */
export async function consumerDwellings(state: State, stored: string): Promise<NamedChoice[]> {
  const choices = await readDwellings(state);
  const isThere = stored === "" || choices.some(({ value }) => value === stored);
  return isThere ? choices : [{ value: stored, label: STORED_DWELLING }, ...choices];
}

/** Actions of the forms of the overview: save the operation, or one of its generators. */
export function overviewForms({ state }: PageContext) {
  const at = managedPlace(state);
  const { call, sender } = state.api;
  return {
    operation: save(OPERATION_FORM, sender(SELF_CONSUMPTION_CALLS.putAutoconsumptionInfo, at)),
    producers: rowForm(PRODUCER_FORM, {
      create: (body) => call(SELF_CONSUMPTION_CALLS.createProducer, { ...at, body }),
      put: (producerId, body) =>
        call(SELF_CONSUMPTION_CALLS.putProducer, { ...at, producerId, body }),
      remove: (producerId) => call(SELF_CONSUMPTION_CALLS.deleteProducer, { ...at, producerId }),
    }),
  };
}

export function newConsumerForms({ state }: PageContext) {
  const at = managedPlace(state);
  return {
    consumer: save(CONSUMER_FORM, state.api.sender(SELF_CONSUMPTION_CALLS.createConsumer, at), {
      next: ({ id }) => links.consumer(at.projectId, id),
      named: async () => ({ houseId: await readDwellings(state) }),
    }),
  };
}

/** Actions of the forms of a consumer: save it, erase the person, delete it, or change its status. */
export function consumerForms({ state, params }: PageContext) {
  const { consumerId = "" } = params;
  const own = { ...managedPlace(state), consumerId };
  const { call, sender } = state.api;
  const path = links.consumer(own.projectId, consumerId);
  return {
    status: save(STATUS_FORM, sender(SELF_CONSUMPTION_CALLS.putConsumerStatus, own), {
      next: () => savedPath(path, "participation"),
    }),
    consumer: save(CONSUMER_FORM, sender(SELF_CONSUMPTION_CALLS.putConsumer, own), {
      named: () => consumerChoices(state, own),
      remove: () => call(SELF_CONSUMPTION_CALLS.deleteConsumer, own),
      removed: links.autoconsumption(own.projectId),
    }),
    erasure: action(
      () => call(SELF_CONSUMPTION_CALLS.eraseConsumer, own),
      savedPath(path, "person"),
    ),
  };
}

/** The stored dwelling is included, even if the user may not see it. */
async function consumerChoices(state: State, { consumerId }: { readonly consumerId: string }) {
  const { consumers } = await operationOf(state);
  const stored = consumers.find(({ id }) => id === consumerId)?.houseId ?? "";
  return { houseId: await consumerDwellings(state, stored) };
}

function managedPlace(state: State): { projectId: string } {
  onlyOperationManagers(state);
  return { projectId: residenceOf(state).project.id };
}
