import type { CallName } from "@/lib/app/catalogue.ts";

/** The calls that providers may make, by name. @spec B §6 "providers can only upload and view their own documents" */
export const PROVIDER_CALLS: readonly CallName[] = [
  "countDocuments",
  "deleteWaitingFile",
  "getDocumentInfo",
  "getDocumentPdf",
  "getMe",
  "listDocumentsLate",
  "listDocumentsRefused",
  "listDocumentsRunning",
  "listOrgs",
  "listWaitingFiles",
  "pageAskedDocuments",
  "sendWaitingFile",
  "uploadDocument",
  "uploadDocumentPart",
];
