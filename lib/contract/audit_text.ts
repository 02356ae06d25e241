import type { AuditAction } from "./calls/audit.ts";
import { CALLS, isCallName } from "./catalogue.ts";

/** What no call does: a job of the program. */
const OF_JOBS: Readonly<Record<Exclude<AuditAction, keyof typeof CALLS>, string>> = {
  purgeReadings: "Relevés trop anciens supprimés",
};

/** What an action did, in French; its own name for one that this version does not know. */
export function auditActionText(action: string): string {
  const jobs: Readonly<Record<string, string>> = OF_JOBS;
  return (isCallName(action) ? CALLS[action].audit : jobs[action]) ?? action;
}
