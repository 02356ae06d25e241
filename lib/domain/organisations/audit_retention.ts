import { addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/** Years for which the audit log keeps a line: within them, what somebody changed may be brought before a court. */
export const AUDIT_YEARS = 5;

/** The first day whose lines the audit log keeps. @spec organisations.audit */
export function auditStart(today: IsoDate): IsoDate {
  return addYears(today, -AUDIT_YEARS);
}
