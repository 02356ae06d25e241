/** Decides which mails an alarm report sends and when, and previews them. @module */

import { HOUR_MS, MINUTE_MS } from "@/lib/base/durations.ts";
import { lowest } from "@/lib/base/sums.ts";
import { alarmKey } from "@/lib/residences/open_alarms.ts";
import { readEvery } from "./report_settings.ts";
import type { Alarm, AlarmReportSettings } from "./schema.ts";
import { mutedUntil } from "./silences.ts";
import type { Mute } from "./subjects.ts";

/** An alarm as reports list it: its end of works is that of its end, once it has ended. */
export type ReportedAlarm = Omit<Alarm, "alarmComments">;

/** Whether a report lists an alarm now: a selection matches, and no mute applies. @spec alarms.report-mails */
function isReported(
  report: Pick<AlarmReportSettings, "selections">,
  alarm: ReportedAlarm,
): boolean {
  return alarm.mutedUntil === null && isAbout(report, alarm);
}

/** Whether an alarm belongs in a report: one of its selections matches, and no parent represents it. */
function isAbout(
  { selections }: Pick<AlarmReportSettings, "selections">,
  alarm: ReportedAlarm,
): boolean {
  return alarm.parentId === null &&
    selections.some(({ handler, filters }) =>
      handler === alarm.handler &&
      Object.entries(filters).every(([filter, values]) => {
        const place = placeOf(alarm, filter);
        return place !== null && values.includes(place);
      })
    );
}

/** The place of an alarm checked by a filter; null when it has none. */
function placeOf(
  { projectId, boilerRoomId, buildingId }: ReportedAlarm,
  filter: string,
): string | null {
  if (filter === "project") return projectId;
  if (filter === "boilerRoom") return boilerRoomId;
  return filter === "building" ? buildingId : null;
}

export interface AlarmChange {
  readonly id: string;
  readonly kind: "start" | "end";
  /** When it was noticed, epoch ms. */
  readonly atMs: number;
  readonly alarm: ReportedAlarm;
}

/** State of a report's reminders. */
export interface ReminderMark {
  /** Start of the reminder period, epoch ms; null while no reported alarm is open. */
  readonly sinceMs: number | null;
  /** When the last reminder was due, epoch ms; 0 before the first. */
  readonly remindedMs: number;
}

export interface AlarmMail {
  readonly started: readonly ReportedAlarm[];
  readonly ended: readonly ReportedAlarm[];
  /** Alarms still open, in a reminder. */
  readonly open: readonly ReportedAlarm[];
}

/** Mails and changes of a report at an instant. */
export interface MailPlan {
  readonly mail: AlarmMail | null;
  readonly mailed: readonly AlarmChange[];
  /** The changes left for a later mail. */
  readonly pending: readonly AlarmChange[];
  readonly mark: ReminderMark;
  /** When the report must be checked again, epoch ms; null when only another change can require it. */
  readonly nextMs: number | null;
}

export interface MailSituation {
  readonly report: Pick<
    AlarmReportSettings,
    "notifyStart" | "notifyEnd" | "notifyEvery" | "selections"
  >;
  /** Not mailed yet. */
  readonly changes: readonly AlarmChange[];
  readonly open: readonly ReportedAlarm[];
  readonly mark: ReminderMark;
  readonly nowMs: number;
  /** Maximum number of changes in one mail. */
  readonly limit: number;
}

/** A mail is sent once no alarm has begun or ended for this long. */
const QUIET_MS = 2 * MINUTE_MS;
/** From this many changes, a mail waits for the rest of the same event. */
const FLOOD_COUNT = 10;
/** Maximum wait of a change. */
const LONGEST_WAIT_MS = 10 * MINUTE_MS;

/** Mark of a report without reminders. */
export const NO_REMINDER: ReminderMark = { sinceMs: null, remindedMs: 0 };

/**
 * The mail that a report must send now: started and ended alarms in one mail, with a reminder of open alarms when it is
 * due.
 *
 * Reminders count from the first mail, as long as an alarm of the report is open.
 *
 * @spec alarms.report-mails
 */
export function mailsDue(situation: MailSituation): MailPlan {
  const { report, changes, open, mark, nowMs, limit } = situation;
  const unsent = new Set(
    changes.flatMap(({ kind, alarm }) => kind === "start" ? alarmKey(alarm) : []),
  );
  const wanted = changes.filter((change) => isWanted(change, { report, unsent }));
  const delayed = wanted.filter((change) => isHeld(change, nowMs));
  const ready = wanted.filter((change) => !isHeld(change, nowMs)).sort(inOrder);
  const first = ready.slice(0, limit);
  const leaves = leavesAt(first, nowMs);
  const mailed = leaves !== null && leaves <= nowMs ? first : [];
  const later = ready.slice(mailed.length);
  const pending = [...delayed, ...later];
  const reported = open.filter((alarm) => isReported(report, alarm));
  const lasting = without(reported, pending.map(({ alarm }) => alarm));
  const reminder = reminderOf(report.notifyEvery, { mark, nowMs, isOpen: lasting.length > 0 });
  const news = newsOf(mailed, report);
  const reminded = reminder.isDue ? without(lasting, news.started) : [];
  return {
    mail: mailed.length + reminded.length === 0 ? null : { ...news, open: reminded },
    mailed,
    pending,
    mark: reminder.mark,
    nextMs: lowest([leavesAt(later.slice(0, limit), nowMs), reminder.nextMs]),
  };
}

/** Of an alarm that ends during works, nothing is mailed when its start was not. @spec alarms.held-starts */
function isWanted(
  { kind, alarm }: AlarmChange,
  { report, unsent }: Pick<MailSituation, "report"> & {
    /** The alarms whose start is not mailed, as {@link alarmKey}. */
    readonly unsent: ReadonlySet<string>;
  },
): boolean {
  const isAsked = kind === "start" ? report.notifyStart : report.notifyEnd;
  if (!isAsked || !isAbout(report, alarm)) return false;
  if (alarm.mutedUntil === null) return true;
  return kind === "start" ? alarm.end === null : !unsent.has(alarmKey(alarm));
}

/** A change of an alarm that works mute waits for their end. @spec alarms.held-starts */
function isHeld({ kind, alarm: { mutedUntil } }: AlarmChange, nowMs: number): boolean {
  if (mutedUntil === null) return false;
  return kind === "start" || Date.parse(mutedUntil) > nowMs;
}

/** Oldest first; for two changes noticed at the same time, the start comes first. */
function inOrder(a: AlarmChange, b: AlarmChange): number {
  return a.atMs - b.atMs || Number(a.kind === "end") - Number(b.kind === "end");
}

/** When a mail about some changes is sent, oldest first. @spec alarms.floods @returns epoch ms; null without changes */
function leavesAt(changes: readonly AlarmChange[], nowMs: number): number | null {
  const [oldest, newest] = [changes.at(0), changes.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  // Noticed in the future: the clock was set back since.
  if (newest.atMs > nowMs) return nowMs;
  const latest = oldest.atMs + LONGEST_WAIT_MS;
  return changes.length >= FLOOD_COUNT ? latest : Math.min(latest, newest.atMs + QUIET_MS);
}

/** An alarm that began and ended is listed once: as ended if the report includes ends. */
function newsOf(
  changes: readonly AlarmChange[],
  { notifyEnd }: Pick<AlarmReportSettings, "notifyEnd">,
): Pick<AlarmMail, "started" | "ended"> {
  const ended = uniqueAlarms(changes.filter(({ kind }) => kind === "end"));
  const started = uniqueAlarms(changes.filter(({ kind }) => kind === "start"));
  return { started: without(started, notifyEnd ? ended : []), ended };
}

/** The alarms that are not in another list. */
function without(
  alarms: readonly ReportedAlarm[],
  others: readonly ReportedAlarm[],
): readonly ReportedAlarm[] {
  if (others.length === 0) return alarms;
  const known = new Set(others.map(alarmKey));
  return alarms.filter((alarm) => !known.has(alarmKey(alarm)));
}

function uniqueAlarms(changes: readonly AlarmChange[]): ReportedAlarm[] {
  return [...new Map(changes.map(({ alarm }) => [alarmKey(alarm), alarm])).values()];
}

/** Whether a reminder is due; reminders missed during downtime are sent once. @spec alarms.reminders */
function reminderOf(
  notifyEvery: string,
  { mark, nowMs, isOpen }: { mark: ReminderMark; nowMs: number; isOpen: boolean },
): { isDue: boolean; mark: ReminderMark; nextMs: number | null } {
  const everyMs = everyMsOf(notifyEvery);
  if (everyMs === 0 || !isOpen) return { isDue: false, mark: NO_REMINDER, nextMs: null };
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  // Neither is in the future, unless the clock was set back since.
  const sinceMs = Math.min(mark.sinceMs ?? minuteMs, minuteMs);
  const remindedMs = Math.min(mark.remindedMs, minuteMs);
  const dueMs = sinceMs + Math.floor((nowMs - sinceMs) / everyMs) * everyMs;
  const isDue = dueMs > sinceMs && dueMs > remindedMs;
  return {
    isDue,
    mark: { sinceMs, remindedMs: isDue ? dueMs : remindedMs },
    nextMs: dueMs + everyMs,
  };
}

function everyMsOf(notifyEvery: string): number {
  const { count, unit } = readEvery(notifyEvery);
  return (count ?? 0) * (unit === "d" ? 24 : 1) * HOUR_MS;
}

/** A mail that a report would have sent. */
export interface PastMail extends AlarmMail {
  /** Epoch ms. */
  readonly atMs: number;
}

/** The alarms open during an interval, epoch ms. */
interface AlarmSpan {
  readonly alarms: readonly ReportedAlarm[];
  /** The works planned in their residences, by project id. */
  readonly mutes: ReadonlyMap<string, readonly Mute[]>;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Number of past days shown on a report's page. */
export const PREVIEW_DAYS = 30;

/** Maximum number of mails found: one an hour for 30 days is 720. */
const MOST_MAILS = 1_000;

/**
 * The mails that a report would have sent in an interval, oldest first; an alarm counts as noticed when it begins.
 *
 * Alarms that began before the interval are followed from their start, since reminders count from it.
 *
 * @spec alarms.report-preview
 */
export function mailHistory(report: MailSituation["report"], span: AlarmSpan): PastMail[] {
  const changes = changesOf(span.alarms);
  const bounds = boundsOf(span.mutes);
  const open = new Map<string, ReportedAlarm>();
  const mails: PastMail[] = [];
  let pending: readonly AlarmChange[] = [];
  let mark = NO_REMINDER;
  let position = 0;
  let nowMs = changes[0]?.atMs ?? Infinity;
  while (mails.length < MOST_MAILS && nowMs <= span.toMs) {
    const noticed = changesAt(changes, position, nowMs);
    position += noticed.length;
    for (const { kind, alarm } of noticed) {
      if (kind === "start") open.set(alarmKey(alarm), alarm);
      else open.delete(alarmKey(alarm));
    }
    const unread = [...pending, ...noticed];
    const seen = (alarm: ReportedAlarm) => seenAt(alarm, span.mutes, nowMs);
    const plan = mailsDue({
      report,
      changes: unread.map((one) => ({ ...one, alarm: seen(one.alarm) })),
      open: span.mutes.size === 0 ? [...open.values()] : [...open.values()].map(seen),
      mark,
      nowMs,
      limit: changes.length,
    });
    if (plan.mail && nowMs >= span.fromMs) mails.push({ atMs: nowMs, ...plan.mail });
    const left = new Set(plan.pending.map(({ id }) => id));
    pending = unread.filter(({ id }) => left.has(id));
    mark = plan.mark;
    nowMs = firstOf(changes[position]?.atMs, plan.nextMs, bounds.find((atMs) => atMs > nowMs));
  }
  return mails;
}

function firstOf(...instants: readonly (number | null | undefined)[]): number {
  return Math.min(...instants.map((atMs) => atMs ?? Infinity));
}

/** An alarm as known at an instant: its later end is ignored, and the works of that time muted it. */
function seenAt(alarm: ReportedAlarm, mutes: AlarmSpan["mutes"], nowMs: number): ReportedAlarm {
  const own = mutes.get(alarm.projectId) ?? [];
  if (own.length === 0) return alarm;
  const end = alarm.end !== null && Date.parse(alarm.end) <= nowMs ? alarm.end : null;
  return { ...alarm, end, mutedUntil: mutedUntil({ ...alarm, end }, own, nowMs / 1_000) };
}

/** Starts and ends of works, epoch ms, in order. */
function boundsOf(mutes: AlarmSpan["mutes"]): number[] {
  return [...mutes.values()].flat()
    .flatMap(({ fromS, toS }) => [fromS * 1_000, toS * 1_000])
    .sort((a, b) => a - b);
}

function changesAt(changes: readonly AlarmChange[], from: number, nowMs: number): AlarmChange[] {
  const rest = changes.slice(from);
  const end = rest.findIndex(({ atMs }) => atMs > nowMs);
  return end === -1 ? rest : rest.slice(0, end);
}

function changesOf(alarms: readonly ReportedAlarm[]): AlarmChange[] {
  return alarms.flatMap((alarm) => {
    const { start, end } = alarm;
    const ends = end === null ? [] : [{ kind: "end" as const, at: end }];
    return [{ kind: "start" as const, at: start }, ...ends].map(({ kind, at }) => (
      { id: `${alarmKey(alarm)}/${kind}`, kind, atMs: Date.parse(at), alarm }
    ));
  }).sort((a, b) => a.atMs - b.atMs);
}
