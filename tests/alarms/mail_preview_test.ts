import { deepStrictEqual, ok } from "node:assert/strict";
import {
  type AlarmChange,
  type AlarmMail,
  mailHistory,
  mailsDue,
  type MailSituation,
  NO_REMINDER,
  type ReportedAlarm,
} from "@/lib/alarms/report_mails.ts";
import { mutedUntil } from "@/lib/alarms/silences.ts";
import type { Mute } from "@/lib/alarms/subjects.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aReportedAlarm } from "./a_reported_alarm.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-02-10T00:00:00Z");
const MINUTES = 36 * 60;
const PROJECTS = ["p1", "p2"];

const instantOf = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();

const minute = fc.nat(24 * 60);
const lasts = fc.constantFrom(0, 1, 2, 3, 9, 11, 60, 125, 600);
const project = fc.constantFrom(...PROJECTS);

const ANY_ALARMS = fc.array(fc.record({ minute, lasts: fc.option(lasts), project }), {
  minLength: 1,
  maxLength: 25,
});
const ANY_WORKS = fc.array(
  fc.record({ minute, lasts: fc.constantFrom(1, 5, 60, 300), project }),
  { maxLength: 4 },
);
const ANY_REPORT = fc.record({
  notifyStart: fc.boolean(),
  notifyEnd: fc.boolean(),
  notifyEvery: fc.constantFrom("", "1h", "2h"),
});

/** The mails of the job, run every minute with the alarms known then. */
function sentByJob(
  report: MailSituation["report"],
  { alarms, mutes }: {
    alarms: readonly ReportedAlarm[];
    mutes: ReadonlyMap<string, readonly Mute[]>;
  },
): string[] {
  const sent: string[] = [];
  let mark = NO_REMINDER;
  let waiting: readonly string[] = [];
  for (let at = 0; at <= MINUTES; at++) {
    const nowMs = START_MS + at * MINUTE_MS;
    const seen = (alarm: ReportedAlarm): ReportedAlarm => {
      const end = alarm.end !== null && Date.parse(alarm.end) <= nowMs ? alarm.end : null;
      const own = mutes.get(alarm.projectId) ?? [];
      return { ...alarm, end, mutedUntil: mutedUntil({ ...alarm, end }, own, nowMs / 1_000) };
    };
    const changes = alarms.flatMap((alarm) =>
      (["start", "end"] as const).flatMap((kind): AlarmChange[] => {
        const atMs = Date.parse(alarm[kind] ?? "");
        const id = `${alarm.projectId}/${alarm.id}/${kind}`;
        const isNew = atMs === nowMs || waiting.includes(id);
        return isNew ? [{ id, kind, atMs, alarm: seen(alarm) }] : [];
      })
    );
    const open = alarms.map(seen)
      .filter(({ start, end }) => Date.parse(start) <= nowMs && end === null);
    const plan = mailsDue({ report, changes, open, mark, nowMs, limit: 1_000 });
    mark = plan.mark;
    waiting = plan.pending.map(({ id }) => id);
    if (plan.mail) sent.push(said(nowMs, plan.mail));
  }
  return sent;
}

function said(atMs: number, { started, ended, open }: AlarmMail): string {
  const names = (list: readonly ReportedAlarm[]) =>
    list.map(({ projectId, id }) => `${projectId}/${id}`).sort().join();
  return `${(atMs - START_MS) / MINUTE_MS}: ${[started, ended, open].map(names).join(" | ")}`;
}

// @spec alarms.report-preview, alarms.held-starts, alarms.reminders
Deno.test("mailHistory() returns the mails of the job run every minute, over random alarms and works", () => {
  let mails = 0;
  fc.assert(
    fc.property(ANY_ALARMS, ANY_WORKS, ANY_REPORT, (drawn, works, moments) => {
      const alarms = drawn.map((one, rank) =>
        aReportedAlarm({
          // Two residences have the same ids.
          id: `a${rank >> 1}`,
          projectId: PROJECTS[rank % 2] ?? "",
          start: instantOf(one.minute),
          end: one.lasts === null ? null : instantOf(one.minute + one.lasts),
        })
      );
      const place = { equipmentId: null, houseId: null, handler: null };
      const mutes = Map.groupBy(works, (one) => one.project);
      const planned = new Map([...mutes].map(([id, own]) => [
        id,
        own.map((one) => {
          const fromS = START_MS / 1_000 + one.minute * 60;
          return { ...place, fromS, toS: fromS + one.lasts * 60 };
        }),
      ]));
      const report: MailSituation["report"] = {
        ...moments,
        selections: [{ handler: "boilerroom-circuit", filters: {} }],
      };
      const span = { fromMs: START_MS, toMs: START_MS + MINUTES * MINUTE_MS };
      const shown = mailHistory(report, { ...span, alarms, mutes: planned });
      const expected = sentByJob(report, { alarms, mutes: planned });
      mails += expected.length;
      deepStrictEqual(shown.map(({ atMs, ...mail }) => said(atMs, mail)), expected);
    }),
    { numRuns: 150, seed: 20261123 },
  );
  ok(mails > 500, `${mails} mails`);
});
