import type { Context } from "fresh";
import type { TypedocDraft } from "@/lib/domain/contracting/types.ts";
import {
  CHARGE_FORM,
  CONTRACT_FORM,
  PROVIDER_FORM,
  REQUEST_FORM,
  TYPEDOC_FORM,
  VALUE_FORM,
} from "@/lib/forms/contracting/contracting_forms.ts";
import { links } from "@/lib/links/links.ts";
import { answered } from "@/lib/web/answered.ts";
import { asks, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { oneOf } from "./contracting_page.ts";

type Forms = Record<string, FormAction>;

/** Adds a provider. */
export function newProviderForms({ state }: Context<State>): Forms {
  const at = organisationOf(state);
  return {
    provider: saves(PROVIDER_FORM, (body) => state.api.call("createProvider", { ...at, body }), {
      next: ({ id }) => links.provider(id),
    }),
  };
}

/** Saves, archives, restores or deletes a provider. */
export function providerForms({ state, params: { providerId = "" } }: Context<State>): Forms {
  const at = { ...organisationOf(state), providerId };
  const { call } = state.api;
  const archive = (archived: boolean) =>
    asks(() => call("archiveProvider", { ...at, body: { archived } }));
  return {
    provider: saves(
      PROVIDER_FORM,
      (body, { version }) => call("putProvider", { ...at, body: { ...body, version } }),
      {
        intents: {
          archive: archive(true),
          restore: archive(false),
          remove: asks(() => call("deleteProvider", at), links.providers()),
        },
      },
    ),
  };
}

/** Adds a contract. */
export function newContractForms({ state }: Context<State>): Forms {
  const at = organisationOf(state);
  return {
    contract: saves(CONTRACT_FORM, (body) => state.api.call("createContract", { ...at, body }), {
      next: ({ id }) => links.contract(id),
    }),
  };
}

/** Saves or deletes a contract, or who is in charge of it. */
export function contractForms({ state, params: { contractId = "" } }: Context<State>): Forms {
  const at = { ...organisationOf(state), contractId };
  const { call } = state.api;
  return {
    contract: saves(
      CONTRACT_FORM,
      (body, { version }) => call("putContract", { ...at, body: { ...body, version } }),
      { intents: { remove: asks(() => call("deleteContract", at), links.contracts()) } },
    ),
    charges: saves(
      CHARGE_FORM,
      (charge, { key: contractProviderId, version }) => {
        const body = { ...charge, version };
        return contractProviderId === ""
          ? call("addContractProvider", { ...at, body })
          : call("putContractProvider", { ...at, contractProviderId, body });
      },
      {
        intents: {
          remove: asks(({ key }) =>
            call("deleteContractProvider", { ...at, contractProviderId: key })
          ),
        },
      },
    ),
  };
}

/** Adds a document type, whose page then asks for values. */
export function newTypedocForms({ state }: Context<State>): Forms {
  const at = organisationOf(state);
  return {
    typedoc: saves(
      TYPEDOC_FORM,
      (body) => state.api.call("createTypedoc", { ...at, body: { ...body, values: [] } }),
      { next: ({ id }) => links.typedoc(id) },
    ),
  };
}

/** Saves, archives, restores or deletes a document type, or one of its values. */
export function typedocForms({ state, params: { typedocId = "" } }: Context<State>): Forms {
  const at = { ...organisationOf(state), typedocId };
  const { call } = state.api;
  const archive = (archived: boolean) =>
    asks(() => call("archiveTypedoc", { ...at, body: { archived } }));
  // The call takes the type whole: what the form does not show is as it is stored.
  const put = async (version: string, changed: (stored: TypedocDraft) => Partial<TypedocDraft>) => {
    const listed = answered(await call("listTypedocs", { orgId: at.orgId }));
    const { name, equipment, defaultRate, multiple, values } = oneOf(listed, typedocId);
    const stored = { name, equipment, defaultRate, multiple, values };
    return await call("putTypedoc", { ...at, body: { ...stored, ...changed(stored), version } });
  };
  return {
    typedoc: saves(TYPEDOC_FORM, (body, { version }) => put(version, () => body), {
      intents: {
        archive: archive(true),
        restore: archive(false),
        remove: asks(() => call("deleteTypedoc", at), links.typedocs()),
      },
    }),
    values: saves(
      VALUE_FORM,
      (value, { key, version }) =>
        put(version, ({ values }) => ({
          values: key === ""
            ? [...values, { ...value, id: null }]
            : values.map((one) => one.id === key ? { ...value, id: key } : one),
        })),
      {
        intents: {
          remove: asks(({ key, version }) =>
            put(version, ({ values }) => ({ values: values.filter(({ id }) => id !== key) }))
          ),
        },
      },
    ),
  };
}

/** Asks for documents. */
export function newRequestForms({ state }: Context<State>): Forms {
  const at = organisationOf(state);
  return {
    request: saves(REQUEST_FORM, (body) => state.api.call("createRequest", { ...at, body }), {
      next: ({ id }) => links.documentRequest(id),
    }),
  };
}

/** Saves, closes, opens or deletes a request. */
export function requestForms({ state, params: { requestId = "" } }: Context<State>): Forms {
  const at = { ...organisationOf(state), requestId };
  const { call } = state.api;
  const close = (close: boolean) => asks(() => call("closeRequest", { ...at, body: { close } }));
  return {
    request: saves(
      REQUEST_FORM,
      (body, { version }) => call("putRequest", { ...at, body: { ...body, version } }),
      {
        intents: {
          close: close(true),
          open: close(false),
          remove: asks(() => call("deleteRequest", at), links.documentRequests()),
        },
      },
    ),
  };
}

/** Where the forms write: the calls refuse who may not, once the form has said whose page it is on. */
function organisationOf({ place }: State): { orgId: string } {
  return { orgId: place?.organisation?.id ?? "" };
}
