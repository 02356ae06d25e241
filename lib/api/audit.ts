/** Adds lines to the audit log. @module */

import * as z from "zod";
import { newId } from "@/lib/base/secrets.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic } from "@/lib/store/store.ts";

/** An action in the audit log: the name of its call or job. @spec organisations.audit */
export type AuditAction = string;

/** A stored line of the audit log, without code, token or password. */
export type AuditRecord = z.output<typeof auditRecord>;
export const auditRecord = z.object({
  /** null for the program itself, and for an address without an account. */
  email: z.string().nullable(),
  accountId: z.string().nullable().default(null),
  action: z.string(),
  projectId: z.string().nullable(),
  subject: z.string(),
});

export interface AuditLine {
  /** null for the program itself, in a job. */
  caller: Caller | null;
  action: AuditAction;
  orgId: string;
  /** The residence changed; null for the organisation itself. */
  projectId: string | null;
  /** Short description of the object changed; never a secret. */
  subject: string;
}

const SUBJECT_MAX_LENGTH = 200;
/** A change of roles names an address and up to every role: a role that was cut off would be unknown later. */
const ROLES_MAX_LENGTH = 2_000;

/** Adds a line to the audit log, in the commit of the action. @spec organisations.audit @param atMs epoch ms */
export function addAuditLine(atomic: Atomic, line: AuditLine, atMs: number): Atomic {
  const { caller, action, projectId, orgId } = line;
  const account = caller?.kind === "account" ? caller : null;
  const maxLength = action === "putProjectUserRoles" ? ROLES_MAX_LENGTH : SUBJECT_MAX_LENGTH;
  const record: AuditRecord = {
    email: account?.email ?? null,
    accountId: account?.accountId ?? null,
    action,
    projectId,
    subject: firstCharacters(line.subject, maxLength),
  };
  return atomic.set(keys.audit(orgId, atMs, newId()), record);
}
