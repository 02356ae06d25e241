import {
  type AlarmChange,
  type AlarmMail,
  type MailPlan,
  mailsDue,
  type MailSituation,
  NO_REMINDER,
} from "./report_mails.ts";
import type { ReportedAlarm } from "./reported.ts";

/** A mail that a report would have sent. */
export interface PastMail extends AlarmMail {
  /** Epoch ms. */
  readonly atMs: number;
}

/** The alarms that were open in a span, epoch ms. */
export interface AlarmSpan {
  readonly alarms: readonly ReportedAlarm[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Days that a report's page looks back on. */
export const PREVIEW_DAYS = 30;

/** Mails that are found at most: one an hour for 30 days is 720. */
const MOST_MAILS = 1_000;

/**
 * The mails that a report would have sent in a span, oldest first; an alarm counts as noticed when it begins.
 *
 * Alarms that began before the span are followed from their start, from which reminders are counted.
 *
 * @spec alarms.report-preview
 */
export function mailHistory(report: MailSituation["report"], span: AlarmSpan): PastMail[] {
  const changes = changesOf(span.alarms);
  const open = new Map<string, ReportedAlarm>();
  const mails: PastMail[] = [];
  let plan: Pick<MailPlan, "mark" | "waiting" | "nextMs"> = AT_FIRST;
  let rank = 0;
  while (mails.length < MOST_MAILS) {
    const nowMs = Math.min(changes[rank]?.atMs ?? Infinity, plan.nextMs ?? Infinity);
    if (nowMs > span.toMs || nowMs === Infinity) break;
    const noticed = changesAt(changes, rank, nowMs);
    rank += noticed.length;
    for (const { kind, alarm } of noticed) {
      if (kind === "start") open.set(alarm.id, alarm);
      else open.delete(alarm.id);
    }
    const { mark } = plan;
    const unread = [...plan.waiting, ...noticed];
    const next = mailsDue({
      report,
      changes: unread,
      open: [...open.values()],
      mark,
      nowMs,
      limit: changes.length,
    });
    if (next.mail && nowMs >= span.fromMs) mails.push({ atMs: nowMs, ...next.mail });
    plan = next;
  }
  return mails;
}

const AT_FIRST = { mark: NO_REMINDER, waiting: [], nextMs: null };

function changesAt(changes: readonly AlarmChange[], from: number, nowMs: number): AlarmChange[] {
  const rest = changes.slice(from);
  const end = rest.findIndex(({ atMs }) => atMs > nowMs);
  return end === -1 ? rest : rest.slice(0, end);
}

function changesOf(alarms: readonly ReportedAlarm[]): AlarmChange[] {
  return alarms.flatMap((alarm) => {
    const { id, start, end } = alarm;
    const ends = end === null ? [] : [{ kind: "end" as const, at: end }];
    return [{ kind: "start" as const, at: start }, ...ends].map(({ kind, at }) => (
      { id: `${id}-${kind}`, kind, atMs: Date.parse(at), alarm }
    ));
  }).sort((a, b) => a.atMs - b.atMs);
}
