import { newId } from "@/lib/backend/accounts/secrets.ts";
import { atMost, entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { whileReferredTo } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { refusedEmailsOf } from "@/lib/backend/mail/refusals.ts";
import type { TypedocRecord } from "@/lib/backend/records/contracting.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { MOST_IN_REGISTER } from "@/lib/domain/contracting/limits.ts";
import type { TypedocDraft } from "@/lib/domain/contracting/types.ts";
import { emailKey } from "@/lib/domain/forms/email.ts";
import { isNameTaken } from "@/lib/domain/forms/visible_text.ts";
import { byName } from "@/lib/domain/tables/sort.ts";

/** Rules common to providers and document types. */
const REGISTER = {
  initial: { archived: false },
  full: atMost(MOST_IN_REGISTER),
  compare: byName,
  subject: ({ name }: { name: string }) => name,
};

/** Registers of an organisation besides contracts and requests. */
export function registers(services: Services) {
  return { ...providers(services), ...typedocs(services) };
}

function archiving({ archived }: { readonly archived: boolean }) {
  return <Record>(record: Record) => ({ record: { ...record, archived }, answer: null });
}

/** Providers of an organisation, indexed by each of their addresses. @spec contracting.providers */
function providers(services: Services) {
  const all = entityOf(services, ENTITIES.provider, {
    ...REGISTER,
    rules: [hasOwnName],
    marks: ({ emails }, id, { orgId }) =>
      emails.map((email) => keys.providerOfEmail(emailKey(email), orgId, id)),
    use: whileReferredTo(services, "provider"),
    actions: ["createProvider", "putProvider", "deleteProvider"],
  });
  return {
    listProviders: async ({ orgId }) => {
      const refused = await refusedEmailsOf(services, orgId);
      const answer = (await all.list({ orgId })).answer.map((provider) => {
        const refusedEmails = refused(provider.id, provider.emails);
        return {
          ...provider,
          organizationId: orgId,
          ...refusedEmails.length > 0 && { refusedEmails },
        };
      });
      return { ok: true, answer };
    },
    createProvider: all.create,
    putProvider: all.put,
    archiveProvider: ({ body, ...input }, caller) =>
      all.change<null>(input, { action: "archiveProvider", caller }, archiving(body)),
    deleteProvider: all.remove,
  } satisfies Partial<Backend>;
}

/** Document types of an organisation; the ids of values never change. @spec contracting.typedocs */
function typedocs(services: Services) {
  const all = entityOf(services, ENTITIES.typedoc, {
    ...REGISTER,
    rules: [hasOwnName, hasOwnValues],
    completed: (record) => ({
      ...record,
      values: record.values.map((value) => ({ ...value, id: value.id || newId() })),
    }),
    use: whileReferredTo(services, "typedoc"),
    actions: ["createTypedoc", "putTypedoc", "deleteTypedoc"],
  });
  return {
    listTypedocs: async ({ orgId }) => {
      const answer = (await all.list({ orgId })).answer
        .map((typedoc) => ({ ...typedoc, organizationId: orgId }));
      return { ok: true, answer };
    },
    createTypedoc: ({ body, ...at }, caller) => all.create({ ...at, body: typed(body) }, caller),
    putTypedoc: ({ body, ...at }, caller) => all.put({ ...at, body: typed(body) }, caller),
    archiveTypedoc: ({ body, ...input }, caller) =>
      all.change<null>(input, { action: "archiveTypedoc", caller }, archiving(body)),
    deleteTypedoc: all.remove,
  } satisfies Partial<Backend>;
}

/** A new value gets its id after the rules have passed. */
function typed(body: TypedocDraft) {
  return { ...body, values: body.values.map((value) => ({ ...value, id: value.id ?? "" })) };
}

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
