import type { PathTable } from "./path_table.ts";

/** Where the calls of contracting are. @spec B §7 "Contracting under /orgs/{orgId}/contracting" */
export const CONTRACTING_PATHS = {
  listProviders: { method: "GET", path: "/collect/orgs/:orgId/contracting/providers" },
  createProvider: { method: "POST", path: "/collect/orgs/:orgId/contracting/providers" },
  putProvider: { method: "PUT", path: "/collect/orgs/:orgId/contracting/providers/:providerId" },
  deleteProvider: {
    method: "DELETE",
    path: "/collect/orgs/:orgId/contracting/providers/:providerId",
  },
  listContracts: { method: "GET", path: "/collect/orgs/:orgId/contracting/contracts" },
  createContract: { method: "POST", path: "/collect/orgs/:orgId/contracting/contracts" },
  putContract: { method: "PUT", path: "/collect/orgs/:orgId/contracting/contracts/:contractId" },
  deleteContract: {
    method: "DELETE",
    path: "/collect/orgs/:orgId/contracting/contracts/:contractId",
  },
  addContractProvider: {
    method: "POST",
    path: "/collect/orgs/:orgId/contracting/contracts/:contractId/providers",
  },
  putContractProvider: {
    method: "PUT",
    path: "/collect/orgs/:orgId/contracting/contracts/:contractId/providers/:contractProviderId",
  },
  deleteContractProvider: {
    method: "DELETE",
    path: "/collect/orgs/:orgId/contracting/contracts/:contractId/providers/:contractProviderId",
  },
  listTypedocs: { method: "GET", path: "/collect/orgs/:orgId/contracting/typedoc" },
  createTypedoc: { method: "POST", path: "/collect/orgs/:orgId/contracting/typedoc" },
  putTypedoc: { method: "PUT", path: "/collect/orgs/:orgId/contracting/typedoc/:typedocId" },
  archiveTypedoc: {
    method: "PUT",
    path: "/collect/orgs/:orgId/contracting/typedoc/:typedocId/archive",
  },
  deleteTypedoc: { method: "DELETE", path: "/collect/orgs/:orgId/contracting/typedoc/:typedocId" },
  listRequests: { method: "GET", path: "/collect/orgs/:orgId/contracting/requests" },
  createRequest: { method: "POST", path: "/collect/orgs/:orgId/contracting/requests" },
  putRequest: { method: "PUT", path: "/collect/orgs/:orgId/contracting/requests/:requestId" },
  closeRequest: {
    method: "PUT",
    path: "/collect/orgs/:orgId/contracting/requests/:requestId/close",
  },
  deleteRequest: {
    method: "DELETE",
    path: "/collect/orgs/:orgId/contracting/requests/:requestId",
  },

  listDocumentsRunning: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/documents-running",
  },
  listDocumentsLate: { method: "GET", path: "/collect/orgs/:orgId/contracting/documents-late" },
  listDocumentsToValidate: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/documents-to-validate",
  },
  listDocumentsRefused: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/documents-refused",
  },
  listDocumentsHistory: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/documents-history/years-:year",
  },
  listProjectDocumentsRunning: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/projects/:projectId/documents-running",
  },
  listProjectDocumentsLate: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/projects/:projectId/documents-late",
  },
  listProjectDocumentsToValidate: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/projects/:projectId/documents-to-validate",
  },
  listProjectDocumentsRefused: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/projects/:projectId/documents-refused",
  },
  listProjectDocumentsHistory: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/projects/:projectId/documents-history/years-:year",
  },

  getDocumentInfo: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId/info",
  },
  getDocumentPdf: {
    method: "GET",
    path: "/collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId/pdf",
  },
  uploadDocument: {
    method: "PUT",
    path: "/collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId",
  },
  validateDocument: {
    method: "POST",
    path: "/collect/orgs/:orgId/contracting/requests/:requestId/documents/:documentId/validate",
  },
  dropDocuments: {
    method: "POST",
    path: "/collect/orgs/:orgId/contracting/documents-mass-dropout",
  },
  changeFinalDueDate: {
    method: "POST",
    path: "/collect/orgs/:orgId/contracting/document-final-due-date",
  },
} as const satisfies PathTable;
