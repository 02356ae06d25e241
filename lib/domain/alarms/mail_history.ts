import { alarmKey } from "./alarm_table.ts";
import { mutedUntil } from "./mutes.ts";
import {
  type AlarmChange,
  type AlarmMail,
  mailsDue,
  type MailSituation,
  NO_REMINDER,
} from "./report_mails.ts";
import type { ReportedAlarm } from "./reported.ts";
import type { Mute } from "./watching.ts";

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
  let waiting: readonly AlarmChange[] = [];
  let mark = NO_REMINDER;
  let rank = 0;
  let nowMs = changes[0]?.atMs ?? Infinity;
  while (mails.length < MOST_MAILS && nowMs <= span.toMs) {
    const noticed = changesAt(changes, rank, nowMs);
    rank += noticed.length;
    for (const { kind, alarm } of noticed) {
      if (kind === "start") open.set(alarmKey(alarm), alarm);
      else open.delete(alarmKey(alarm));
    }
    const unread = [...waiting, ...noticed];
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
    const left = new Set(plan.waiting.map(({ id }) => id));
    waiting = unread.filter(({ id }) => left.has(id));
    mark = plan.mark;
    nowMs = firstOf(changes[rank]?.atMs, plan.nextMs, bounds.find((atMs) => atMs > nowMs));
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
