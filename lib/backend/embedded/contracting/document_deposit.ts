import { freeBytes } from "@/lib/backend/core/byte_budget.ts";
import { unsharedBytes } from "@/lib/backend/core/bytes.ts";
import { begunFlow } from "@/lib/backend/core/flow.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Handler } from "@/lib/backend/embedded/handlers.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { openedPdf } from "@/lib/backend/files/pdf_check.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { S3Failure } from "@/lib/backend/outside/s3.ts";
import { documentRecord } from "@/lib/backend/records/contracting.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { DEPOSITED, depositFaults, safeFileName } from "@/lib/domain/contracting/deposit.ts";
import { isAwaited } from "@/lib/domain/contracting/states.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { DocumentPath } from "./document_index.ts";
import { deposited, depositedAt } from "./document_moves.ts";
import { type SentFile, sentInParts } from "./document_parts.ts";
import { readSubjects, type Subjects } from "./document_subjects.ts";
import { wholeWaitingFile } from "./waiting_files.ts";

type Upload = Input<"uploadDocument">;
type Refusal = Extract<Outcome<"uploadDocument">, { ok: false }>;

/**
 * Deposits a document: the file is written, then its manifest, the move of the document, its audit line and the receipt
 * are one commit.
 *
 * @spec deposits.whole
 */
export const uploadDocument: Handler<"uploadDocument"> = async (services, input, caller) => {
  const { body, ...path } = input;
  if (caller.kind !== "provider") throw new Refused("forbidden");
  const movable = await depositedAt(services, path);
  if (movable === null) return { ok: false, code: "not-found" };
  const { document, request } = movable;
  if (request.value.close || !isAwaited(document.value.state)) {
    return { ok: false, code: "document-not-awaiting-upload" };
  }
  const subjects = await readSubjects(services.store, movable);
  const refusal = valueRefusal(services, subjects, body);
  if (refusal !== null) return refusal;
  const sent = await sentFile(services, path, { ...body, email: caller.email });
  if (sent === null) return badFile(body.size === 0 ? "empty" : "incomplete");
  const { name = body.fileName ?? "" } = sent;
  const { fault, bytes } = await checkedFile(services, sent.bytes);
  if (fault !== null) {
    await forget(services, sent, fault);
    return badFile(fault);
  }
  const { files } = services.documents;
  const size = bytes.length;
  const file = await files.write(bytes).catch((fault) => unavailable(services, fault));
  freeBytes(bytes);
  const { projectId } = document.value;
  const mail = await receipt(services, subjects, caller.email);
  const written = await write(
    services,
    { caller, action: "uploadDocument", projectId },
    async (atomic) => {
      const decision = await deposited(services, atomic, {
        path,
        providerMail: caller.email,
        completionDate: body.completionDate,
        data: body.data.filter(({ value }) => value.trim() !== ""),
        file: { id: file.id, name: safeFileName(name), size },
      });
      if (!decision.ok) return decision;
      file.keep(atomic);
      await sent.settle(atomic, DEPOSITED);
      return { ...decision, mail };
    },
  );
  if (written.ok) await removeParts(services, sent);
  else {
    await files.remove(file.id);
    // A file that waits may be deposited for another document.
    if (body.waiting === undefined) await forget(services, sent, written.code);
  }
  return written;
};

/** Removes a file that is of no use. @param why it was refused */
async function forget(services: Services, sent: SentFile, why: string): Promise<void> {
  await retried(async () => {
    const atomic = services.store.atomic();
    await sent.settle(atomic, why);
    return (await atomic.commit()).ok || null;
  });
  await removeParts(services, sent);
}

/** Removes what was sent before the deposit. */
async function removeParts({ documents }: Services, { fileId }: SentFile): Promise<void> {
  if (fileId !== null) await documents.files.remove(fileId);
}

/** The file of a deposit, sent with it or before it; null when it is not whole. */
async function sentFile(
  services: Services,
  path: DocumentPath,
  { file, mark = "", size = 0, waiting: fileId, email }: Upload["body"] & {
    readonly email: string;
  },
): Promise<SentFile & { readonly name?: string } | null> {
  if (fileId !== undefined) return await wholeWaitingFile(services, path, { email, fileId });
  if (file === undefined) return await sentInParts(services, path, { email, mark, size });
  return { bytes: unsharedBytes(file), fileId: null, settle: () => Promise.resolve() };
}

function valueRefusal(
  { now }: Services,
  { typedoc }: Subjects,
  body: Upload["body"],
): Refusal | null {
  const today = civilDateOf(now(), DEFAULT_TIME_ZONE);
  const faults = depositFaults(body, typedoc ?? { values: [], multiple: false }, today);
  if (faults.length === 0) return null;
  const issues = faults.map(({ typedocValueId, rank, code }) => ({
    path: typedocValueId === null ? "body.completionDate" : `body.data.${typedocValueId}.${rank}`,
    message: code,
  }));
  return { ok: false, code: "bad-values", issues };
}

/** A file after its checks, and why it is refused; the array that is passed is empty then. @spec deposits.pdf */
async function checkedFile(
  services: Services,
  file: Uint8Array<ArrayBuffer>,
): Promise<{ readonly fault: string | null; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const { maxBytes, isInfected } = services.documents;
  if (file.length === 0) return { fault: "empty", bytes: file };
  if (file.length > maxBytes) return { fault: "too-large", bytes: file };
  const { fault, bytes } = await openedPdf(file);
  if (fault !== null) return { fault, bytes };
  const found = await isInfected?.(bytes).catch((fault) => unavailable(services, fault));
  return { fault: found ? "infected" : null, bytes };
}

function badFile(message: string): Refusal {
  return { ok: false, code: "bad-file", issues: [{ path: "body.file", message }] };
}

/** @throws Refused when the bucket or the virus scanner does not answer: it may be asked again */
function unavailable(services: Services, fault: unknown): never {
  services.reportFault("documents", fault);
  throw new Refused("store-unavailable");
}

/** The mail that confirms a deposit to who made it. @spec deposits.receipt */
async function receipt(
  { outbox, now }: Services,
  { organisation, typedoc, project }: Subjects,
  email: string,
) {
  return await outbox.sealed({
    kind: "document-deposited",
    organisation: organisation?.name ?? "",
    document: typedoc?.name ?? "",
    residence: project?.name ?? "",
    at: new Date(now()).toISOString(),
  }, { to: [{ email }] });
}

/** The PDF of a document, under the name it was deposited with, read as it is sent. @spec deposits.flow */
export const getDocumentPdf: Handler<"getDocumentPdf"> = async (services, input) => {
  const { orgId, requestId, documentId } = input;
  const { store, documents } = services;
  const { value } = await readEntry(
    store,
    keys.document(orgId, requestId, documentId),
    documentRecord,
  );
  if (!value?.file) return { ok: false, code: "not-found" };
  const { id, name, size } = value.file;
  const flow = await begunFlow(documents.files.read(id)).catch((fault) => {
    if (fault instanceof S3Failure) return unavailable(services, fault);
    throw fault;
  });
  return { ok: true, answer: { fileName: name, size, flow } };
};
