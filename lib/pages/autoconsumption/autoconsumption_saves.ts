import {
  CONSUMER_FORM,
  OPERATION_FORM,
  PRODUCER_FORM,
  STATUS_FORM,
} from "@/lib/forms/autoconsumption/autoconsumption_forms.ts";
import { links } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { gridForm } from "@/lib/web/forms/row_form.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks, changes, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import { type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { consumerDwellings, onlyOperationManagers, operationOf } from "./autoconsumption_page.ts";

/** Actions of the forms of the overview: save the operation, or one of its generators. */
export function overviewForms({ state }: PageContext): Record<string, FormAction> {
  const at = managedPlace(state);
  const { call } = state.api;
  return {
    operation: changes(OPERATION_FORM, (body) => call("putAutoconsumptionInfo", { ...at, body })),
    producers: gridForm(PRODUCER_FORM, {
      create: (body) => call("createProducer", { ...at, body }),
      put: (producerId, body) => call("putProducer", { ...at, producerId, body }),
      remove: (producerId) => call("deleteProducer", { ...at, producerId }),
    }),
  };
}

export function newConsumerForms({ state }: PageContext): Record<string, FormAction> {
  const at = managedPlace(state);
  return {
    consumer: saves(CONSUMER_FORM, (body) => state.api.call("createConsumer", { ...at, body }), {
      next: ({ id }) => links.consumer(at.projectId, id),
      named: async () => ({ houseId: await readDwellings(state) }),
    }),
  };
}

/** Actions of the forms of a consumer: save it, erase the person, delete it, or change its status. */
export function consumerForms({ state, params }: PageContext): Record<string, FormAction> {
  const { consumerId = "" } = params;
  const own = { ...managedPlace(state), consumerId };
  const { call } = state.api;
  const path = links.consumer(own.projectId, consumerId);
  return {
    status: changes(STATUS_FORM, (body) => call("putConsumerStatus", { ...own, body }), {
      next: () => savedPath(path, "participation"),
    }),
    consumer: changes(CONSUMER_FORM, (body) => call("putConsumer", { ...own, body }), {
      named: () => consumerChoices(state, own),
      intents: {
        remove: asks(() => call("deleteConsumer", own), links.autoconsumption(own.projectId)),
      },
    }),
    erasure: asks(() => call("eraseConsumer", own), savedPath(path, "person")),
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
