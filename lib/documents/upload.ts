/** Receives the PDF or the photograph of a document with its values, and serves it. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { release, unsharedBytes } from "@/lib/base/bytes.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { imageKind } from "@/lib/base/image_format.ts";
import { begunFlow } from "@/lib/files/file_stream.ts";
import { openedPdf } from "@/lib/files/pdf_check.ts";
import { areJoinedPhotos } from "@/lib/files/joined_photos.ts";
import { openedPhoto } from "@/lib/files/photo_check.ts";
import { S3Failure } from "@/lib/files/s3.ts";
import type { ProviderCaller } from "@/lib/identity/caller.ts";
import { retried } from "@/lib/store/commits.ts";
import { readEntry } from "@/lib/store/store.ts";
import type { Handler, Input, Outcome } from "./calls.ts";
import { readSubjects, type Subjects } from "./document_details.ts";
import { documentKey, type DocumentPath } from "./document_index.ts";
import { documentLetters } from "./mail_text.ts";
import { type DocumentRecord, documentRecord } from "./records.ts";
import { deposited, depositedAt } from "./transitions.ts";
import { DEPOSITED, depositFaults, safeFileName } from "./upload_rules.ts";
import { removeFile, type SentFile, wholeWaitingFile } from "./waiting_files.ts";

type Upload = Input<"uploadDocument">;
type Refusal = Extract<Outcome<"uploadDocument">, { ok: false }>;

/** Failure of the bucket or of the virus scanner: the deposit may be retried. */
const UNREACHABLE = { ok: false, code: "files-unreachable" } as const;

/**
 * Deposits a document: the file is written, then one commit writes its manifest, the move of the document, its audit
 * line and the receipt.
 *
 * @spec deposits.whole
 * @spec deposits.room
 */
export const uploadDocument: Handler<"uploadDocument"> = async (services, input, caller) => {
  const { body, ...path } = input;
  if (caller.kind !== "provider") throw new CallError("forbidden");
  const movable = await depositedAt(services, path);
  if ("code" in movable) return movable;
  const subjects = await readSubjects(services.store, movable);
  const refusal = valueRefusal(services, subjects, body);
  if (refusal !== null) return refusal;
  const sent = await sentFile(services, path, { ...body, email: caller.email });
  if (sent === null) return badFile("incomplete");
  const { projectId } = movable.document.value;
  // A file that was sent before is read only when there is memory for it.
  return await services.documents.room.run(
    () => depositedFile(services, input, { caller, projectId, subjects, sent }),
    sent.size,
  );
};

interface Checked {
  readonly caller: ProviderCaller;
  readonly projectId: string;
  readonly subjects: Subjects;
  readonly sent: NamedFile;
}

async function depositedFile(
  services: Services,
  { body, ...path }: Upload,
  { caller, projectId, subjects, sent }: Checked,
): Promise<Outcome<"uploadDocument">> {
  const file = await storedFile(services, sent);
  if ("code" in file) return file;
  const { name = body.fileName ?? "" } = sent;
  const { id, size, keep } = file;
  const mail = await receipt(services, subjects, caller.email);
  const by = { caller, action: "uploadDocument", projectId } as const;
  const written = await transact(services, by, async (atomic) => {
    const decision = await deposited(services, atomic, {
      path,
      providerMail: caller.email,
      completionDate: body.completionDate,
      data: body.data.filter(({ value }) => value.trim() !== ""),
      asked: subjects.typedoc?.values ?? [],
      file: { id, name: safeFileName(name), size },
    });
    if (!decision.ok) return decision;
    keep(atomic);
    await sent.settle(atomic, DEPOSITED);
    return { ...decision, mail };
  }).catch(async (fault) => {
    // Nothing is committed for a caller who has lost the access.
    if (fault instanceof CallError) await removeFile(services, id);
    throw fault;
  });
  if (written.ok) await removeParts(services, sent);
  else {
    await removeFile(services, id);
    // A waiting file may still be deposited for another document.
    if (body.waiting === undefined) await forget(services, sent, written.code);
  }
  return written;
}

/** Reads, checks and writes a file, or returns why it is refused; its bytes are freed. */
export async function storedFile(services: Services, sent: NamedFile) {
  const read = await sent.read();
  if (read === null) return badFile("incomplete");
  const { fault, bytes } = await checkedFile(services, read);
  try {
    if (fault === AWAY) return UNREACHABLE;
    if (fault !== null) {
      await forget(services, sent, fault);
      return badFile(fault);
    }
    const size = bytes.length;
    const file = await services.documents.files.write(bytes).catch((failure) =>
      notWritten(services, failure)
    );
    return file === null ? UNREACHABLE : { size, ...file };
  } finally {
    release(bytes);
  }
}

/** Handles a failed write: null for a failure of the bucket. @throws CallError for one of the store */
function notWritten({ logFault }: Services, fault: unknown): null {
  logFault("documents", fault);
  if (fault instanceof S3Failure) return null;
  throw new CallError("store-unavailable");
}

/** Removes an unused file. @param why reason of the refusal */
async function forget(services: Services, sent: SentFile, why: string): Promise<void> {
  await retried(async () => {
    const atomic = services.store.atomic();
    await sent.settle(atomic, why);
    return (await atomic.commit()).ok || null;
  });
  await removeParts(services, sent);
}

/** Removes the parts sent before the deposit. */
async function removeParts(services: Services, { fileId }: SentFile): Promise<void> {
  if (fileId !== null) await removeFile(services, fileId);
}

type NamedFile = SentFile & { readonly name?: string };

/** The file of a deposit, sent with it or before it; null when it is incomplete. */
async function sentFile(
  services: Services,
  path: DocumentPath,
  { file, waiting: fileId, email }: Upload["body"] & { readonly email: string },
): Promise<NamedFile | null> {
  if (fileId !== undefined) return await wholeWaitingFile(services, path, { email, fileId });
  return file === undefined ? null : sentWhole(file);
}

/** A file that came whole with its form. */
export function sentWhole(file: Uint8Array): SentFile {
  const read = () => Promise.resolve(unsharedBytes(file));
  return { size: file.length, fileId: null, read, settle: () => Promise.resolve() };
}

function valueRefusal(
  { now }: Services,
  { typedoc, project }: Subjects,
  body: Upload["body"],
): Refusal | null {
  const today = latestDay(now(), project?.timeZone);
  const faults = depositFaults(body, typedoc ?? { values: [], multiple: false }, today);
  if (faults.length === 0) return null;
  const issues = faults.map(({ typedocValueId, rank, code }) => ({
    path: typedocValueId === null ? "body.completionDate" : `body.data.${typedocValueId}.${rank}`,
    message: code,
  }));
  return { ok: false, code: "bad-values", issues };
}

/** Today in Paris, or at the residence when its day is ahead: in Nouméa the work of a morning is of tomorrow in Paris. */
function latestDay(epochMs: number, timeZone = DEFAULT_TIME_ZONE): IsoDate {
  const inParis = civilDateOf(epochMs, DEFAULT_TIME_ZONE);
  const there = civilDateOf(epochMs, timeZone);
  return there > inParis ? there : inParis;
}

/** Returned when the virus scanner did not answer. */
const AWAY = "scanner-away";

/**
 * A file after its checks, as a PDF, and the reason of a refusal; the array passed is empty afterwards.
 *
 * @spec deposits.pdf
 * @spec deposits.photos
 */
async function checkedFile(services: Services, file: Uint8Array<ArrayBuffer>) {
  const { maxBytes, isInfected } = services.documents;
  if (file.length === 0) return { fault: "empty", bytes: file };
  if (file.length > maxBytes) return { fault: "too-large", bytes: file };
  const { fault, bytes } = imageKind(file) === null && !areJoinedPhotos(file)
    ? await openedPdf(file)
    : await openedPhoto(file, maxBytes);
  if (fault !== null) return { fault, bytes };
  try {
    return { fault: await isInfected?.(bytes) ? "infected" : null, bytes };
  } catch (failure) {
    services.logFault("documents", failure);
    return { fault: AWAY, bytes };
  }
}

function badFile(message: string) {
  return { ok: false, code: "bad-file", issues: [{ path: "body.file", message }] } as const;
}

/** The mail that confirms a deposit to the depositor. @spec deposits.receipt */
async function receipt(
  { outbox, now }: Services,
  { organisation, typedoc, project }: Subjects,
  email: string,
) {
  const letter = documentLetters.letter({
    kind: "document-deposited",
    organisation: organisation?.name ?? "",
    document: typedoc?.name ?? "",
    residence: project?.name ?? "",
    at: new Date(now()).toISOString(),
  });
  return await outbox.sealed(letter, { to: [{ email }] });
}

/** The PDF of a document, under its deposited name, streamed. @spec deposits.flow */
export const getDocumentPdf: Handler<"getDocumentPdf"> = async (services, input) => {
  const { value } = await readEntry(services.store, documentKey(input), documentRecord);
  return await fileFlow(services, value?.file ?? null);
};

/** A stored file, as the answer of a call that streams it. @spec deposits.flow */
export async function fileFlow(services: Services, file: DocumentRecord["file"]) {
  if (file === null) return { ok: false, code: "not-found" } as const;
  const { documents } = services;
  const { id, name, size } = file;
  try {
    const flow = await begunFlow(documents.files.read(id));
    return { ok: true, answer: { fileName: name, size, flow } } as const;
  } catch (fault) {
    if (!(fault instanceof S3Failure)) throw fault;
    services.logFault("documents", fault);
    return UNREACHABLE;
  }
}
