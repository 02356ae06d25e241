/** Deposits an accepted statement among the documents of its residence. @module */

import type { Services } from "@/lib/api/services.ts";
import { organisationOf, transact } from "@/lib/api/writes.ts";
import { CallError } from "@/lib/base/errors.ts";
import { newId, secretHash } from "@/lib/base/secrets.ts";
import { civilDateOf, DEFAULT_TIME_ZONE, instantOf } from "@/lib/base/time_zones.ts";
import { comparableName } from "@/lib/base/visible_text.ts";
import { type Movable, readMovable } from "@/lib/documents/document_details.ts";
import { awaitedDocument, setDocument } from "@/lib/documents/document_index.ts";
import { isAwaited } from "@/lib/documents/document_states.ts";
import { deadlineOf } from "@/lib/documents/due_dates.ts";
import {
  type DocumentRecord,
  documentRecord,
  type RequestRecord,
  requestRecord,
  type TypedocRecord,
  typedocRecord,
} from "@/lib/documents/records.ts";
import { setFiled } from "@/lib/documents/transitions.ts";
import { sentWhole, storedFile } from "@/lib/documents/upload.ts";
import { documentCompliance, safeFileName } from "@/lib/documents/upload_rules.ts";
import { removeFile } from "@/lib/documents/waiting_files.ts";
import { pdfBytes } from "@/lib/files/pdf_writer.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listStored, readEntry, type Stored, unchanged } from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler, Input } from "./calls.ts";
import { managesDocuments, operatorOf } from "./operator.ts";
import { type SettlementRecord, termsRecord } from "./records.ts";
import { inForce } from "./season_statement.ts";
import { readStatement, shownStatement } from "./settlements.ts";
import { effectiveState } from "./states.ts";
import { statementPdf } from "./statement_pdf.ts";
import { DEPOSITED_TYPE, statementName } from "./text.ts";

/** A statement to deposit, and the organisation that keeps its documents. */
interface Deposit {
  readonly services: Services;
  readonly caller: Caller;
  readonly at: Input<"depositSettlement">;
  readonly orgId: string;
  readonly record: SettlementRecord;
  readonly typedoc: Stored<TypedocRecord>;
}

/**
 * Deposits the PDF of an accepted statement as the document « Bilan d'intéressement » of its boiler room, valid at once:
 * the one that is awaited first, else another of a closed request of the contract of its terms.
 *
 * @spec settlement.deposit
 */
export const depositSettlement: Handler<"depositSettlement"> = async (services, at, caller) => {
  const { projectId, statementId } = at;
  const read = await readStatement(services, at);
  const { value: record } = read;
  if (record === null) return { ok: false, code: "not-found" };
  const roles = await services.callerRoles.of(caller).rolesOn(projectId);
  if (!roles.has("collect:documents:validate:write")) throw new CallError("forbidden");
  const orgId = await organisationOf(services, projectId);
  if (!await managesDocuments(services, orgId)) {
    return { ok: false, code: "document-management-off" };
  }
  const state = effectiveState(record, services.now());
  if (record.document !== null || (state !== "accepted" && state !== "closed")) {
    return { ok: false, code: "statement-state" };
  }
  const typedoc = await statementTypedoc(services, orgId);
  if (typedoc === null) return { ok: false, code: "statement-typedoc" };
  const shown = await shownStatement(services, statementId, { ...read, value: record });
  const { title, fileName, pages } = statementPdf(shown);
  const bytes = await pdfBytes({ title, now: services.now() }, pages);
  const stored = await storedFile(services, sentWhole(bytes));
  if ("code" in stored) return stored;
  const { id, size, keep } = stored;
  const file = { id, name: safeFileName(fileName), size };
  const change = { caller, action: "depositSettlement", projectId } as const;
  const written = await transact<null, "statement-state" | "statement-contract">(
    services,
    change,
    async (atomic) => {
      const entry = await readStatement(services, at);
      if (entry.value === null || entry.value.document !== null) {
        return { ok: false, code: "statement-state" };
      }
      const deposit = { services, caller, at, orgId, record: entry.value, typedoc };
      const document = await fill(atomic, deposit, file);
      if (document === null) return { ok: false, code: "statement-contract" };
      keep(atomic);
      atomic.check(unchanged(entry)).set(entry.key, { ...entry.value, document });
      const also = [{ kind: "org", id: orgId }] as const;
      return { ok: true, answer: null, subject: statementName(entry.value), also };
    },
  );
  if (!written.ok) await removeFile(services, id);
  return written;
};

/** The type of document of statements in the register; null when none has its name. */
async function statementTypedoc({ store }: Services, orgId: string) {
  const all = await listStored(store, keys.typedoc.under(orgId), typedocRecord);
  const wanted = apostrophed(DEPOSITED_TYPE);
  return all.find(({ record: { name, archived } }) =>
    !archived && apostrophed(name).startsWith(wanted)
  ) ?? null;
}

/** A name as it is compared, with one kind of apostrophe. */
function apostrophed(name: string): string {
  return comparableName(name).replaceAll("’", "'");
}

/** Adds the document to a commit. @returns where it is; null without a contract whose provider it may have */
async function fill(atomic: Atomic, deposit: Deposit, file: DocumentRecord["file"]) {
  const { services, typedoc } = deposit;
  const content = { ...contentOf(deposit), file };
  const awaited = await awaitedOf(deposit);
  if (awaited !== null) {
    await setFiled(services, atomic, awaited, content);
    const { requestId, documentId } = awaited.path;
    return { requestId, documentId };
  }
  const request = await ownRequest(deposit);
  if (request === null) return null;
  const { orgId, at: { projectId, boilerRoomId } } = deposit;
  const requestId = request.id;
  const documentId = `${requestId}.${newId()}`;
  const dueDate = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const equipmentId = typedoc.record.equipment === null ? null : boilerRoomId;
  const before = awaitedDocument({ projectId, equipmentId, dueDate }, request.record);
  setDocument(atomic, { orgId, requestId, documentId }, {
    before: null,
    after: { ...before, ...content },
  });
  atomic.check(request.entry).set(request.entry.key, request.record);
  return { requestId, documentId };
}

/** What the document says: its figures by the names that the type asks for, valid. */
function contentOf({ services, caller, record, typedoc }: Deposit): Partial<DocumentRecord> {
  const now = instantOf(services.now());
  const { rows, statement } = record.sheet;
  const figures = new Map([
    ["nc", statement?.nc],
    ["n'b", statement?.reference],
    ["dju", Math.round(rows.reduce((sum, { dju }) => sum + dju, 0))],
  ]);
  const data = typedoc.record.values.flatMap(({ id: typedocValueId, name }) => {
    const figure = figures.get(apostrophed(name));
    return figure === undefined ? [] : [{ typedocValueId, rank: 0, value: String(figure) }];
  });
  return {
    data,
    asked: typedoc.record.values,
    state: "valid",
    uploadDate: now,
    validateDate: now,
    completionDate: civilDateOf(services.now(), DEFAULT_TIME_ZONE),
    validatorUser: caller.kind === "account" ? caller.email : null,
    compliance: documentCompliance(data, typedoc.record.values),
    comment: "",
  };
}

/** The document of that type which is awaited first of the boiler room, or of the residence; null for none. */
async function awaitedOf({ services, orgId, at, typedoc }: Deposit): Promise<Movable | null> {
  const { store } = services;
  const requests = await listStored(store, keys.documentRequest.under(orgId), requestRecord);
  const open = requests.filter(({ record }) => record.typedocId === typedoc.id && !record.close);
  const all = await Promise.all(open.map(async ({ id: requestId }) => {
    const key = keys.document.under(orgId, requestId);
    const documents = await listStored(store, key, documentRecord);
    return documents.map(({ id: documentId, record }) => ({ requestId, documentId, record }));
  }));
  const [first] = all.flat().filter(({ record: { state, projectId, equipmentId } }) =>
    isAwaited(state) && projectId === at.projectId &&
    (equipmentId === null || equipmentId === at.boilerRoomId)
  ).sort((a, b) => compareValues(deadlineOf(a.record), deadlineOf(b.record)));
  return first === undefined ? null : await readMovable(services, { orgId, ...first });
}

/** The closed request of the contract of the terms, which asks nobody for anything, with the residence; null without a provider in charge. */
async function ownRequest({ services, orgId, at, record, typedoc }: Deposit) {
  const { projectId } = at;
  const contractId = record.sheet.terms?.contractId ?? await laterContract(services, at, record);
  const operator = contractId === null
    ? null
    : await operatorOf(services, { projectId, contractId });
  if (contractId === null || operator === null) return null;
  const { providerId } = operator;
  const parts = JSON.stringify([contractId, providerId, typedoc.id]);
  const id = `statements-${secretHash(parts).slice(0, 16)}`;
  const entry = await readEntry(services.store, keys.documentRequest(orgId, id), requestRecord);
  const before: RequestRecord = entry.value ?? {
    projects: [],
    firstRequest: civilDateOf(services.now(), DEFAULT_TIME_ZONE),
    rate: 0,
    reminder: 0,
    nbDaysForNewDeadline: 0,
    close: true,
    providerId,
    typedocId: typedoc.id,
    contractId,
  };
  const projects = [...new Set([...before.projects, projectId])];
  return { id, entry: unchanged(entry), record: { ...before, projects } };
}

/** The contract to which the terms of the end of the season were tied since; null for none. */
async function laterContract(
  { store }: Services,
  { projectId, boilerRoomId }: Deposit["at"],
  { sheet: { to } }: SettlementRecord,
): Promise<string | null> {
  const prefix = keys.energyTerms.under(projectId, boilerRoomId);
  const terms = (await listStored(store, prefix, termsRecord)).map(({ record }) => record);
  return inForce(terms, to)?.contractId ?? null;
}
