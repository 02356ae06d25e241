import { pageAskedDocuments } from "@/lib/backend/embedded/contracting/asked_documents.ts";
import { addContractProvider } from "@/lib/backend/embedded/contracting/contracts.ts";
import { createContract } from "@/lib/backend/embedded/contracting/contracts.ts";
import { deleteContract } from "@/lib/backend/embedded/contracting/contracts.ts";
import { deleteContractProvider } from "@/lib/backend/embedded/contracting/contracts.ts";
import { listContracts } from "@/lib/backend/embedded/contracting/contracts.ts";
import { putContract } from "@/lib/backend/embedded/contracting/contracts.ts";
import { putContractProvider } from "@/lib/backend/embedded/contracting/contracts.ts";
import { createDocumentAction } from "@/lib/backend/embedded/contracting/document_actions.ts";
import { getDocumentAction } from "@/lib/backend/embedded/contracting/document_actions.ts";
import { listDocumentActions } from "@/lib/backend/embedded/contracting/document_actions.ts";
import { runDocumentAction } from "@/lib/backend/embedded/contracting/document_actions.ts";
import { getDocumentPdf } from "@/lib/backend/embedded/contracting/document_deposit.ts";
import { uploadDocument } from "@/lib/backend/embedded/contracting/document_deposit.ts";
import { getDocumentInfo } from "@/lib/backend/embedded/contracting/document_info.ts";
import { countDocuments } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listDocumentsHistory } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listDocumentsLate } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listDocumentsRefused } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listDocumentsRunning } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listDocumentsToValidate } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listProjectDocumentsHistory } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listProjectDocumentsLate } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listProjectDocumentsRefused } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listProjectDocumentsRunning } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { listProjectDocumentsToValidate } from "@/lib/backend/embedded/contracting/document_lists.ts";
import { changeFinalDueDate } from "@/lib/backend/embedded/contracting/document_mass.ts";
import { dropDocuments } from "@/lib/backend/embedded/contracting/document_mass.ts";
import { validateDocument } from "@/lib/backend/embedded/contracting/document_moves.ts";
import { exportDocuments } from "@/lib/backend/embedded/contracting/document_pages.ts";
import { pageDocuments } from "@/lib/backend/embedded/contracting/document_pages.ts";
import { uploadDocumentPart } from "@/lib/backend/embedded/contracting/document_parts.ts";
import { archiveProvider } from "@/lib/backend/embedded/contracting/registers.ts";
import { archiveTypedoc } from "@/lib/backend/embedded/contracting/registers.ts";
import { createProvider } from "@/lib/backend/embedded/contracting/registers.ts";
import { createTypedoc } from "@/lib/backend/embedded/contracting/registers.ts";
import { deleteProvider } from "@/lib/backend/embedded/contracting/registers.ts";
import { deleteTypedoc } from "@/lib/backend/embedded/contracting/registers.ts";
import { listProviders } from "@/lib/backend/embedded/contracting/registers.ts";
import { listTypedocs } from "@/lib/backend/embedded/contracting/registers.ts";
import { putProvider } from "@/lib/backend/embedded/contracting/registers.ts";
import { putTypedoc } from "@/lib/backend/embedded/contracting/registers.ts";
import { closeRequest } from "@/lib/backend/embedded/contracting/requests.ts";
import { createRequest } from "@/lib/backend/embedded/contracting/requests.ts";
import { deleteRequest } from "@/lib/backend/embedded/contracting/requests.ts";
import { listRequests } from "@/lib/backend/embedded/contracting/requests.ts";
import { putRequest } from "@/lib/backend/embedded/contracting/requests.ts";
import { deleteWaitingFile } from "@/lib/backend/embedded/contracting/waiting_files.ts";
import { listWaitingFiles } from "@/lib/backend/embedded/contracting/waiting_files.ts";
import { sendWaitingFile } from "@/lib/backend/embedded/contracting/waiting_files.ts";
import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { collectFeaturesRecord } from "@/lib/backend/records/organisations.ts";
import type { Caller } from "@/lib/contract/caller.ts";

/** Providers, contracts, document types, requests and documents of an organisation that manages documents. */
export function contractingArea(services: Services) {
  const managed = bound(services, {
    archiveProvider,
    archiveTypedoc,
    createProvider,
    createTypedoc,
    deleteProvider,
    deleteTypedoc,
    listProviders,
    listTypedocs,
    putProvider,
    putTypedoc,
    addContractProvider,
    createContract,
    deleteContract,
    deleteContractProvider,
    listContracts,
    putContract,
    putContractProvider,
    closeRequest,
    createRequest,
    deleteRequest,
    listRequests,
    putRequest,
    countDocuments,
    listDocumentsHistory,
    listDocumentsLate,
    listDocumentsRefused,
    listDocumentsRunning,
    listDocumentsToValidate,
    listProjectDocumentsHistory,
    listProjectDocumentsLate,
    listProjectDocumentsRefused,
    listProjectDocumentsRunning,
    listProjectDocumentsToValidate,
    exportDocuments,
    pageDocuments,
    getDocumentInfo,
    uploadDocumentPart,
    getDocumentPdf,
    uploadDocument,
    validateDocument,
    changeFinalDueDate,
    dropDocuments,
    createDocumentAction,
    getDocumentAction,
    listDocumentActions,
    runDocumentAction,
  });
  return {
    ...whereDocumentsAreManaged(services, managed),
    // Calls of a provider's user, for all their landlords together.
    ...bound(services, {
      pageAskedDocuments,
      deleteWaitingFile,
      listWaitingFiles,
      sendWaitingFile,
    }),
  };
}

type Served = (input: never, caller: Caller) => Promise<unknown>;

/** Refuses every call while the organisation does not manage documents. @spec organisations.documents */
function whereDocumentsAreManaged<Calls extends Readonly<Record<string, Served>>>(
  services: Services,
  calls: Calls,
): Calls {
  const gated = Object.entries(calls).map(([name, serve]) => [
    name,
    async (input: { orgId: string }, caller: Caller) => {
      const key = keys.orgFeatures(input.orgId);
      const { value } = await readEntry(services.store, key, collectFeaturesRecord);
      if (!value?.documentManagement) return { ok: false, code: "document-management-off" };
      return await Reflect.apply(serve, null, [input, caller]);
    },
  ]);
  // Each call has the same type as before: TypeScript loses it in entries.
  return Object.fromEntries(gated) as Calls;
}
