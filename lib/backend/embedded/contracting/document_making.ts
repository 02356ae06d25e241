import type { Versions } from "@/lib/backend/cache/versions.ts";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import { commitShown, unchanged } from "@/lib/backend/embedded/saving.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds, listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import {
  type Atomic,
  CHECKS_PER_COMMIT,
  type MaybeEntry,
  readEntry,
  type Store,
} from "@/lib/backend/kv/store.ts";
import {
  contractRecord,
  type DocumentRecord,
  documentRecord,
  type MakingRecord,
  makingRecord,
  type RequestRecord,
  requestRecord,
  typedocRecord,
} from "@/lib/backend/records/contracting.ts";
import { equipmentRecord } from "@/lib/backend/records/facilities.ts";
import { askedDates, dueDates, type MadeDocument } from "@/lib/domain/contracting/occurrences.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { awaitedDocument, isReplacement, occurrenceId, setDocuments } from "./document_index.ts";
import { abandonments } from "./left_replacements.ts";

/** Documents of one commit: each is an entry and its place in a list. */
const PER_COMMIT = 250;
/** Awaited documents changed in one commit: the request, its progress and a demo visit's lists are checked too. */
const CHANGED_PER_COMMIT = CHECKS_PER_COMMIT - 3;

/** The store, the cache versions, and the clock, epoch ms. */
export interface MakingOptions {
  readonly store: Store;
  readonly versions: Versions;
  now(): number;
}

export interface RequestPath {
  readonly orgId: string;
  readonly requestId: string;
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

async function neededCommits({ store, now }: MakingOptions, making: Making): Promise<Fill[]> {
  const { path, request: { value: request }, day } = making;
  const { stored, asked, missing } = await readOccurrences(store, path, { request, day });
  // A deleted request leaves no document, abandoned ones included; while one was deposited, it cannot be deleted.
  const other = stored.filter(({ id, record }) =>
    request === null ? record.uploadDate === null : !isAsAsked(record, asked.get(id))
  );
  const creations = groupsOf(missing, PER_COMMIT).map((group) => (atomic: Atomic) => {
    const changes = group.map(([documentId, after]) => ({
      path: { ...path, documentId },
      before: null,
      after,
    }));
    setDocuments(atomic, path.orgId, { changes, atMs: now() });
  });
  const left = await abandonments({ store, now }, { ...path, stored });
  return [...creations, ...changesOf(path, { other, asked, now }), ...left];
}

/** The stored documents of a request, those it asks for, and those to create. @param day civil day in Europe/Paris */
export async function readOccurrences(
  store: Store,
  path: RequestPath,
  { request, day }: { readonly request: RequestRecord | null; readonly day: string },
) {
  const prefix = keys.document.under(path.orgId, path.requestId);
  const stored = await listStored(store, prefix, documentRecord);
  const asked = request === null
    ? new Map<string, DocumentRecord>()
    : await askedDocuments(store, { path, request, day, made: madeOf(stored) });
  const known = new Set(stored.map(({ id }) => id));
  const toCreate = new Set(request && dueDates(request, day));
  const missing = [...asked].filter(([id, { dueDate }]) => !known.has(id) && toCreate.has(dueDate));
  return { stored, asked, missing };
}

function isAsAsked(
  { state, requestFinalDueDate, finalDueDate }: DocumentRecord,
  asked: DocumentRecord | undefined,
): boolean {
  if (state !== "none") return true;
  return asked !== undefined &&
    (requestFinalDueDate !== null || finalDueDate === asked.finalDueDate);
}

/** A document deposited meanwhile is not changed: its check fails. */
function changesOf(
  path: RequestPath,
  { other, asked, now }: {
    other: readonly Stored<DocumentRecord>[];
    asked: ReadonlyMap<string, DocumentRecord>;
    now: () => number;
  },
): Fill[] {
  return groupsOf(other, CHANGED_PER_COMMIT).map((group) => (atomic) => {
    const changes = group.map(({ id: documentId, record: before }) => ({
      path: { ...path, documentId },
      before,
      after: asked.get(documentId) ?? null,
    }));
    for (const { entry } of group) atomic.check(unchanged(entry));
    setDocuments(atomic, path.orgId, { changes, atMs: now() });
  });
}

/** Every document required by a request, by id: those whose window has begun, and those that exist on its calendar. */
async function askedDocuments(
  store: Store,
  { path: { orgId, requestId }, request, day, made }: {
    path: RequestPath;
    request: RequestRecord;
    day: string;
    made: ReadonlyMap<string, readonly MadeDocument[]>;
  },
): Promise<ReadonlyMap<string, DocumentRecord>> {
  const key = keys.typedoc(orgId, request.typedocId);
  const { value: typedoc } = await readEntry(store, key, typedocRecord);
  const asked = new Map<string, DocumentRecord>();
  if (typedoc === null) return asked;
  const madeDates = [...made.values()].flat().map(({ dueDate }) => dueDate);
  const calendar = { dates: dueDates(request, day, madeDates), rate: request.rate };
  for (const projectId of await residencesOf(store, orgId, request)) {
    for (const equipmentId of await subjectsOf(store, projectId, typedoc.equipment)) {
      const subject = subjectName({ projectId, equipmentId });
      for (const dueDate of askedDates(calendar, made.get(subject) ?? [])) {
        const occurrence = { projectId, equipmentId, dueDate };
        asked.set(occurrenceId(requestId, occurrence), awaitedDocument(occurrence, request));
      }
    }
  }
  return asked;
}

/** The residences of a request; those of its contract when it lists none. */
async function residencesOf(store: Store, orgId: string, { projects, contractId }: RequestRecord) {
  const every = await listIds(store, keys.projectOfOrg.under(orgId));
  if (projects.length > 0) {
    const named = new Set(projects);
    return every.filter((id) => named.has(id));
  }
  const { value } = await readEntry(store, keys.contract(orgId, contractId), contractRecord);
  const named = new Set(value?.projects);
  return every.filter((id) => value?.allprojects || named.has(id));
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
  const made = new Map<string, MadeDocument[]>();
  for (const { id, record } of stored) {
    if (isReplacement(id)) continue;
    const one = { dueDate: record.dueDate, isAnswered: record.state !== "none" };
    made.getOrInsertComputed(subjectName(record), () => []).push(one);
  }
  return made;
}

/** The subject of a document, as a string. */
function subjectName({ projectId, equipmentId }: Subject): string {
  return `${projectId} ${equipmentId ?? ""}`;
}
