import type { CallName, Calls } from "@/lib/contract/catalogue.ts";

/** An action in the audit log: the name of its call or job. @spec organisations.audit */
export type AuditAction =
  | { [Name in CallName]: Calls[Name]["audit"] extends null | undefined ? never : Name }[CallName]
  | "purgeReadings";

/** Areas of the catalogue with audited calls, by which the log is filtered. */
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
