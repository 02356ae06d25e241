import { bound, type Services } from "@/lib/backend/embedded/services.ts";
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

/** Documents requested from providers: lists, verdicts, bulk actions. */
export function documents(services: Services, reader: ListReader) {
  return {
    ...documentLists(reader),
    ...bound(services, {
      getDocumentInfo,
      getDocumentPdf,
      uploadDocumentPart,
      uploadDocument,
      validateDocument,
      listDocumentActions,
      getDocumentAction,
      runDocumentAction,
      dropDocuments,
      changeFinalDueDate,
    }),
  };
}

/** Calls of a provider's user, for all their landlords together. */
export function depositFiles(services: Services, reader: ListReader) {
  return {
    ...bound(reader, { pageAskedDocuments, listWaitingFiles }),
    ...bound(services, { sendWaitingFile, deleteWaitingFile }),
  };
}
