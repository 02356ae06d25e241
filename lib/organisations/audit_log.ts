/** Reads pages of the audit log, filtered by author, area, residence and days, and its retention. @module */

import { type AuditRecord, auditRecord } from "@/lib/api/audit.ts";
import type { AuditActions, Services } from "@/lib/api/services.ts";
import { addYears, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayBounds, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { compareKeys } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, type Key, readable, type Store } from "@/lib/store/store.ts";
import type { Input, Outcome } from "./calls.ts";
import type { AuditEntry } from "./schema.ts";

const PAGE_SIZE = 50;

/** Maximum lines examined for one page, for any filters, and lines read together. */
const SCANNED_COUNT = 2_000;

const FILTERED_AT_ONCE = 200;

/** Later than any valid date, epoch ms. */
const END_OF_TIME = 8.64e15;

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

function isFiltered({ email, area, residence }: Input<"getAudit">): boolean {
  return email !== undefined || area !== undefined || residence !== undefined;
}

type ReadLine = AuditEntry & Pick<AuditRecord, "accountId">;

/** Whether a line is by the requested author, under the addresses that they had before too. */
async function writtenBy(
  store: Store,
  { email }: Input<"getAudit">,
): Promise<(line: Pick<ReadLine, "email" | "accountId">) => boolean> {
  if (email === undefined) return () => true;
  const account = await accountByEmail(store, email);
  return (line) => line.email === email || (account !== null && line.accountId === account.id);
}

function lineOf({ key, value }: Entry<AuditRecord>): ReadLine {
  const [atMs, id] = key.slice(-2);
  const { email, accountId, action, projectId, subject } = value;
  const at = new Date(Number(atMs)).toISOString();
  return { id: String(id), at, email, accountId, action, projectId, subject };
}

function isKept(
  line: AuditEntry,
  { area, residence }: Input<"getAudit">,
  { isOf }: AuditActions,
): boolean {
  return (residence === undefined || line.projectId === residence) &&
    (area === undefined || isOf(area, line.action));
}

function cursorOf(key: Key): string {
  const [atMs, id] = key.slice(-2);
  return `${String(atMs)}.${String(id)}`;
}

/** A page of the audit log, newest first; a page shortened by filters still has the start of the next one. */
export async function getAudit(
  { store, auditActions }: Pick<Services, "store" | "auditActions">,
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
      if (isWritten({ ...line, accountId }) && isKept(line, query, auditActions)) {
        entries.push(line);
      }
    }
    if (entries.length === PAGE_SIZE || scanned === SCANNED_COUNT) {
      return { ok: true, answer: { entries, next: cursorOf(entry.key) } };
    }
  }
  return { ok: true, answer: { entries, next: null } };
}

/** Years of retention of an audit log line: a change may be brought before a court within them. */
export const AUDIT_YEARS = 5;

/** The first day retained in the audit log. @spec organisations.audit */
export function auditStart(today: IsoDate): IsoDate {
  return addYears(today, -AUDIT_YEARS);
}
