import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { pageAskedDocuments } from "./asked_documents.ts";
import { getDocumentAction, listDocumentActions, runDocumentAction } from "./document_actions.ts";
import { getDocumentPdf, uploadDocument } from "./document_deposit.ts";
import { getDocumentInfo } from "./document_info.ts";
import { documentLists } from "./document_lists.ts";
import { changeFinalDueDate, dropDocuments } from "./document_mass.ts";
import { validateDocument } from "./document_moves.ts";
import { uploadDocumentPart } from "./document_parts.ts";
import type { ListReader } from "./listings.ts";
import { deleteWaitingFile, listWaitingFiles, sendWaitingFile } from "./waiting_files.ts";

/** The documents asked of providers: their lists, their verdicts, and what is done to many. */
export function documents(services: Services, reader: ListReader) {
  return {
    ...documentLists(reader),
    getDocumentInfo: (input) => getDocumentInfo(services, input),
    getDocumentPdf: (input) => getDocumentPdf(services, input),
    uploadDocumentPart: (input, caller) => uploadDocumentPart(services, input, caller),
    uploadDocument: (input, caller) => uploadDocument(services, input, caller),
    validateDocument: (input, caller) => validateDocument(services, input, caller),
    listDocumentActions: (input, caller) => listDocumentActions(services, input, caller),
    getDocumentAction: (input, caller) => getDocumentAction(services, input, caller),
    runDocumentAction: (input, caller) => runDocumentAction(services, input, caller),
    dropDocuments: (input, caller) => dropDocuments(services, input, caller),
    changeFinalDueDate: (input, caller) => changeFinalDueDate(services, input, caller),
  } satisfies Partial<Backend>;
}

/** What a person of a provider sends and asks of all their landlords together. */
export function depositFiles(services: Services, reader: ListReader) {
  return {
    pageAskedDocuments: (input, caller) => pageAskedDocuments(reader, input, caller),
    listWaitingFiles: (_, caller) => listWaitingFiles(reader, caller),
    sendWaitingFile: (input, caller) => sendWaitingFile(services, input, caller),
    deleteWaitingFile: (input, caller) => deleteWaitingFile(services, input, caller),
  } satisfies Partial<Backend>;
}
