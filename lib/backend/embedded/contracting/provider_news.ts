/** What the next mail tells a provider: each is written in the commit of its cause, and deleted in that of the mail. @module */
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import {
  type DocumentNewsRecord,
  documentRecord,
  type RequestRecord,
} from "@/lib/backend/records/contracting.ts";
import { awaitedListOf } from "@/lib/domain/contracting/document_lists.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { noteChange } from "./document_changes.ts";
import { firstId } from "./document_index.ts";
import type { RequestPath } from "./document_making.ts";
import { type Movable, readAsked } from "./document_subjects.ts";

/**
 * Adds a verdict or an abandonment to its commit, for the next mail to its provider, instead of what happened before to
 * the same document or to the one that it replaces.
 *
 * @spec contracting.verdict-mails
 */
export function setNews(atomic: Atomic, { path, request }: Movable, atMs: number): void {
  const { orgId, documentId } = path;
  const news: DocumentNewsRecord = { at: new Date(atMs).toISOString(), documentId, name: "" };
  atomic.set(keys.documentNews(orgId, request.value.providerId, firstId(documentId)), news);
}

/** A change of a request; `after` null when it is deleted. */
interface RequestChange {
  readonly path: RequestPath;
  readonly before: RequestRecord;
  readonly after: RequestRecord | null;
  readonly atMs: number;
}

/**
 * Adds the end of a request to the commit of its change, for the next mail to its provider: closed, deleted, or asked of
 * another provider. The mail leaves out one that is open again.
 *
 * @spec contracting.verdict-mails
 */
export async function setRequestNews(
  store: Store,
  atomic: Atomic,
  change: RequestChange,
): Promise<void> {
  const { path: { orgId, requestId }, before, after, atMs } = change;
  const { providerId } = before;
  if (after?.close === before.close && after.providerId === providerId) return;
  if (!await isAsked(store, change)) return;
  const { typedoc } = await readAsked(store, orgId, before);
  const news: DocumentNewsRecord = {
    at: new Date(atMs).toISOString(),
    documentId: null,
    name: typedoc?.name ?? "",
  };
  atomic.set(keys.documentNews(orgId, providerId, requestId), news);
  // A mail that is being written is written again with it.
  noteChange(atomic, orgId, { places: [], atMs });
}

/** Whether a provider has seen a request: one of its documents was listed as awaited, or was deposited. */
async function isAsked(
  store: Store,
  { path: { orgId, requestId }, before: { reminder }, atMs }: RequestChange,
): Promise<boolean> {
  const today = civilDateOf(atMs, DEFAULT_TIME_ZONE);
  const prefix = keys.document.under(orgId, requestId);
  const documents = await listEntries(store, { prefix }, documentRecord);
  return documents.some(({ value }) =>
    value.uploadDate !== null || awaitedListOf(value, { today, reminder }) !== null
  );
}
