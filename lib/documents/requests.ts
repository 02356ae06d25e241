/** Manages the document requests of an organisation. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import { atMost, crud, hasExistingReferences, type RuleContext } from "@/lib/api/entities.ts";
import { documentEffects, isDueDate, startEffects } from "@/lib/api/far_dates.ts";
import type { Services } from "@/lib/api/services.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { projectsWithRole } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { makeDocuments, readOccurrences } from "./document_creation.ts";
import { readAsked } from "./document_details.ts";
import type { RequestPath } from "./document_index.ts";
import { dueDates } from "./due_dates.ts";
import { documentRecord, DOCUMENTS_ENTITIES, type RequestRecord } from "./records.ts";
import { MOST_IN_REGISTER } from "./registers.ts";
import { setRequestNews } from "./verdict_mails.ts";
import {
  changesOwn,
  mayChange,
  namedProjects,
  namesOwnProjects,
  withShared,
} from "./write_access.ts";

const ofOthers = changesOwn("request");

type Context = RuleContext<{ readonly orgId: string }, RequestRecord>;

/** The rule that the first due date is plausible, unless it is unchanged. @spec forms.far-dates */
function hasDueDate({ firstRequest }: RequestRecord, { services: { now }, before }: Context) {
  if (firstRequest === before?.firstRequest || isDueDate(firstRequest, civilDateOf(now()))) {
    return null;
  }
  const issues = [{ path: "body.firstRequest", message: "due-date-too-far" }];
  return { ok: false, code: "due-date-too-far", issues } as const;
}

/** The rule that documents made late, or long before they are due, are confirmed. @spec forms.far-dates */
async function confirmsDocuments(record: RequestRecord, context: Context) {
  const { services, place: { orgId }, key, before, caller } = context;
  const request = { ...record, projects: await namedProjects(record, context) };
  const today = civilDateOf(services.now());
  const created = before !== null && calendarOf(request) === calendarOf(before)
    ? []
    : await documentsMade(services, { orgId, requestId: idOf(key) }, request);
  const since = { today, before: before?.firstRequest };
  return askFirst(caller, [...created, ...startEffects(request.firstRequest, since)]);
}

/** The fields of a request that determine its documents. */
function calendarOf(
  { firstRequest, rate, reminder, typedocId, contractId, projects }: RequestRecord,
) {
  const places = projects.toSorted();
  return JSON.stringify([firstRequest, rate, reminder, typedocId, contractId, places]);
}

/** What the documents that an open request makes at once must confirm first. */
async function documentsMade(
  { store, now }: Services,
  path: RequestPath,
  request: RequestRecord,
): Promise<Effect[]> {
  const day = civilDateOf(now());
  // Its residences and their equipment are only read when it matters.
  if (request.close || documentEffects(dueDates(request, day), day).length === 0) return [];
  const { missing } = await readOccurrences(store, path, { request, day });
  return documentEffects(missing.map(([, { dueDate }]) => dueDate), day);
}

/** Requests of an organisation: a user sees those of their residences. @spec contracting.requests */
const requests = crud(DOCUMENTS_ENTITIES.documentRequest, {
  initial: { close: false },
  full: atMost(MOST_IN_REGISTER),
  compare: (a, b) => compareValues(a.firstRequest, b.firstRequest),
  subject: async (record, { orgId }, { store }) => {
    const { typedoc, provider } = await readAsked(store, orgId, record);
    return [typedoc?.name, provider?.name].filter(Boolean).join(", ");
  },
  rules: [
    // A request that the user does not see.
    async (_, { services, place: { orgId }, before, caller }) => {
      const role = "collect:documents:write";
      const own = await projectsWithRole(services, { orgId, caller, role });
      const isSeen = before === null || before.projects.some((id) => own.has(id));
      return isSeen ? null : "unknown-reference";
    },
    hasExistingReferences(DOCUMENTS_ENTITIES.documentRequest),
    namesOwnProjects,
    // Archived entities cannot be used in a request, except in one that already references them.
    async (record, { services: { store }, place: { orgId }, before }) => {
      const { typedoc, provider } = await readAsked(store, orgId, record);
      const isArchived = typedoc?.archived && record.typedocId !== before?.typedocId ||
        provider?.archived && record.providerId !== before?.providerId;
      return isArchived ? "archived" : null;
    },
    hasDueDate,
    confirmsDocuments,
  ],
  completed: async (record, context) => ({
    ...record,
    projects: await namedProjects(record, context),
    ...context.before === null && context.caller.kind === "account" &&
      { askedBy: context.caller.accountId },
  }),
  kept: async (requestId, place, change) => {
    const { before, after, services } = change;
    const { orgId } = place;
    const code = await ofOthers(requestId, place, change);
    if (code !== null) return code;
    if (before.providerId === after.providerId && before.typedocId === after.typedocId) return null;
    return await hasDeposits(services, { orgId, requestId }) ? "documents-deposited" : null;
  },
  use: async (id, { orgId }, { caller, services }) => {
    const isOwn = await mayChange(services, { orgId, caller }, { kind: "request", id });
    if (!isOwn) return "shared-with-others";
    return await hasDeposits(services, { orgId, requestId: id }) ? "in-use" : null;
  },
  changed: async (atomic, { key, place: { orgId }, services: { store, now }, before, after }) => {
    const path = { orgId, requestId: idOf(key) };
    if (before !== null) await setRequestNews(store, atomic, { path, before, after, atMs: now() });
  },
  actions: ["createRequest", "putRequest", "deleteRequest"],
});

export const listRequests: Handler<"listRequests"> = async (services, { orgId }, caller) => {
  const [{ answer }, own] = await Promise.all([
    requests.list(services, { orgId }),
    projectsWithRole(services, { orgId, caller, role: "collect:documents:read" }),
  ]);
  const shown = answer.flatMap(({ askedBy: _, ...request }) => {
    const projects = request.projects.filter((id) => own.has(id));
    return projects.length === 0 ? [] : [{ ...request, projects }];
  });
  return {
    ok: true,
    answer: await withShared(services, { orgId, caller, kind: "request" }, shown),
  };
};

export const createRequest: Handler<"createRequest"> = async (services, input, caller) => {
  const created = await requests.create(services, input, caller);
  if (created.ok) await makeFirst(services, { ...input, requestId: created.answer.id });
  return created;
};

export const putRequest: Handler<"putRequest"> = async (services, input, caller) => {
  const put = await requests.put(services, input, caller);
  if (put.ok) await makeFirst(services, input);
  return put;
};

export const closeRequest: Handler<"closeRequest"> = async (services, input, caller) => {
  const { body: { close }, ...at } = input;
  const by = { action: "closeRequest", caller } as const;
  const closed = await requests.change(services, at, by, async (record) => {
    const shared = { kind: "request", id: at.requestId } as const;
    if (!await mayChange(services, { orgId: at.orgId, caller }, shared)) {
      return "shared-with-others";
    }
    const after = { ...record, close };
    const created = record.close ? await documentsMade(services, at, after) : [];
    return askFirst(caller, created) ?? { record: after, answer: null };
  });
  if (closed.ok) await makeFirst(services, at);
  return closed;
};

export const deleteRequest: Handler<"deleteRequest"> = async (services, input, caller) => {
  const deleted = await requests.remove(services, input, caller);
  if (deleted.ok) await makeFirst(services, input);
  return deleted;
};

/** Commits of documents awaited by a call: the job makes the others. */
const FIRST_COMMITS = 2;

/** Called once the request is written: on a store that cannot be written any more, the job makes all. */
async function makeFirst(services: Services, { orgId, requestId }: RequestPath): Promise<void> {
  await ignoreStoreFailure(makeDocuments(services, { orgId, requestId }, FIRST_COMMITS));
}

async function hasDeposits({ store }: Pick<Services, "store">, { orgId, requestId }: RequestPath) {
  const prefix = keys.document.under(orgId, requestId);
  const documents = await listEntries(store, { prefix }, documentRecord);
  return documents.some(({ value }) => value.uploadDate !== null);
}
