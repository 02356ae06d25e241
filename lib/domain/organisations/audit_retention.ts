import { addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/** Years of retention of an audit log line: a change may be brought before a court within them. */
export const AUDIT_YEARS = 5;

/** The first day retained in the audit log. @spec organisations.audit */
export function auditStart(today: IsoDate): IsoDate {
  return addYears(today, -AUDIT_YEARS);
}
