/** Creates the documents that requests ask for, at once and every day. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { commitShown } from "@/lib/api/writes.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { equipmentRecord } from "@/lib/facilities/records.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import type { Versions } from "@/lib/store/cache.ts";
import { commitEach } from "@/lib/store/commits.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  CHECKS_PER_COMMIT,
  getAll,
  idOf,
  listEntries,
  listIds,
  listStored,
  type MaybeEntry,
  readEntry,
  type Store,
  type Stored,
  unchanged,
} from "@/lib/store/store.ts";
import { auditSubject, readMovable, readNames } from "./document_details.ts";
import {
  awaitedDocument,
  isReplacement,
  occurrenceId,
  readListings,
  type RequestPath,
  setDocuments,
} from "./document_index.ts";
import { askedDates, dueDates, type MadeDocument } from "./due_dates.ts";
import {
  type DocumentRecord,
  documentRecord,
  type MakingRecord,
  makingRecord,
  type RequestRecord,
  requestRecord,
  type TypedocRecord,
  typedocRecord,
} from "./records.ts";
import { EQUIPMENT_DELETED } from "./text.ts";
import { setAbandoned } from "./transitions.ts";

/** Documents of one commit: each is an entry and its place in a list. */
const CREATED_PER_COMMIT = 250;
/** Awaited documents changed in one commit: the request, its progress and a demo visit's lists are checked too. */
const CHANGED_PER_COMMIT = CHECKS_PER_COMMIT - 3;

/** The store, the cache versions, and the clock, epoch ms. */
export interface MakingOptions {
  readonly store: Store;
  readonly versions: Versions;
  now(): number;
}

/**
 * Creates the missing documents of a request, and deletes, changes or abandons the awaited ones it no longer needs as they
 * are, in commits of bounded size. A commit fails if another process does the same, or if the request has changed.
 *
 * Called after the commit of a request, and by a job for every request, each day and after a crash.
 *
 * @spec contracting.making
 * @param most maximum number of commits made here: the job makes the others
 * @returns true when the documents are up to date; false also when another process has just written some
 */
export async function makeDocuments(
  options: MakingOptions,
  path: RequestPath,
  most = Infinity,
): Promise<boolean> {
  const making = await readMaking(options, path);
  if (isUpToDate(making)) return true;
  const commits = await neededCommits(options, making);
  for (const fill of commits.slice(0, most)) {
    const mark = await commitOne(options, making, fill);
    if (mark === null) return false;
    making.mark = mark;
  }
  return commits.length <= most && await commitEnd(options, making, commits.length > 0);
}

type Fill = (atomic: Atomic) => void | Promise<void>;

interface Making {
  readonly path: RequestPath;
  /** Civil day in Europe/Paris. */
  readonly day: string;
  readonly request: MaybeEntry<RequestRecord>;
  mark: MaybeEntry<MakingRecord>;
}

async function readMaking({ store, now }: MakingOptions, path: RequestPath): Promise<Making> {
  const { orgId, requestId } = path;
  const [request, mark] = await Promise.all([
    readEntry(store, keys.documentRequest(orgId, requestId), requestRecord),
    readEntry(store, keys.documentMaking(orgId, requestId), makingRecord),
  ]);
  return { path, day: civilDateOf(now(), DEFAULT_TIME_ZONE), request, mark };
}

/** A closed request creates no documents; its awaited documents remain until it is reopened. */
function isUpToDate({ request, mark, day }: Making): boolean {
  if (request.value === null) return mark.versionstamp === null;
  if (request.value.close) return true;
  const { value } = mark;
  return value?.version === request.versionstamp && value.day === day && value.isDone;
}

async function commitOne({ store }: MakingOptions, making: Making, fill: Fill) {
  const { request, mark, day } = making;
  const value: MakingRecord = { version: request.versionstamp ?? "", day, isDone: false };
  const atomic = store.atomic().check(unchanged(request), unchanged(mark)).set(mark.key, value);
  await fill(atomic);
  const committed = await atomic.commit();
  return committed.ok ? { key: mark.key, value, versionstamp: committed.versionstamp } : null;
}

/** Invalidates the lists read before it. */
function commitEnd(options: MakingOptions, making: Making, isChanged: boolean): Promise<boolean> {
  const { request, mark, day, path } = making;
  const scopes = isChanged ? [{ kind: "org", id: path.orgId } as const] : [];
  return commitShown(options, scopes, (atomic) => {
    atomic.check(unchanged(request), unchanged(mark));
    if (request.versionstamp === null) atomic.delete(mark.key);
    else atomic.set(mark.key, { version: request.versionstamp, day, isDone: true });
  });
}

async function neededCommits(options: MakingOptions, making: Making): Promise<Fill[]> {
  const { path, request: { value: request }, day } = making;
  const { stored, requested, missing } = await readOccurrences(options.store, path, {
    request,
    day,
  });
  // A deleted request leaves no document, abandoned ones included; while one was deposited, it cannot be deleted.
  const other = stored.filter(({ id, record }) =>
    request === null ? record.uploadDate === null : !isAsAsked(record, requested.get(id))
  );
  const creations = chunk(missing, CREATED_PER_COMMIT).map((group) => (atomic: Atomic) => {
    const changes = group.map(([documentId, after]) => ({
      path: { ...path, documentId },
      before: null,
      after,
    }));
    setDocuments(atomic, path.orgId, changes);
  });
  const left = await abandonments(options, { ...path, stored });
  return [...creations, ...changesOf(path, { other, requested }), ...left];
}

/** The stored documents of a request, those it asks for, and those to create. @param day civil day in Europe/Paris */
export async function readOccurrences(
  store: Store,
  path: RequestPath,
  { request, day }: { readonly request: RequestRecord | null; readonly day: string },
) {
  const prefix = keys.document.under(path.orgId, path.requestId);
  const stored = await listStored(store, prefix, documentRecord);
  const requested = request === null
    ? new Map<string, DocumentRecord>()
    : await askedDocuments(store, { path, request, day, created: madeOf(stored) });
  const known = new Set(stored.map(({ id }) => id));
  const toCreate = new Set(request && dueDates(request, day));
  const missing = [...requested].filter(([id, { dueDate }]) =>
    !known.has(id) && toCreate.has(dueDate)
  );
  return { stored, requested, missing };
}

function isAsAsked(
  { state, requestFinalDueDate, finalDueDate }: DocumentRecord,
  requested: DocumentRecord | undefined,
): boolean {
  if (state !== "none") return true;
  return requested !== undefined &&
    (requestFinalDueDate !== null || finalDueDate === requested.finalDueDate);
}

/** A document deposited meanwhile is not changed: its check fails. */
function changesOf(
  path: RequestPath,
  { other, requested }: {
    other: readonly Stored<DocumentRecord>[];
    requested: ReadonlyMap<string, DocumentRecord>;
  },
): Fill[] {
  return chunk(other, CHANGED_PER_COMMIT).map((group) => (atomic) => {
    const changes = group.map(({ id: documentId, record: before }) => ({
      path: { ...path, documentId },
      before,
      after: requested.get(documentId) ?? null,
    }));
    for (const { entry } of group) atomic.check(unchanged(entry));
    setDocuments(atomic, path.orgId, changes);
  });
}

interface RequestDocuments {
  readonly orgId: string;
  readonly requestId: string;
  readonly stored: readonly Stored<DocumentRecord>[];
}

/**
 * What abandons the awaited replacements whose equipment is gone, one a commit.
 *
 * @spec contracting.equipment-gone
 */
async function abandonments(
  options: MakingOptions,
  { orgId, requestId, stored }: RequestDocuments,
): Promise<Fill[]> {
  const { store, now } = options;
  const requested = stored.filter(({ record: { state, equipmentId } }) =>
    state === "from-refused" && equipmentId !== null
  );
  const equipments = await getAll(
    store,
    requested.map(({ record: { projectId, equipmentId } }) =>
      keys.equipment(projectId, equipmentId ?? "")
    ),
  );
  const left = requested.filter((_, rank) => equipments[rank]?.versionstamp === null);
  return left.map(({ id: documentId, record: { projectId } }) => async (atomic) => {
    const movable = await readMovable(options, { orgId, requestId, documentId });
    // It may have been deposited or deleted meanwhile.
    if (movable === null) return;
    if (!await setAbandoned(options, atomic, movable, EQUIPMENT_DELETED)) return;
    const subject = auditSubject(movable, await readNames(store, movable));
    const line = { caller: null, action: "dropDocuments", orgId, projectId, subject } as const;
    addAuditLine(atomic, line, now());
  });
}

/** Every document required by a request, by id: those whose window has begun, and those that exist on its calendar. */
async function askedDocuments(
  store: Store,
  { path: { orgId, requestId }, request, day, created }: {
    path: RequestPath;
    request: RequestRecord;
    day: string;
    created: ReadonlyMap<string, readonly MadeDocument[]>;
  },
): Promise<ReadonlyMap<string, DocumentRecord>> {
  const key = keys.typedoc(orgId, request.typedocId);
  const { value: typedoc } = await readEntry(store, key, typedocRecord);
  const requested = new Map<string, DocumentRecord>();
  if (typedoc === null) return requested;
  const madeDates = [...created.values()].flat().map(({ dueDate }) => dueDate);
  const calendar = { dates: dueDates(request, day, madeDates), rate: request.rate };
  const named = new Set(request.projects);
  const residences = await listIds(store, keys.projectOfOrg.under(orgId));
  for (const projectId of residences.filter((id) => named.has(id))) {
    for (const equipmentId of await subjectsOf(store, projectId, typedoc.equipment)) {
      const subject = subjectName({ projectId, equipmentId });
      for (const dueDate of askedDates(calendar, created.get(subject) ?? [])) {
        const occurrence = { projectId, equipmentId, dueDate };
        requested.set(occurrenceId(requestId, occurrence), awaitedDocument(occurrence, request));
      }
    }
  }
  return requested;
}

/** The equipment of a kind in a residence; null for the residence itself, without a kind. */
async function subjectsOf(store: Store, projectId: string, kind: EquipmentKind | null) {
  if (kind === null) return [null];
  const equipments = await listStored(store, keys.equipment.under(projectId), equipmentRecord);
  return equipments.flatMap(({ id, record }) => record.kind === kind ? [id] : []);
}

type Subject = Pick<DocumentRecord, "projectId" | "equipmentId">;

/** The documents initially created by a request, by subject. @spec contracting.changed-calendar */
function madeOf(
  stored: readonly Stored<DocumentRecord>[],
): ReadonlyMap<string, readonly MadeDocument[]> {
  const created = new Map<string, MadeDocument[]>();
  for (const { id, record } of stored) {
    if (isReplacement(id)) continue;
    const one = { dueDate: record.dueDate, isAnswered: record.state !== "none" };
    created.getOrInsertComputed(subjectName(record), () => []).push(one);
  }
  return created;
}

/** The subject of a document, as a string. */
function subjectName({ projectId, equipmentId }: Subject): string {
  return `${projectId} ${equipmentId ?? ""}`;
}

/** An organisation may have thousands of requests; a commit deletes a thousand keys at most. */
const REQUESTS_PER_COMMIT = 500;

interface PendingRequests {
  readonly orgId: string;
  /** True for the document types whose requests become pending. */
  isMeant(typedoc: Stored<TypedocRecord>): boolean;
}

/** The progress of a request whose documents are still to be made; a deleted request keeps it while it has documents. */
const PENDING: MakingRecord = { version: "", day: "", isDone: false };

/**
 * Marks the requests for some document types as pending: making that began before fails, and the job makes their
 * documents again within minutes, not the next day.
 *
 * @spec contracting.making
 */
export async function setPending(
  { store }: Pick<Services, "store">,
  { orgId, isMeant }: PendingRequests,
): Promise<void> {
  const [requests, typedocs] = await Promise.all([
    listStored(store, keys.documentRequest.under(orgId), requestRecord),
    listStored(store, keys.typedoc.under(orgId), typedocRecord),
  ]);
  const meant = new Set(typedocs.filter(isMeant).map(({ id }) => id));
  const ids = requests.flatMap(({ id, record }) => meant.has(record.typedocId) ? id : []);
  await commitEach(store, ids, {
    perCommit: REQUESTS_PER_COMMIT,
    fill: (atomic, id) => atomic.set(keys.documentMaking(orgId, id), PENDING),
  });
}

/**
 * Asks no more for the documents of a deleted equipment: the requests with awaited ones make theirs again.
 *
 * @spec contracting.equipment-gone
 */
export async function forgetAwaited(
  options: MakingOptions,
  { orgId, projectId, equipmentId }: Readonly<
    Record<"orgId" | "projectId" | "equipmentId", string>
  >,
): Promise<void> {
  const awaited = await readListings(options.store, { orgId, list: "running" });
  const own = awaited.filter((one) =>
    one.projectId === projectId && one.equipmentId === equipmentId
  );
  for (const requestId of new Set(own.map((one) => one.requestId))) {
    await makeDocuments(options, { orgId, requestId });
  }
}

/**
 * Creates the missing documents of requests, in one process at a time.
 *
 * @spec contracting.making
 * @returns number of requests checked; null when another process runs the job
 * @throws AggregateError naming the requests that failed: the others were handled
 */
export function makeAllDocuments(options: MakingOptions): Promise<number | null> {
  const { store } = options;
  const job = { name: "make documents", subjects: "requests" } as const;
  return leasedRun(options, job, async (lease, faults) => {
    let count = 0;
    for (const orgId of await documentOrganisations(store, faults)) {
      for (const requestId of await requestsOf(store, orgId)) {
        if (!await lease.renew()) return count;
        await faults.try(`${orgId}/${requestId}`, async () => {
          await makeDocuments(options, { orgId, requestId });
        });
        count++;
      }
    }
    return count;
  });
}

/** The organisations that manage documents; unreadable settings are faults of the run. */
export async function documentOrganisations(
  store: Store,
  faults: RunFaults,
): Promise<string[]> {
  const prefix = keys.orgFeatures.under();
  const all = await faults.readInPart(() => listEntries(store, { prefix }, collectFeaturesRecord));
  return all.flatMap(({ key, value }) => value.documentManagement ? [idOf(key)] : []);
}

/** The requests of an organisation, and deleted ones that have left documents. */
async function requestsOf(store: Store, orgId: string): Promise<ReadonlySet<string>> {
  const [requests, created] = await Promise.all([
    listIds(store, keys.documentRequest.under(orgId)),
    listIds(store, keys.documentMaking.under(orgId)),
  ]);
  return new Set([...requests, ...created]);
}
