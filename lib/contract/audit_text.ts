import type { AuditAction } from "./calls/audit.ts";
import { CALLS, isCallName } from "./catalogue.ts";

/** Audit actions of jobs, which no call performs. */
const OF_JOBS: Readonly<Record<Exclude<AuditAction, keyof typeof CALLS>, string>> = {
  purgeReadings: "Relevés trop anciens supprimés",
};

/** French text of an audit action; the action's name when this version does not know it. */
export function auditActionText(action: string): string {
  const jobs: Readonly<Record<string, string>> = OF_JOBS;
  return (isCallName(action) ? CALLS[action].audit : jobs[action]) ?? action;
}
