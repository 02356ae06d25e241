import * as z from "zod/mini";
import { email, id, isoDate } from "@/lib/domain/forms/fields/schema.ts";
import { AUDIT_AREAS } from "./audit.ts";

export const auditQuery = z.strictObject({
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  /** The `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,100}$/))),
  /** Author. */
  email: z.optional(email),
  area: z.optional(z.enum(AUDIT_AREAS)),
  /** Residence affected: a filter, not checked for access. */
  residence: z.optional(id),
});
