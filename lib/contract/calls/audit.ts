import type { CallName, Calls } from "@/lib/contract/catalogue.ts";

/** What a line of the audit log says was done: the name of the call or of the job that did it. @spec organisations.audit */
export type AuditAction =
  | { [Name in CallName]: Calls[Name]["audit"] extends null | undefined ? never : Name }[CallName]
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

export type AuditArea = (typeof AUDIT_AREAS)[number];
