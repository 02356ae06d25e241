import { AUDIT_AREAS, type AuditArea } from "@/lib/contract/calls/audit.ts";
import type { Input } from "@/lib/contract/catalogue.ts";
import { isEmail } from "@/lib/domain/forms/email.ts";
import { isIsoDate } from "@/lib/domain/periods/civil_dates.ts";

export interface AuditFilters {
  from: string;
  to: string;
  email: string;
  area: AuditArea | "";
  residence: string;
}

const NAMES = ["from", "to", "email", "area", "residence"] as const;

/** Reads the filters of a URL; invalid ones are ignored. */
export function readAuditFilters(query: URLSearchParams): AuditFilters {
  const text = (name: string) => query.get(name)?.trim() ?? "";
  const day = (name: string) => isIsoDate(text(name)) ? text(name) : "";
  return {
    from: day("from"),
    to: day("to"),
    email: isEmail(text("email")) ? text("email") : "",
    area: AUDIT_AREAS.find((area) => area === text("area")) ?? "",
    residence: text("residence").slice(0, 100),
  };
}

/** The filters as a query, without empty ones. */
export function writeAuditFilters(filters: AuditFilters): string {
  const given = NAMES.flatMap((name) => filters[name] === "" ? [] : [[name, filters[name]]]);
  return new URLSearchParams(given).toString();
}

export function auditQuery(orgId: string, filters: AuditFilters): Input<"getAudit"> {
  const { from, to, email, area, residence } = filters;
  return {
    orgId,
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(email !== "" && { email }),
    ...(area !== "" && { area }),
    ...(residence !== "" && { residence }),
  };
}
