import { Refused } from "@/lib/backend/core/refused.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { looseBytes, PART_BYTES, setParts } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type MaybeEntry, readEntry } from "@/lib/backend/kv/store.ts";
import { ORPHAN_MS } from "@/lib/backend/outside/document_files.ts";
import { type SendingRecord, sendingRecord } from "@/lib/backend/records/contracting.ts";
import { DEPOSIT_PART_BYTES } from "@/lib/domain/contracting/limits.ts";
import type { DocumentPath } from "./document_index.ts";
import { depositedAt } from "./document_moves.ts";

/** How long an upload can be resumed: its parts are swept an hour after the first. */
const RESUMED_MS = ORPHAN_MS / 2;

/**
 * Stores the next part of a file sent in parts, and returns the number of bytes received: an interrupted sender
 * continues from there. A part that is sent again, or out of order, changes nothing. (Decision 138.)
 *
 * @spec deposits.resumable
 */
export const uploadDocumentPart: Handler<"uploadDocumentPart"> = async (
  services,
  { body: { file, mark, at }, ...path },
  caller,
) => {
  if (caller.kind !== "provider") throw new Refused("forbidden");
  const movable = await depositedAt(services, path);
  if ("code" in movable) return movable;
  const { documents: { files, maxBytes } } = services;
  const entry = await readSending(services, path, caller.email);
  const known = knownSending(services, entry, mark);
  const before = known ?? { fileId: files.newId(), mark, size: 0, startedAt: services.now() };
  const isNext = at === before.size && at % PART_BYTES === 0 && file.length > 0;
  if (!isNext) return { ok: true, answer: { at: before.size } };
  const size = at + file.length;
  // A part is written in one commit.
  if (size > maxBytes || file.length > DEPOSIT_PART_BYTES) {
    const issues = [{ path: "body.file", message: "too-large" }];
    return { ok: false, code: "bad-file", issues };
  }
  const atomic = services.store.atomic().check(unchanged(entry));
  setParts(atomic, before.fileId, { first: at / PART_BYTES, bytes: file });
  atomic.set(entry.key, { ...before, size }, { expireIn: ORPHAN_MS });
  const { ok } = await atomic.commit();
  // Another file was started for the document: the parts of the first one are removed.
  if (ok && known === null && entry.value !== null) await removeFile(services, entry.value.fileId);
  const now = ok ? size : (await readSending(services, path, caller.email)).value?.size ?? 0;
  return { ok: true, answer: { at: now } };
};

/** Removes an unused file. One that the bucket or the store does not remove now is swept later. */
export async function removeFile({ documents, reportFault }: Services, id: string): Promise<void> {
  await documents.files.remove(id).catch((fault) => reportFault("documents", fault));
}

/** A completely received file. */
export interface SentFile {
  readonly size: number;
  /** Its bytes; null when they are incomplete after all. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Id of its parts, unused once it is settled; null when the file came with the deposit. */
  readonly fileId: string | null;
  /** Adds the end of the wait to a commit. @param outcome "deposited", or why the file was refused */
  settle(atomic: Atomic, outcome: string): Promise<void>;
}

/** The file sent in parts under a name; null unless it is complete. */
export async function sentInParts(
  services: Services,
  path: DocumentPath,
  { email, mark, size }: { email: string; mark: string; size: number },
): Promise<SentFile | null> {
  const known = knownSending(services, await readSending(services, path, email), mark);
  if (known === null || known.size !== size) return null;
  const { fileId } = known;
  const settle = async (atomic: Atomic) => {
    const entry = await readSending(services, path, email);
    if (entry.value?.fileId === fileId) atomic.check(unchanged(entry)).delete(entry.key);
  };
  return { size, fileId, settle, read: () => looseBytes(services.store, fileId, size) };
}

function readSending({ store }: Services, path: DocumentPath, email: string) {
  const { orgId, requestId, documentId } = path;
  return readEntry(store, keys.documentSending(orgId, requestId, documentId, email), sendingRecord);
}

function knownSending({ now }: Services, { value }: MaybeEntry<SendingRecord>, mark: string) {
  if (value === null || value.mark !== mark) return null;
  return value.startedAt > now() - RESUMED_MS ? value : null;
}
