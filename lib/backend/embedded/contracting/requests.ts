import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { projectsWithRole } from "@/lib/backend/embedded/projects/projects.ts";
import { hasExistingReferences } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listEntries } from "@/lib/backend/kv/store.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";
import { documentRecord } from "@/lib/backend/records/contracting.ts";
import { MOST_IN_REGISTER } from "@/lib/domain/contracting/limits.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { makeDocuments, type RequestPath } from "./document_making.ts";
import { readAsked } from "./document_subjects.ts";
import {
  changesOwn,
  mayChange,
  namedProjects,
  namesOwnProjects,
  withShared,
} from "./own_projects.ts";

const ofOthers = changesOwn("request");

/** Requests of an organisation: a user sees those of their residences. @spec contracting.requests */
const requests = entityOf(ENTITIES.documentRequest, {
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
    hasExistingReferences(ENTITIES.documentRequest),
    namesOwnProjects,
    // Archived entities cannot be used in a request, except in one that already references them.
    async (record, { services: { store }, place: { orgId }, before }) => {
      const { typedoc, provider } = await readAsked(store, orgId, record);
      const isArchived = typedoc?.archived && record.typedocId !== before?.typedocId ||
        provider?.archived && record.providerId !== before?.providerId;
      return isArchived ? "archived" : null;
    },
  ],
  completed: async (record, context) => ({
    ...record,
    projects: await namedProjects(record, context),
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
  actions: ["createRequest", "putRequest", "deleteRequest"],
});

export const listRequests: Handler<"listRequests"> = async (services, { orgId }, caller) => {
  const [{ answer }, own] = await Promise.all([
    requests.list(services, { orgId }),
    projectsWithRole(services, { orgId, caller, role: "collect:documents:read" }),
  ]);
  const shown = answer.flatMap((request) => {
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
    const isOwn = await mayChange(services, { orgId: at.orgId, caller }, shared);
    return isOwn ? { record: { ...record, close }, answer: null } : "shared-with-others";
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
  await unlessStoreFails(makeDocuments(services, { orgId, requestId }, FIRST_COMMITS));
}

async function hasDeposits({ store }: Pick<Services, "store">, { orgId, requestId }: RequestPath) {
  const prefix = keys.document.under(orgId, requestId);
  const documents = await listEntries(store, { prefix }, documentRecord);
  return documents.some(({ value }) => value.uploadDate !== null);
}
