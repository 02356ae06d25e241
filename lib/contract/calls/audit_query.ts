import * as z from "zod/mini";
import { email, id, isoDate } from "@/lib/domain/forms/schema.ts";
import { AUDIT_AREAS, type AuditArea } from "./audit.ts";

/** Which lines of the audit log: from and to are civil days, `after` the `next` of the page before. */
export interface AuditQuery extends Record<string, unknown> {
  from?: string | undefined;
  to?: string | undefined;
  after?: string | undefined;
  /** Who did it. */
  email?: string | undefined;
  area?: AuditArea | undefined;
  /** Residence touched: a filter, not the place access looks at. */
  residence?: string | undefined;
}

export const auditQuery: z.ZodMiniType<AuditQuery> = z.strictObject({
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  after: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,100}$/))),
  email: z.optional(email),
  area: z.optional(z.enum(AUDIT_AREAS)),
  residence: z.optional(id),
});
