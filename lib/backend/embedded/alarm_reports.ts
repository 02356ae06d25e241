import type { AuditAction } from "../../contract/audit.ts";
import type { Caller } from "../../contract/caller.ts";
import { areOffered } from "../../domain/alarms/selections.ts";
import type {
  AlarmReport,
  AlarmReportDraft,
  AvailableSelection,
} from "../../domain/alarms/types.ts";
import { compareValues } from "../../domain/tables/sort.ts";
import { newId } from "../accounts/secrets.ts";
import { readEntry } from "../kv/entries.ts";
import { listStored } from "../kv/lists.ts";
import type { Key } from "../kv/store.ts";
import { alarmReportRecord } from "./alarm_records.ts";
import { isCurrent, save, unchanged, versioned } from "./saving.ts";
import type { Services } from "./services.ts";

/** Mail reports of one level: those of a residence, of an organisation, or of one of its members. */
export interface ReportPlace {
  /** Prefix of their keys. */
  readonly prefix: Key;
  keyOf(reportId: string): Key;
  readonly orgId: string;
  readonly projectId: string | null;
  readonly caller: Caller;
  /** What they may be about. */
  selections(): Promise<readonly AvailableSelection[]>;
}

type Refused<Code extends string> = { ok: false; code: Code };

/** The reports of a place, by name. */
export async function listReports(
  services: Services,
  { prefix }: ReportPlace,
): Promise<{ ok: true; answer: AlarmReport[] }> {
  const answer = (await listStored(services.store, prefix, alarmReportRecord))
    .map(versioned)
    .sort((left, right) => compareValues(left.name, right.name));
  return { ok: true, answer };
}

/** Creates a report about what the place offers. */
export async function createReport(
  services: Services,
  place: ReportPlace,
  { action, body }: { action: AuditAction; body: AlarmReportDraft },
): Promise<{ ok: true; answer: { id: string } } | Refused<"unknown-reference">> {
  const { version: _, ...record } = body;
  if (!areOffered(record.selections, await place.selections())) {
    return { ok: false, code: "unknown-reference" };
  }
  const id = newId();
  await save(services, changeOf(place, action, record.name), (atomic) => {
    atomic.set(place.keyOf(id), record);
  });
  return { ok: true, answer: { id } };
}

/** Changes a report. */
export async function putReport(
  services: Services,
  place: ReportPlace,
  { action, body, reportId }: { action: AuditAction; body: AlarmReportDraft; reportId: string },
): Promise<{ ok: true; answer: null } | Refused<"not-found" | "conflict" | "unknown-reference">> {
  const { version, ...record } = body;
  const entry = await readEntry(services.store, place.keyOf(reportId), alarmReportRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  if (!areOffered(record.selections, await place.selections())) {
    return { ok: false, code: "unknown-reference" };
  }
  const saved = await save(services, changeOf(place, action, record.name), (atomic) => {
    atomic.check(unchanged(entry)).set(entry.key, record);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}

/** Deletes a report. */
export async function deleteReport(
  services: Services,
  place: ReportPlace,
  { action, reportId }: { action: AuditAction; reportId: string },
): Promise<{ ok: true; answer: null } | Refused<"not-found">> {
  const entry = await readEntry(services.store, place.keyOf(reportId), alarmReportRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  await save(services, changeOf(place, action, entry.value.name), (atomic) => {
    atomic.delete(entry.key);
  });
  return { ok: true, answer: null };
}

function changeOf(
  { orgId, projectId, caller }: ReportPlace,
  action: AuditAction,
  subject: string,
) {
  return { caller, action, orgId, projectId, subject };
}
