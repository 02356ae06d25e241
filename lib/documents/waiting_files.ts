/** Receives files in parts, and keeps those that wait for their document. @module */

import { crc32 } from "node:zlib";
import type { Services } from "@/lib/api/services.ts";
import { CallError, DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { WAITING_MS } from "@/lib/files/document_files.ts";
import { looseBytes, PART_BYTES, setParts } from "@/lib/store/blobs.ts";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type MaybeEntry, readEntry, unchanged } from "@/lib/store/store.ts";
import type { Handler, Input, Outcome } from "./calls.ts";
import type { DocumentPath } from "./document_index.ts";
import { type WaitingFileRecord, type WaitingFilesRecord, waitingFilesRecord } from "./records.ts";
import { depositTargets } from "./requested_documents.ts";
import { MOST_WAITING_BYTES, MOST_WAITING_FILES, safeFileName } from "./upload_rules.ts";
import type { WaitingFile } from "./upload_schema.ts";

/** Removes an unused file. One that the bucket or the store does not remove now is swept later. */
export async function removeFile({ documents, logFault }: Services, id: string): Promise<void> {
  await documents.files.remove(id).catch((fault) => logFault("documents", fault));
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

/** Files waiting for their document, and the documents that their sender may deposit. @spec deposits.many */
export const listWaitingFiles: Handler<"listWaitingFiles"> = async (services, _, caller) => {
  if (caller.kind !== "provider") throw new CallError("forbidden");
  const { value } = await readWaiting(services, caller.email);
  const records = value?.files ?? [];
  const isWaiting = records.some(({ outcome }) => outcome === null);
  const documents = isWaiting ? await depositTargets(services, caller) : [];
  return {
    ok: true,
    answer: { files: records.map((one) => waitingFile(one, records)), documents },
  };
};

function waitingFile(record: WaitingFileRecord, all: readonly WaitingFileRecord[]): WaitingFile {
  const { id, name, total, arrived, outcome, document, crc } = record;
  const isSame = (other: WaitingFileRecord) =>
    other.total === total && other.crc === crc && other.arrived === total;
  const first = arrived === total ? all.find(isSame) ?? record : record;
  const sameAs = first === record ? null : first.id;
  return { id, name, size: total, isWhole: arrived === total, sameAs, outcome, document };
}

/**
 * Stores the next part of a waiting file, and returns the number of bytes received: an interrupted sender continues from
 * there. A part that is sent again, or out of order, changes nothing. The outcomes of earlier files are deleted when a
 * new one begins.
 *
 * @spec deposits.many
 * @spec deposits.resumable
 */
export const sendWaitingFile: Handler<"sendWaitingFile"> = async (services, { body }, caller) => {
  if (caller.kind !== "provider") throw new CallError("forbidden");
  const entry = await readWaiting(services, caller.email);
  const { file, at, size: total } = body;
  const mark = secretHash(body.mark);
  const all = entry.value?.files ?? [];
  const known = all.find((one) => one.mark === mark && one.total === total && one.outcome === null);
  if (known?.arrived === total) return { ok: true, answer: { id: known.id, at: total } };
  const others = all.filter((one) =>
    one !== known && (known !== undefined || one.outcome === null)
  );
  const before = known ?? newWaiting(services, { ...body, mark });
  const refusal = limitRefusal(services, others, body);
  if (refusal !== null) return refusal;
  const arrived = at + file.length;
  const isNext = at === before.arrived && file.length > 0 && arrived <= total &&
    (at % PART_BYTES === 0);
  const { id } = before;
  if (!isNext) return { ok: true, answer: { id, at: before.arrived } };
  const atomic = services.store.atomic().check(unchanged(entry));
  setParts(atomic, id, { first: at / PART_BYTES, bytes: file });
  const crc = crc32(file, before.crc);
  setWaiting(atomic, entry, [...others, { ...before, arrived, crc }]);
  const { ok } = await atomic.commit();
  return { ok: true, answer: { id, at: ok ? arrived : before.arrived } };
};

function newWaiting(
  { documents: { files }, now }: Services,
  { fileName = "", mark, size }: Pick<
    Input<"sendWaitingFile">["body"],
    "fileName" | "mark" | "size"
  >,
): WaitingFileRecord {
  return {
    id: files.newId("waiting"),
    name: safeFileName(fileName),
    mark,
    total: size,
    arrived: 0,
    crc: 0,
    startedAt: now(),
    outcome: null,
    document: null,
  };
}

function limitRefusal(
  { documents: { maxBytes } }: Services,
  others: readonly WaitingFileRecord[],
  { size, file }: Input<"sendWaitingFile">["body"],
): Extract<Outcome<"sendWaitingFile">, { ok: false }> | null {
  if (size > maxBytes || file.length > DEPOSIT_PART_BYTES) {
    return { ok: false, code: "bad-file", issues: [{ path: "body.file", message: "too-large" }] };
  }
  const pending = others.filter(({ outcome }) => outcome === null);
  const bytes = size + sumBy(pending, ({ total }) => total);
  const isFull = pending.length >= MOST_WAITING_FILES || bytes > MOST_WAITING_BYTES;
  return isFull ? { ok: false, code: "limit-reached" } : null;
}

/** Removes a waiting file. @spec deposits.many */
export const deleteWaitingFile: Handler<"deleteWaitingFile"> = async (services, input, caller) => {
  const { fileId } = input;
  if (caller.kind !== "provider") throw new CallError("forbidden");
  const { email } = caller;
  const isRemoved = await retried(async () => {
    const atomic = services.store.atomic();
    if (!await changeWaiting(services, atomic, { email, fileId }, () => null)) return false;
    return (await atomic.commit()).ok || null;
  });
  if (!isRemoved) return { ok: false, code: "not-found" };
  await removeFile(services, fileId);
  return { ok: true, answer: null };
};

/** A complete waiting file, whose outcome is recorded when it is settled; null when there is none. */
export async function wholeWaitingFile(
  services: Services,
  path: DocumentPath,
  { email, fileId }: { readonly email: string; readonly fileId: string },
): Promise<SentFile & { readonly name: string } | null> {
  const { value } = await readWaiting(services, email);
  const known = value?.files.find(({ id }) => id === fileId);
  if (!known || known.outcome !== null || known.arrived !== known.total) return null;
  const { name, total: size } = known;
  const settle = async (atomic: Atomic, outcome: string) => {
    await changeWaiting(services, atomic, { email, fileId }, (file) => ({
      ...file,
      outcome,
      document: path,
    }));
  };
  return { size, fileId, name, settle, read: () => looseBytes(services.store, fileId, size) };
}

/** The files of a user, without those due to be swept. */
async function readWaiting({ store, now }: Services, email: string) {
  const entry = await readEntry(store, keys.waitingFiles(email), waitingFilesRecord);
  const files = entry.value?.files.filter(({ startedAt }) => startedAt > now() - WAITING_MS);
  return { ...entry, value: files ? { files } : null };
}

/** Adds the change of one file of a user to a commit, or its removal with null. @returns true when it exists */
async function changeWaiting(
  services: Services,
  atomic: Atomic,
  { email, fileId }: { readonly email: string; readonly fileId: string },
  change: (file: WaitingFileRecord) => WaitingFileRecord | null,
): Promise<boolean> {
  const entry = await readWaiting(services, email);
  const all = entry.value?.files ?? [];
  if (!all.some(({ id }) => id === fileId)) return false;
  const files = all.flatMap((file) => file.id === fileId ? change(file) ?? [] : file);
  setWaiting(atomic.check(unchanged(entry)), entry, files);
  return true;
}

function setWaiting(
  atomic: Atomic,
  { key }: MaybeEntry<WaitingFilesRecord>,
  files: readonly WaitingFileRecord[],
): void {
  atomic.set(key, { files: [...files] }, { expireIn: WAITING_MS });
}
