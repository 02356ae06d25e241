/** Manages providers, document types and contracts of an organisation. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import {
  atMost,
  crud,
  hasExistingReferences,
  hasOwnName,
  type RuleContext,
} from "@/lib/api/entities.ts";
import { startEffects } from "@/lib/api/far_dates.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { isNameTaken } from "@/lib/base/visible_text.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { refusedEmailsOf } from "@/lib/mail/outbox.ts";
import { projectsWithRole } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type MaybeEntry, readEntry } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { byName, compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { setPending } from "./document_creation.ts";
import {
  type ContractRecord,
  DOCUMENTS_ENTITIES,
  providerRecord,
  type TypedocRecord,
} from "./records.ts";
import { overlapsCharge } from "./register_rules.ts";
import type { ContractProviderDraft, TypedocDraft } from "./schema.ts";
import {
  changesOwn,
  coversAllOwn,
  mayChange,
  namedProjects,
  namesOwnProjects,
  type SharedRecord,
  whileOwn,
  withShared,
  type Writer,
} from "./write_access.ts";

/** Maximum number of providers, contracts, document types or requests of an organisation. */
export const MOST_IN_REGISTER = 5_000;

/** Maximum number of dated providers of a contract. */
const MOST_CONTRACT_PROVIDERS = 200;

/** The contracts of an organisation. @spec contracting.contracts */
const contracts = crud(DOCUMENTS_ENTITIES.contract, {
  initial: { dates: [] },
  full: atMost(MOST_IN_REGISTER),
  compare: byName,
  subject: ({ name }) => name,
  rules: [
    coversAllOwn,
    hasOwnName,
    hasOwnCode,
    hasExistingReferences(DOCUMENTS_ENTITIES.contract),
    namesOwnProjects,
  ],
  // A contract on every residence lists none: future residences are included.
  completed: async (record, context) => ({
    ...record,
    projects: record.allprojects ? [] : await namedProjects(record, context),
  }),
  kept: changesOwn("contract"),
  use: whileOwn("contract"),
  actions: ["createContract", "putContract", "deleteContract"],
});
export const createContract = contracts.create;
export const putContract = contracts.put;
export const deleteContract = contracts.remove;

export const listContracts: Handler<"listContracts"> = async (services, { orgId }, caller) => {
  const [{ answer }, every, own] = await Promise.all([
    contracts.list(services, { orgId }),
    listIds(services.store, keys.projectOfOrg.under(orgId)),
    projectsWithRole(services, { orgId, caller, role: "collect:documents:read" }),
  ]);
  const shown = answer.map((contract) => ({
    ...contract,
    dates: contract.dates.map((charge) => ({ ...charge, contractId: contract.id })),
    nbProjects: contract.allprojects ? every.length : contract.projects.length,
    projects: contract.projects.filter((id) => own.has(id)),
  }));
  return {
    ok: true,
    answer: await withShared(services, { orgId, caller, kind: "contract" }, shown),
  };
};

export const addContractProvider: Handler<"addContractProvider"> = (services, input, caller) => {
  const { body, ...at } = input;
  const by = { action: "addContractProvider", caller } as const;
  return contracts.change(services, at, by, async (contract, entry) => {
    if (!await mayCharge(services, { ...at, caller })) return "shared-with-others";
    if (contract.dates.length >= MOST_CONTRACT_PROVIDERS) return "limit-reached";
    const charge = { ...body, id: newId() };
    return await charged(services, { ...at, contract, entry, charge, caller }, { id: charge.id });
  });
};

export const putContractProvider: Handler<"putContractProvider"> = (services, input, caller) => {
  const { body, contractProviderId: id, ...at } = input;
  const by = { action: "putContractProvider", caller } as const;
  return contracts.change(services, at, by, async (contract, entry) => {
    if (!await mayCharge(services, { ...at, caller })) return "shared-with-others";
    if (contract.dates.every((charge) => charge.id !== id)) return "not-found";
    const charge = { ...body, id };
    return await charged(services, { ...at, contract, entry, charge, caller }, null);
  });
};

export const deleteContractProvider: Handler<"deleteContractProvider"> = (
  services,
  { contractProviderId, ...at },
  caller,
) => {
  const by = { action: "deleteContractProvider", caller } as const;
  return contracts.change(services, at, by, async (contract) => {
    if (!await mayCharge(services, { ...at, caller })) return "shared-with-others";
    const dates = contract.dates.filter(({ id }) => id !== contractProviderId);
    if (dates.length === contract.dates.length) return "not-found";
    return { record: { ...contract, dates }, answer: null };
  });
};

/** Whether a user may change who is in charge of a contract, on all its residences. */
function mayCharge(services: Services, { contractId, ...writer }: Writer & { contractId: string }) {
  return mayChange(services, writer, { kind: "contract", id: contractId });
}

/** The rule that codes are distinct; an unchanged code is not checked. @spec forms.names */
function hasOwnCode(
  { code }: ContractRecord,
  { others, before }: Pick<RuleContext<unknown, ContractRecord>, "others" | "before">,
): "code-taken" | null {
  if (code === "" || code === before?.code) return null;
  return isNameTaken(others.map(({ record }) => record.code), code) ? "code-taken" : null;
}

interface ChargeChange {
  readonly orgId: string;
  readonly contract: ContractRecord;
  readonly entry: Pick<MaybeEntry, "versionstamp">;
  readonly charge: ContractProviderDraft & { readonly id: string };
  readonly caller: Caller;
}

/** The contract with a dated provider added or changed; only one is in charge at a time. @spec contracting.contracts */
async function charged<Answer>(
  { store, now }: Services,
  { orgId, contract, entry, caller, charge: { version, ...charge } }: ChargeChange,
  answer: Answer,
) {
  if (!isCurrent(version, entry)) return "conflict";
  const provider = await readEntry(store, keys.provider(orgId, charge.providerId), providerRecord);
  if (provider.value === null) return "unknown-reference";
  const before = contract.dates.find(({ id }) => id === charge.id);
  const isNew = before?.providerId !== charge.providerId;
  if (provider.value.archived && isNew) return "archived";
  const others = contract.dates.filter((one) => one !== before);
  if (overlapsCharge(charge, others)) return "provider-overlap";
  const since = { today: civilDateOf(now()), before: before?.startDate };
  const confirmation = askFirst(caller, startEffects(charge.startDate, since));
  if (confirmation !== null) return confirmation;
  const dates = [...others, charge].sort((a, b) => compareValues(a.startDate, b.startDate));
  return { record: { ...contract, dates }, answer };
}

/** Rules common to providers and document types. */
const REGISTER = {
  initial: { archived: false },
  full: atMost(MOST_IN_REGISTER),
  compare: byName,
  subject: ({ name }: { name: string }) => name,
};

/** Archives or restores a record that the user may change. */
function archiving(
  services: Services,
  { archived, ...writer }: Writer & { readonly archived: boolean },
  shared: SharedRecord,
) {
  return async <Record>(record: Record) =>
    await mayChange(services, writer, shared)
      ? { record: { ...record, archived }, answer: null }
      : "shared-with-others";
}

/** Providers of an organisation, indexed by each of their addresses. @spec contracting.providers */
const providers = crud(DOCUMENTS_ENTITIES.provider, {
  ...REGISTER,
  rules: [hasOwnName],
  kept: changesOwn("provider"),
  marks: ({ emails }, id, { orgId }) =>
    emails.map((email) => keys.providerOfEmail(emailKey(email), orgId, id)),
  use: whileOwn("provider"),
  actions: ["createProvider", "putProvider", "deleteProvider"],
});
export const createProvider = providers.create;
export const putProvider = providers.put;
export const deleteProvider = providers.remove;

export const listProviders: Handler<"listProviders"> = async (services, { orgId }, caller) => {
  const refused = await refusedEmailsOf(services, orgId);
  const answer = (await providers.list(services, { orgId })).answer.map((provider) => {
    const refusedEmails = refused(provider.id, provider.emails);
    return { ...provider, organizationId: orgId, ...refusedEmails.length > 0 && { refusedEmails } };
  });
  return {
    ok: true,
    answer: await withShared(services, { orgId, caller, kind: "provider" }, answer),
  };
};

export const archiveProvider: Handler<"archiveProvider"> = (services, { body, ...at }, caller) => {
  const { orgId, providerId: id } = at;
  const archive = archiving(services, { orgId, caller, ...body }, { kind: "provider", id });
  return providers.change(services, at, { action: "archiveProvider", caller }, archive);
};

/** Document types of an organisation; the ids of values never change. @spec contracting.typedocs */
const typedocs = crud(DOCUMENTS_ENTITIES.typedoc, {
  ...REGISTER,
  // A new value gets its id after the rules have passed.
  entered: (body: TypedocDraft) => ({
    ...body,
    values: body.values.map((value) => ({ ...value, id: value.id ?? "" })),
  }),
  rules: [hasOwnName, hasOwnValues],
  kept: changesOwn("typedoc"),
  completed: (record) => ({
    ...record,
    values: record.values.map((value) => ({ ...value, id: value.id || newId() })),
  }),
  use: whileOwn("typedoc"),
  actions: ["createTypedoc", "putTypedoc", "deleteTypedoc"],
});
export const createTypedoc = typedocs.create;
export const deleteTypedoc = typedocs.remove;

/** Documents for another kind of equipment are asked within minutes; the next day, when the store failed meanwhile. */
export const putTypedoc: Handler<"putTypedoc"> = async (services, input, caller) => {
  const { orgId, typedocId } = input;
  const put = await typedocs.put(services, input, caller);
  if (put.ok) {
    await ignoreStoreFailure(
      setPending(services, { orgId, isMeant: ({ id }) => id === typedocId }),
    );
  }
  return put;
};

export const listTypedocs: Handler<"listTypedocs"> = async (services, { orgId }, caller) => {
  const { answer } = await typedocs.list(services, { orgId });
  const shown = answer.map((typedoc) => ({ ...typedoc, organizationId: orgId }));
  return {
    ok: true,
    answer: await withShared(services, { orgId, caller, kind: "typedoc" }, shown),
  };
};

export const archiveTypedoc: Handler<"archiveTypedoc"> = (services, { body, ...at }, caller) => {
  const { orgId, typedocId: id } = at;
  const archive = archiving(services, { orgId, caller, ...body }, { kind: "typedoc", id });
  return typedocs.change(services, at, { action: "archiveTypedoc", caller }, archive);
};

/** The rule that values have distinct names, and keep the ids they were given. */
function hasOwnValues(
  { values }: TypedocRecord,
  { before }: { before: TypedocRecord | null },
): "name-taken" | "unknown-reference" | null {
  const valueIds = values.flatMap(({ id }) => id || []);
  const known = new Set(before?.values.map(({ id }) => id));
  if (new Set(valueIds).size < valueIds.length || valueIds.some((id) => !known.has(id))) {
    return "unknown-reference";
  }
  const names = values.map(({ name }) => name);
  return names.some((name, rank) => isNameTaken(names.slice(0, rank), name)) ? "name-taken" : null;
}
