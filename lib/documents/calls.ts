/** Declares the calls on providers, contracts, requests, documents and the portal. @module */

import * as z from "zod/mini";
import {
  callFor,
  created,
  flowingFile,
  type InputOf,
  named,
  onAnyProject,
  onDocument,
  onProject,
  type OutcomeOf,
  pageQuery,
  type ResultOf,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import * as contracting from "./schema.ts";
import { documentUpload, partAnswer, waitingFilePart, waitingFiles } from "./upload_schema.ts";

/** Refusal of an organisation without document management. */
const OFF = "document-management-off";

const reads = callFor(onAnyProject("collect:documents:read"), OFF);
const writes = callFor(onAnyProject("collect:documents:write"), OFF);
const changes = callFor(onAnyProject("collect:documents:write"), OFF, "shared-with-others");
const deletes = callFor(
  onAnyProject("collect:documents:write"),
  OFF,
  "not-found",
  "in-use",
  "shared-with-others",
);
const readsProject = callFor(onProject("collect:documents:read"), OFF);
/** Providers see their own documents: refused, running and late. @spec contracting.providers-own */
const readsOrProvides = callFor(
  { any: [...onAnyProject("collect:documents:read").any, "provider"] },
  OFF,
);
const readsDocument = callFor(
  { any: [...onDocument("collect:documents:read").any, "provider-of-request"] },
  OFF,
  "not-found",
);
const validates = callFor(onDocument("collect:documents:validate:write"), OFF);
const deposits = callFor({ any: ["provider-of-request"] }, OFF, "not-found");
const provides = callFor({ any: ["provider"] });

/** Providers, contracts, and the documents requested from them. @spec contracting.lists */
export const DOCUMENTS_CALLS = named({
  listProviders: reads({
    request: "GET /collect/orgs/:orgId/contracting/providers",
    dependsOn: "deliveries",
    summary: "The providers of an organisation, archived ones too (B §7)",
    answer: z.array(contracting.provider),
  }),
  createProvider: writes({
    request: "POST /collect/orgs/:orgId/contracting/providers",
    summary: "Adds a provider (B §7)",
    audit: "Prestataire créé",
    body: contracting.providerDraft,
    answer: created,
    refusals: ["name-taken", "limit-reached"],
  }),
  putProvider: changes({
    request: "PUT /collect/orgs/:orgId/contracting/providers/:providerId",
    summary: "Changes a provider (B §7)",
    audit: "Prestataire modifié",
    body: contracting.providerDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  archiveProvider: changes({
    request: "PUT /collect/orgs/:orgId/contracting/providers/:providerId/archive",
    summary: "Archives a provider, or restores it (B §3)",
    audit: "Prestataire archivé ou restauré",
    body: contracting.archiving,
    refusals: ["not-found"],
  }),
  deleteProvider: deletes({
    request: "DELETE /collect/orgs/:orgId/contracting/providers/:providerId",
    summary: "Deletes a provider without contract or request (B §7)",
    audit: "Prestataire supprimé",
  }),
  listContracts: reads({
    request: "GET /collect/orgs/:orgId/contracting/contracts",
    dependsOn: "settings",
    summary: "The contracts of an organisation, with who is in charge and when (B §7)",
    answer: z.array(contracting.contract),
  }),
  createContract: changes({
    request: "POST /collect/orgs/:orgId/contracting/contracts",
    summary: "Adds a contract (B §7)",
    audit: "Contrat créé",
    body: contracting.contractDraft,
    answer: created,
    refusals: ["unknown-reference", "name-taken", "code-taken", "limit-reached"],
  }),
  putContract: changes({
    request: "PUT /collect/orgs/:orgId/contracting/contracts/:contractId",
    summary: "Changes a contract (B §7)",
    audit: "Contrat modifié",
    body: contracting.contractDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "name-taken", "code-taken"],
  }),
  deleteContract: deletes({
    request: "DELETE /collect/orgs/:orgId/contracting/contracts/:contractId",
    summary: "Deletes a contract without request (B §7)",
    audit: "Contrat supprimé",
  }),
  addContractProvider: changes({
    request: "POST /collect/orgs/:orgId/contracting/contracts/:contractId/providers",
    summary: "Puts a provider in charge of a contract between two days (B §7)",
    audit: "Prestataire ajouté au contrat",
    body: contracting.contractProviderDraft,
    answer: created,
    refusals: [
      "to-confirm",
      "not-found",
      "unknown-reference",
      "conflict",
      "archived",
      "provider-overlap",
      "limit-reached",
    ],
  }),
  putContractProvider: changes({
    request:
      "PUT /collect/orgs/:orgId/contracting/contracts/:contractId/providers/:contractProviderId",
    summary: "Changes who is in charge of a contract, or when (B §7)",
    audit: "Prestataire du contrat modifié",
    body: contracting.contractProviderDraft,
    refusals: [
      "to-confirm",
      "not-found",
      "unknown-reference",
      "conflict",
      "archived",
      "provider-overlap",
    ],
  }),
  deleteContractProvider: changes({
    request:
      "DELETE /collect/orgs/:orgId/contracting/contracts/:contractId/providers/:contractProviderId",
    summary: "Takes a provider off a contract (B §7)",
    audit: "Prestataire retiré du contrat",
    refusals: ["not-found"],
  }),
  listTypedocs: reads({
    request: "GET /collect/orgs/:orgId/contracting/typedoc",
    dependsOn: "settings",
    summary: "The kinds of document of an organisation, archived ones too (B §7)",
    answer: z.array(contracting.typedoc),
  }),
  createTypedoc: writes({
    request: "POST /collect/orgs/:orgId/contracting/typedoc",
    summary: "Adds a kind of document (B §7)",
    audit: "Type de document créé",
    body: contracting.typedocDraft,
    answer: created,
    refusals: ["unknown-reference", "name-taken", "limit-reached"],
  }),
  putTypedoc: changes({
    request: "PUT /collect/orgs/:orgId/contracting/typedoc/:typedocId",
    summary: "Changes a kind of document (B §7)",
    audit: "Type de document modifié",
    body: contracting.typedocDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "name-taken"],
  }),
  archiveTypedoc: changes({
    request: "PUT /collect/orgs/:orgId/contracting/typedoc/:typedocId/archive",
    summary: "Archives a kind of document, or restores it (B §7)",
    audit: "Type de document archivé ou restauré",
    body: contracting.archiving,
    refusals: ["not-found"],
  }),
  deleteTypedoc: deletes({
    request: "DELETE /collect/orgs/:orgId/contracting/typedoc/:typedocId",
    summary: "Deletes a kind of document without request (B §7)",
    audit: "Type de document supprimé",
  }),
  listRequests: reads({
    request: "GET /collect/orgs/:orgId/contracting/requests",
    dependsOn: "settings",
    summary: "The requests of an organisation, closed ones too (B §7)",
    answer: z.array(contracting.documentRequest),
  }),
  createRequest: writes({
    request: "POST /collect/orgs/:orgId/contracting/requests",
    summary: "Asks a provider for documents, again and again (B §7)",
    audit: "Demande de document créée",
    body: contracting.documentRequestDraft,
    answer: created,
    refusals: ["to-confirm", "due-date-too-far", "unknown-reference", "archived", "limit-reached"],
  }),
  putRequest: changes({
    request: "PUT /collect/orgs/:orgId/contracting/requests/:requestId",
    summary: "Changes a request (B §7)",
    audit: "Demande de document modifiée",
    body: contracting.documentRequestDraft,
    refusals: [
      "to-confirm",
      "due-date-too-far",
      "not-found",
      "conflict",
      "unknown-reference",
      "archived",
      "documents-deposited",
    ],
  }),
  closeRequest: changes({
    request: "PUT /collect/orgs/:orgId/contracting/requests/:requestId/close",
    summary: "Closes a request, or opens it again (B §7)",
    audit: "Demande de document close ou rouverte",
    body: contracting.requestClosing,
    refusals: ["to-confirm", "not-found"],
  }),
  deleteRequest: deletes({
    request: "DELETE /collect/orgs/:orgId/contracting/requests/:requestId",
    summary: "Deletes a request of which nothing was deposited (B §7)",
    audit: "Demande de document supprimée",
  }),

  countDocuments: readsOrProvides({
    request: "GET /collect/orgs/:orgId/contracting/documents-count",
    dependsOn: "figures",
    summary: "How many documents the lists hold, the history left out (B §4)",
    answer: contracting.documentCounts,
  }),
  pageDocuments: reads({
    request: "GET /collect/orgs/:orgId/contracting/documents-page",
    summary:
      "A page of a list of documents, filtered and sorted, with the values to filter by (B §2)",
    query: contracting.documentPageQuery,
    answer: contracting.documentPage,
  }),
  exportDocuments: reads({
    request: "GET /collect/orgs/:orgId/contracting/documents-file",
    summary: "A list of documents as a CSV file, filtered and sorted as a page of it (B §2)",
    query: contracting.documentFileQuery,
    answer: flowingFile,
    answerKind: "bytes",
  }),
  listDocumentsRunning: readsOrProvides({
    request: "GET /collect/orgs/:orgId/contracting/documents-running",
    summary: "Documents within their reminder window (B §7, B §4)",
    answer: z.array(contracting.documentRow),
  }),
  listDocumentsLate: readsOrProvides({
    request: "GET /collect/orgs/:orgId/contracting/documents-late",
    summary: "Documents past their due date (B §7, B §4)",
    answer: z.array(contracting.documentRow),
  }),
  listDocumentsToValidate: reads({
    request: "GET /collect/orgs/:orgId/contracting/documents-to-validate",
    summary: "Documents that await a verdict (B §7, B §4)",
    answer: z.array(contracting.documentRow),
  }),
  listDocumentsRefused: readsOrProvides({
    request: "GET /collect/orgs/:orgId/contracting/documents-refused",
    summary: "Documents refused (B §7)",
    answer: z.array(contracting.documentRow),
  }),
  listDocumentsHistory: reads({
    request: "GET /collect/orgs/:orgId/contracting/documents-history/years-:year",
    summary: "Documents of a year whose state is settled or awaits a verdict (B §7, B §4)",
    answer: z.array(contracting.documentRow),
  }),
  listProjectDocumentsRunning: readsProject({
    request: "GET /collect/orgs/:orgId/contracting/projects/:projectId/documents-running",
    dependsOn: "settings",
    summary: "A residence's documents within their reminder window (B §7)",
    answer: z.array(contracting.documentRow),
  }),
  listProjectDocumentsLate: readsProject({
    request: "GET /collect/orgs/:orgId/contracting/projects/:projectId/documents-late",
    dependsOn: "settings",
    summary: "A residence's documents past their due date (B §7)",
    answer: z.array(contracting.documentRow),
  }),
  listProjectDocumentsToValidate: readsProject({
    request: "GET /collect/orgs/:orgId/contracting/projects/:projectId/documents-to-validate",
    dependsOn: "settings",
    summary: "A residence's documents that await a verdict (B §7)",
    answer: z.array(contracting.documentRow),
  }),
  listProjectDocumentsRefused: readsProject({
    request: "GET /collect/orgs/:orgId/contracting/projects/:projectId/documents-refused",
    dependsOn: "settings",
    summary: "A residence's documents refused (B §7)",
    answer: z.array(contracting.documentRow),
  }),
  listProjectDocumentsHistory: readsProject({
    request:
      "GET /collect/orgs/:orgId/contracting/projects/:projectId/documents-history/years-:year",
    dependsOn: "settings",
    summary: "A residence's documents of a year (B §7)",
    answer: z.array(contracting.documentRow),
  }),

  getDocumentInfo: readsDocument({
    request: "GET /collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId/info",
    summary: "A document and all that it is about (B §7, B §2)",
    answer: contracting.documentInfo,
  }),
  getDocumentPdf: readsDocument({
    request: "GET /collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId/pdf",
    summary: "The PDF of a document (B §7)",
    answerKind: "pdf",
    answer: flowingFile,
    refusals: ["files-unreachable"],
  }),
  uploadDocument: deposits({
    request: "PUT /collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId",
    summary: "Deposits a document with its values (B §7 provider portal)",
    audit: "Document déposé",
    body: documentUpload,
    bodyKind: "multipart",
    refusals: ["document-not-awaiting-upload", "bad-file", "bad-values", "files-unreachable"],
  }),
  pageAskedDocuments: provides({
    request: "GET /collect/deposits/documents",
    summary:
      "A page of what all landlords ask of the caller, and how many documents there are (B §2)",
    query: contracting.askedPageQuery,
    answer: contracting.askedPage,
  }),
  listWaitingFiles: provides({
    request: "GET /collect/deposits/files",
    summary: "Files that the caller sent, and the documents they may be deposited for (B §7)",
    answer: waitingFiles,
  }),
  sendWaitingFile: provides({
    request: "POST /collect/deposits/files",
    summary:
      "Sends a part of a file that is deposited afterwards, and says how many bytes arrived (B §7)",
    audit: null,
    body: waitingFilePart,
    bodyKind: "multipart",
    answer: partAnswer,
    refusals: ["bad-file", "limit-reached"],
  }),
  deleteWaitingFile: provides({
    request: "DELETE /collect/deposits/files/:fileId",
    summary: "Removes a file that waits for its document (B §7)",
    audit: null,
    refusals: ["not-found"],
  }),
  validateDocument: validates({
    request:
      "POST /collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId/validate",
    summary: "Gives a verdict on a document (B §7)",
    audit: "Document examiné",
    body: contracting.documentVerdict,
    refusals: ["not-found", "conflict", "document-not-awaiting-validation"],
  }),
  dropDocuments: writes({
    request: "POST /collect/orgs/:orgId/contracting/documents-mass-dropout",
    summary: "Abandons documents together, with a result for each (B §7)",
    audit: "Documents abandonnés",
    body: contracting.massDropout,
    answer: contracting.massResult,
  }),
  listDocumentActions: writes({
    request: "GET /collect/orgs/:orgId/contracting/document-actions",
    summary: "What the caller does to the documents of a list, newest first, for a week (B §4)",
    answer: z.array(contracting.documentAction),
  }),
  createDocumentAction: writes({
    request: "POST /collect/orgs/:orgId/contracting/document-actions",
    summary: "Prepares what is done to every document that a list keeps (B §4)",
    // Each of its documents adds a line.
    audit: null,
    body: contracting.documentActionDraft,
    answer: created,
    refusals: ["to-confirm", "due-date-too-far"],
  }),
  getDocumentAction: writes({
    request: "GET /collect/orgs/:orgId/contracting/document-actions/:actionId",
    summary: "How far an action of the caller is, and a page of its lines (B §4)",
    query: pageQuery,
    answer: contracting.documentActionRead,
    refusals: ["not-found"],
  }),
  runDocumentAction: writes({
    request: "POST /collect/orgs/:orgId/contracting/document-actions/:actionId/run",
    summary: "Handles the next lines of an action, which a job continues otherwise (B §4)",
    // Each of its documents adds a line.
    audit: null,
    answer: contracting.documentActionRead,
    refusals: ["not-found", "conflict"],
  }),
  changeFinalDueDate: writes({
    request: "POST /collect/orgs/:orgId/contracting/document-final-due-date",
    summary: "Changes the final due date of documents, with a result for each (B §7)",
    audit: "Date limite finale changée",
    body: contracting.finalDueDateChange,
    answer: contracting.massResult,
    refusals: ["to-confirm", "due-date-too-far"],
  }),
});

type Calls = typeof DOCUMENTS_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;

export type Result<Name extends keyof Calls> = ResultOf<Calls[Name]>;
