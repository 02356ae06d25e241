import * as z from "zod";
import { accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import { compareKeys } from "@/lib/backend/kv/key_order.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type Entry, type Key, readable, type Store } from "@/lib/backend/kv/store.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import { AREAS, type Input, type Outcome } from "@/lib/contract/catalogue.ts";
import { firstCharacters } from "@/lib/domain/forms/characters.ts";
import type { AuditEntry } from "@/lib/domain/organisations/types.ts";
import { dayBounds, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";

/** A stored line of the audit log, without code, token or password. */
type AuditRecord = z.output<typeof auditRecord>;
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

const PAGE_SIZE = 50;
/** Maximum lines examined for one page, for any filters, and lines read together. */
const SCANNED_COUNT = 2_000;
const FILTERED_AT_ONCE = 200;
/** Later than any valid date, epoch ms. */
const END_OF_TIME = 8.64e15;

/** A page of the audit log, newest first; a page shortened by filters still has the start of the next one. */
export async function getAudit(
  { store }: { readonly store: Store },
  query: Input<"getAudit">,
): Promise<Outcome<"getAudit">> {
  const entries: AuditEntry[] = [];
  let scanned = 0;
  const span = { start: startOf(query), end: endOf(query) };
  // A span that ends before it starts is empty, and the store cannot list it.
  if (compareKeys(span.start, span.end) >= 0) return { ok: true, answer: { entries, next: null } };
  const batchSize = isFiltered(query) ? FILTERED_AT_ONCE : PAGE_SIZE;
  const isWritten = await writtenBy(store, query);
  for await (const entry of store.list(span, { reverse: true, batchSize })) {
    scanned++;
    for (const { accountId, ...line } of readable([entry], auditRecord).map(lineOf)) {
      if (isWritten({ ...line, accountId }) && isKept(line, query)) entries.push(line);
    }
    if (entries.length === PAGE_SIZE || scanned === SCANNED_COUNT) {
      return { ok: true, answer: { entries, next: cursorOf(entry.key) } };
    }
  }
  return { ok: true, answer: { entries, next: null } };
}

function startOf({ orgId, from }: Input<"getAudit">): Key {
  if (from === undefined) return keys.audit.under(orgId);
  return keys.audit.under(orgId, dayBounds(from, DEFAULT_TIME_ZONE).from);
}

/** End of the list, excluded: the line after which the page starts, or the end of the last requested day. */
function endOf({ orgId, to, after }: Input<"getAudit">): Key {
  if (after !== undefined) {
    const dot = after.indexOf(".");
    return keys.audit(orgId, Number(after.slice(0, dot)), after.slice(dot + 1));
  }
  const endMs = to === undefined ? END_OF_TIME : dayBounds(to, DEFAULT_TIME_ZONE).to;
  return keys.audit.under(orgId, endMs);
}

function cursorOf(key: Key): string {
  const [atMs, id] = key.slice(-2);
  return `${String(atMs)}.${String(id)}`;
}

type ReadLine = AuditEntry & Pick<AuditRecord, "accountId">;

function lineOf({ key, value }: Entry<AuditRecord>): ReadLine {
  const [atMs, id] = key.slice(-2);
  const { email, accountId, action, projectId, subject } = value;
  const at = new Date(Number(atMs)).toISOString();
  return { id: String(id), at, email, accountId, action, projectId, subject };
}

/** Whether a line is by the requested author, under the addresses that they had before too. */
async function writtenBy(
  store: Store,
  { email }: Input<"getAudit">,
): Promise<(line: Pick<ReadLine, "email" | "accountId">) => boolean> {
  if (email === undefined) return () => true;
  const account = await accountByEmail(store, email);
  return (line) => line.email === email || (account !== null && line.accountId === account.id);
}

function isFiltered({ email, area, residence }: Input<"getAudit">): boolean {
  return email !== undefined || area !== undefined || residence !== undefined;
}

function isKept(line: AuditEntry, { area, residence }: Input<"getAudit">): boolean {
  return (residence === undefined || line.projectId === residence) &&
    (area === undefined || Object.hasOwn(AREAS[area], line.action));
}
