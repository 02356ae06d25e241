/** Serves the calls on documents where an organisation manages documents. @module */

import { bound, type Services } from "@/lib/api/services.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import {
  createDocumentAction,
  getDocumentAction,
  listDocumentActions,
  runDocumentAction,
} from "./bulk_actions.ts";
import { DOCUMENTS_CALLS } from "./calls.ts";
import { getDocumentInfo } from "./document_details.ts";
import {
  countDocuments,
  exportDocuments,
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
  pageDocuments,
} from "./document_lists.ts";
import {
  addContractProvider,
  archiveProvider,
  archiveTypedoc,
  createContract,
  createProvider,
  createTypedoc,
  deleteContract,
  deleteContractProvider,
  deleteProvider,
  deleteTypedoc,
  listContracts,
  listProviders,
  listTypedocs,
  putContract,
  putContractProvider,
  putProvider,
  putTypedoc,
} from "./registers.ts";
import { pageAskedDocuments } from "./requested_documents.ts";
import {
  closeRequest,
  createRequest,
  deleteRequest,
  listRequests,
  putRequest,
} from "./requests.ts";
import { changeFinalDueDate, dropDocuments, validateDocument } from "./transitions.ts";
import { getDocumentPdf, uploadDocument } from "./upload.ts";
import {
  deleteWaitingFile,
  listWaitingFiles,
  sendWaitingFile,
  uploadDocumentPart,
} from "./waiting_files.ts";

/** Providers, contracts, document types, requests and documents of an organisation that manages documents. */
export function documentHandlers(services: Services) {
  const managed = bound(DOCUMENTS_CALLS, services, {
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
    ...bound(DOCUMENTS_CALLS, services, {
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
