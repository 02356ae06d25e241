import type { CallName, Calls } from "@/lib/contract/catalogue.ts";

/** Every call that is not a read. */
type Written = {
  [Name in CallName]: Calls[Name] extends { readonly method: "GET" } ? never : Name;
}[CallName];

/** Calls by POST that change nothing an organisation answers for. */
type LeavesNoLine =
  | "login"
  | "logout"
  | "checkToken"
  | "refreshToken"
  | "getOAuthToken"
  | "migrateToOAuth"
  | "askResetCode"
  | "askNewLinkProvider"
  | "checkUser"
  | "createStockImport"
  // Each of its documents leaves a line.
  | "createDocumentAction"
  | "runDocumentAction"
  | "uploadDocumentPart"
  | "sendWaitingFile"
  | "deleteWaitingFile";

/**
 * What a line of the audit log says was done: the name of the call that did it.
 *
 * Its French words are in `lib/text/organisations/audit.ts`, exhaustive by type. @spec organisations.audit
 */
export type AuditAction =
  | Exclude<Written, LeavesNoLine>
  | "exportAccount"
  | "exportConsumer"
  | "exportOccupant"
  | "exportOwnData"
  | "purgeReadings";

/** Areas of the catalogue whose calls leave lines, by which the log is filtered. */
export const AUDIT_AREAS = [
  "accounts",
  "organisations",
  "roles",
  "projects",
  "series",
  "housing",
  "facilities",
  "degree_days",
  "energy_balance",
  "gas",
  "autoconsumption",
  "consumption_reports",
  "pilot",
  "alarms",
  "contracting",
  "display",
  "queued_reports",
  "platform",
] as const;

/** One of {@link AUDIT_AREAS}. */
export type AuditArea = (typeof AUDIT_AREAS)[number];
