import { newId } from "@/lib/backend/accounts/secrets.ts";
import { atMost, entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";
import { refusedEmailsOf } from "@/lib/backend/mail/refusals.ts";
import type { TypedocRecord } from "@/lib/backend/records/contracting.ts";
import { MOST_IN_REGISTER } from "@/lib/domain/contracting/limits.ts";
import type { SharedRecord } from "@/lib/domain/contracting/shared.ts";
import type { TypedocDraft } from "@/lib/domain/contracting/types.ts";
import { emailKey } from "@/lib/domain/forms/email.ts";
import { isNameTaken } from "@/lib/domain/forms/visible_text.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { changesOwn, mayChange, whileOwn, withShared, type Writer } from "./own_projects.ts";
import { setPending } from "./pending_requests.ts";

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
const providers = entityOf(ENTITIES.provider, {
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
const typedocs = entityOf(ENTITIES.typedoc, {
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
    await unlessStoreFails(setPending(services, { orgId, isMeant: ({ id }) => id === typedocId }));
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
  const given = values.flatMap(({ id }) => id || []);
  const known = new Set(before?.values.map(({ id }) => id));
  if (new Set(given).size < given.length || given.some((id) => !known.has(id))) {
    return "unknown-reference";
  }
  const names = values.map(({ name }) => name);
  return names.some((name, rank) => isNameTaken(names.slice(0, rank), name)) ? "name-taken" : null;
}
