import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  type AlarmChange,
  type AlarmMail,
  mailHistory,
  type MailPlan,
  mailsDue,
  type MailSituation,
  NO_REMINDER,
  type ReminderMark,
  type ReportedAlarm,
} from "@/lib/alarms/report_mails.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import { mutedUntil } from "@/lib/alarms/silences.ts";
import type { Mute } from "@/lib/alarms/subjects.ts";
import { aReportedAlarm } from "@/tests/helpers/some_alarms.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse("2026-02-10T11:00:00Z");

const REPORT: MailSituation["report"] = {
  notifyStart: true,
  notifyEnd: true,
  notifyEvery: "",
  selections: [{ handler: "boilerroom-circuit", filters: {} }],
};

function change(
  kind: "start" | "end",
  minute: number,
  over: Partial<ReportedAlarm> = {},
): AlarmChange {
  const alarm = aReportedAlarm(over);
  return { id: `${alarm.id}-${kind}`, kind, atMs: START + minute * MINUTE, alarm };
}

/** The mail plan some minutes after the start. */
function planAt(minute: number, over: Partial<MailSituation>): MailPlan {
  const nowMs = START + minute * MINUTE;
  return mailsDue({
    report: REPORT,
    changes: [],
    open: [],
    mark: NO_REMINDER,
    limit: 1_000,
    ...over,
    nowMs,
  });
}

const ids = (alarms: readonly ReportedAlarm[] = []) => alarms.map(({ id }) => id);

function mailOf({ mail }: MailPlan) {
  return mail && { started: ids(mail.started), ended: ids(mail.ended), open: ids(mail.open) };
}

// @spec alarms.report-mails
Deno.test("mailsDue() writes about one alarm two minutes after it was found", () => {
  const changes = [change("start", 0)];
  const early = planAt(1, { changes });
  deepStrictEqual([early.mail, early.pending, early.nextMs], [null, changes, START + 2 * MINUTE]);
  const plan = planAt(2, { changes });
  deepStrictEqual(mailOf(plan), { started: ["a1"], ended: [], open: [] });
  deepStrictEqual([plan.mailed, plan.pending, plan.nextMs], [changes, [], null]);
});

// @spec alarms.floods
Deno.test("mailsDue() makes one mail of a hundred alarms in ten minutes", () => {
  // One every six seconds: at 0, 0.1, … 9.9 minutes.
  const all = Array.from(
    { length: 100 },
    (_, rank) => change("start", rank / 10, { id: `a${rank}` }),
  );
  const mails = [];
  let waiting: readonly AlarmChange[] = [];
  for (let minute = 1; minute <= 15; minute++) {
    const noticed = all.filter(({ atMs }) =>
      atMs > START + (minute - 1) * MINUTE && atMs <= START + minute * MINUTE
    );
    const changes = [...waiting, ...minute === 1 ? all.slice(0, 1) : [], ...noticed];
    const plan = planAt(minute, { changes });
    if (plan.mail) mails.push([minute, plan.mail.started.length]);
    waiting = plan.pending;
  }
  deepStrictEqual(mails, [[10, 100]]);
});

// @spec alarms.floods
Deno.test("mailsDue() waits ten minutes from ten changes on, and two minutes with fewer", () => {
  const nextMinute = (count: number) => {
    const changes = Array.from(
      { length: count },
      (_, rank) => change("start", 0, { id: `a${rank}` }),
    );
    return ((planAt(1, { changes }).nextMs ?? 0) - START) / MINUTE;
  };
  deepStrictEqual([nextMinute(9), nextMinute(10)], [2, 10]);
});

Deno.test("mailsDue() delays no change by more than ten minutes", () => {
  const changes = [0, 1.5, 3, 4.5, 6, 7.5, 9].map((minute) =>
    change("start", minute, { id: `a${minute}` })
  );
  strictEqual(planAt(9.9, { changes }).mail, null);
  strictEqual(planAt(10, { changes }).mail?.started.length, 7);
});

Deno.test("mailsDue() lists an alarm that started and ended once, and never one that the report does not select", () => {
  const over = { end: "2026-02-10T11:01:00Z" };
  const changes = [change("start", 0, over), change("end", 1, over)];
  const listed = (report: Partial<typeof REPORT>) =>
    mailOf(planAt(5, { changes, report: { ...REPORT, ...report } }));
  deepStrictEqual(listed({}), { started: [], ended: ["a1"], open: [] });
  deepStrictEqual(listed({ notifyEnd: false }), { started: ["a1"], ended: [], open: [] });
  deepStrictEqual(listed({ notifyStart: false }), { started: [], ended: ["a1"], open: [] });
  strictEqual(listed({ notifyStart: false, notifyEnd: false }), null);
});

Deno.test("mailsDue() writes about no muted alarm, no child and no other place", () => {
  const report = {
    ...REPORT,
    selections: [{ handler: "boilerroom-circuit" as const, filters: { boilerRoom: ["b1"] } }],
  };
  const others: Partial<ReportedAlarm>[] = [
    { mutedUntil: "2026-02-11T00:00:00Z", end: "2026-02-10T11:01:00Z" },
    { parentId: "a0" },
    { boilerRoomId: "b2" },
    { boilerRoomId: null },
    { handler: "collect-online" },
  ];
  for (const over of others) {
    const plan = planAt(5, {
      report: { ...report, notifyEvery: "1h" },
      changes: [change("start", 0, over)],
      open: [aReportedAlarm(over)],
      mark: { sinceMs: START - 5 * HOUR, remindedMs: 0 },
    });
    deepStrictEqual([plan.mail, plan.pending, plan.mark], [null, [], NO_REMINDER]);
  }
  strictEqual(planAt(5, { report, changes: [change("start", 0)] }).mail?.started.length, 1);
});

// @spec alarms.held-starts
Deno.test("mailsDue() writes about an alarm muted before its mail once the works have ended, if it is still open", () => {
  const muted = { mutedUntil: "2026-02-10T13:00:00Z" };
  const report = { ...REPORT, notifyEvery: "1h" };
  const changes = [change("start", 0, muted)];
  const held = planAt(90, { report, changes, open: [aReportedAlarm(muted)] });
  deepStrictEqual([held.mail, held.pending, held.mark], [null, changes, NO_REMINDER]);
  // Only the end of the works makes it due.
  strictEqual(held.nextMs, null);
  const other = change("start", 89, { id: "a2" });
  const beside = planAt(91, { changes: [...changes, other] });
  deepStrictEqual([mailOf(beside)?.started, beside.pending], [["a2"], changes]);
  deepStrictEqual(mailOf(planAt(120, { changes: [change("start", 0)] })), {
    started: ["a1"],
    ended: [],
    open: [],
  });
});

// @spec alarms.held-starts
Deno.test("mailsDue() writes about the end of an alarm during works once they have ended, unless its start is not mailed", () => {
  const over = { end: "2026-02-10T11:30:00Z", mutedUntil: "2026-02-10T13:00:00Z" };
  const changes = [change("end", 30, over)];
  const held = planAt(90, { changes });
  deepStrictEqual([held.mail, held.pending, held.nextMs], [null, changes, null]);
  // 13:00 is 120 minutes after the first instant.
  const mail = { started: [], ended: ["a1"], open: [] };
  deepStrictEqual(mailOf(planAt(120, { changes })), mail);
  const unsent = planAt(90, { changes: [change("start", 0, over), ...changes] });
  deepStrictEqual([unsent.mail, unsent.pending], [null, []]);
});

Deno.test("mailsDue() lists the alarms of two residences that have the same id", () => {
  const places: Partial<ReportedAlarm>[] = [{ projectId: "p1" }, { projectId: "p2" }];
  const changes = places.map((place, rank) => ({ ...change("start", 0, place), id: `c${rank}` }));
  strictEqual(planAt(2, { changes }).mail?.started.length, 2);
  const ended = places.slice(0, 1).map((place) => change("end", 0, { ...place, end: "x" }));
  const { mail } = planAt(2, { changes: [...changes, ...ended] });
  deepStrictEqual([mail?.started.map((one) => one.projectId), mail?.ended.length], [["p2"], 1]);
  const report = { ...REPORT, notifyEvery: "1h" };
  const mark = { sinceMs: START, remindedMs: START };
  const open = places.map((place) => aReportedAlarm(place));
  const plan = planAt(60, { report, open, mark, changes: changes.slice(0, 1) });
  deepStrictEqual([plan.mail?.started.length, plan.mail?.open.length], [1, 1]);
});

Deno.test("mailsDue() lists the start before the end of changes found at once", () => {
  const over = { end: "2026-02-10T11:00:00Z" };
  const { mailed } = planAt(2, { changes: [change("end", 0, over), change("start", 0, over)] });
  deepStrictEqual(mailed.map(({ kind }) => kind), ["start", "end"]);
});

Deno.test("mailsDue() writes and reminds at once after the clock was set back", () => {
  const changes = [change("start", 120)];
  strictEqual(planAt(0, { changes }).mail?.started.length, 1);
  // It had been a day ahead, and had reminded then.
  const report = { ...REPORT, notifyEvery: "2h" };
  const open = [aReportedAlarm()];
  const mark = { sinceMs: START - 3 * HOUR, remindedMs: START + 24 * HOUR };
  const back = planAt(0, { report, open, mark });
  deepStrictEqual([back.mail, back.mark.remindedMs], [null, START]);
  strictEqual(back.nextMs, START + HOUR);
  strictEqual(planAt(60, { report, open, mark: back.mark }).mail?.open.length, 1);
  const ahead = { sinceMs: START + 24 * HOUR, remindedMs: 0 };
  strictEqual(planAt(0, { report, open, mark: ahead }).nextMs, START + 2 * HOUR);
});

Deno.test("mailsDue() applies a filter of residences, and matches nothing for an unknown filter", () => {
  const matches = (filters: Record<string, string[]>) =>
    planAt(5, {
      report: { ...REPORT, selections: [{ handler: "boilerroom-circuit", filters }] },
      changes: [change("start", 0)],
    }).mail !== null;
  deepStrictEqual(
    [{ project: ["p1"] }, { project: ["p2"] }, { floor: ["1"] }].map(matches),
    [true, false, false],
  );
});

Deno.test("mailsDue() leaves alarms beyond its limit to the next mail", () => {
  const changes = [0, 0.1, 0.2].map((minute) => change("start", minute, { id: `a${minute}` }));
  const plan = planAt(5, { changes, limit: 2 });
  deepStrictEqual([ids(plan.mail?.started), plan.pending], [["a0", "a0.1"], [changes[2]]]);
  strictEqual(plan.nextMs, START + 2.2 * MINUTE);
});

/** The hours of the reminders with the listed alarms, checked every minute. */
function reminders(
  report: typeof REPORT,
  hours: number,
  openAt: (hour: number) => readonly ReportedAlarm[],
): [hour: number, listed: string[]][] {
  const sent: [number, string[]][] = [];
  let mark: ReminderMark = NO_REMINDER;
  for (let minute = 0; minute <= hours * 60; minute++) {
    const plan = planAt(minute, { report, mark, open: openAt(minute / 60) });
    if (plan.mail) sent.push([minute / 60, ids(plan.mail.open)]);
    mark = plan.mark;
  }
  return sent;
}

// @spec alarms.reminders
Deno.test("mailsDue() reminds at its interval over three days of all open alarms, and restarts after a pause", () => {
  const one = aReportedAlarm();
  const two = aReportedAlarm({ id: "a2" });
  const every = (notifyEvery: string) => ({ ...REPORT, notifyEvery });
  const lasting = reminders(every("1d"), 72, (hour) => hour >= 30 ? [one, two] : [one]);
  deepStrictEqual(lasting, [[24, ["a1"]], [48, ["a1", "a2"]], [72, ["a1", "a2"]]]);
  const paused = reminders(every("10h"), 72, (hour) => hour < 25 || hour >= 31 ? [one] : []);
  // Open from 0 to 25 h, then from 31 h on: 10, 20, then 41, 51, 61, 71.
  deepStrictEqual(paused.map(([hour]) => hour), [10, 20, 41, 51, 61, 71]);
  deepStrictEqual(reminders(every(""), 72, () => [one]), []);
});

Deno.test("mailsDue() sends one reminder for several missed ones, and keeps their hours", () => {
  const report = { ...REPORT, notifyEvery: "2h" };
  const open = [aReportedAlarm()];
  const mark = { sinceMs: START, remindedMs: START + 2 * HOUR };
  const late = planAt(9 * 60 + 30, { report, open, mark });
  deepStrictEqual(late.mark, { sinceMs: START, remindedMs: START + 8 * HOUR });
  strictEqual(late.nextMs, START + 10 * HOUR);
  strictEqual(planAt(9 * 60 + 31, { report, open, mark: late.mark }).mail, null);
  deepStrictEqual(
    mailOf(planAt(10 * 60, { report, open, mark: late.mark })),
    { started: [], ended: [], open: ["a1"] },
  );
});

Deno.test("mailsDue() counts reminders from the first mail on, and does not remind of alarms in the same mail", () => {
  const report = { ...REPORT, notifyEvery: "1h" };
  const alarm = aReportedAlarm();
  const open = [alarm];
  // An alarm waiting for its first mail starts no interval.
  strictEqual(planAt(1, { report, open, changes: [change("start", 0)] }).mark.sinceMs, null);
  const first = planAt(2, { report, open, changes: [change("start", 0)] });
  deepStrictEqual(mailOf(first), { started: ["a1"], ended: [], open: [] });
  strictEqual(first.mark.sinceMs, START + 2 * MINUTE);
  const both = planAt(62, {
    report,
    mark: first.mark,
    open: [alarm, aReportedAlarm({ id: "a2" })],
    changes: [change("start", 60, { id: "a2" })],
  });
  deepStrictEqual(mailOf(both), { started: ["a2"], ended: [], open: ["a1"] });
});

const ms = Date.parse;
const SENT_REPORT: Pick<
  AlarmReportSettings,
  "notifyStart" | "notifyEnd" | "notifyEvery" | "selections"
> = {
  notifyStart: true,
  notifyEnd: true,
  notifyEvery: "1d",
  selections: [{ handler: "boilerroom-circuit", filters: {} }],
};
const SPAN = {
  mutes: new Map(),
  fromMs: ms("2026-02-01T00:00:00Z"),
  toMs: ms("2026-02-14T00:00:00Z"),
};

// @spec alarms.report-preview
Deno.test("mailHistory() returns the mails of a period: starts, reminders counted from before it, ends", () => {
  const alarms = [
    // Open for two days before the period: reminders at 10 o'clock.
    aReportedAlarm({ start: "2026-01-30T10:00:00Z", end: "2026-02-02T12:00:00Z" }),
    aReportedAlarm({ id: "a2", start: "2026-02-10T11:00:00Z", end: null }),
    aReportedAlarm({ id: "child", parentId: "a2" }),
    aReportedAlarm({ id: "later", start: "2026-02-20T11:00:00Z" }),
  ];
  const sent = mailHistory(SENT_REPORT, { ...SPAN, alarms }).map((
    { atMs, started, ended, open },
  ) => [
    new Date(atMs).toISOString().slice(0, 16),
    started.map(({ id }) => id).join(),
    ended.map(({ id }) => id).join(),
    open.map(({ id }) => id).join(),
  ]);
  deepStrictEqual(sent, [
    ["2026-02-01T10:02", "", "", "a1"],
    ["2026-02-02T10:02", "", "", "a1"],
    ["2026-02-02T12:02", "", "a1", ""],
    ["2026-02-10T11:02", "a2", "", ""],
    ["2026-02-11T11:02", "", "", "a2"],
    ["2026-02-12T11:02", "", "", "a2"],
    ["2026-02-13T11:02", "", "", "a2"],
  ]);
});

Deno.test("mailHistory() includes the mails of the first and of the last instant of its period", () => {
  const alarms = [aReportedAlarm({ start: "2026-02-10T11:00:00Z", end: null })];
  const mailedAt = "2026-02-10T11:02:00Z";
  const countIn = (from: string, to: string) =>
    mailHistory({ ...SENT_REPORT, notifyEvery: "" }, {
      ...SPAN,
      alarms,
      fromMs: ms(from),
      toMs: ms(to),
    }).length;
  strictEqual(countIn("2026-02-10T11:00:00Z", mailedAt), 1);
  strictEqual(countIn(mailedAt, "2026-02-10T12:00:00Z"), 1);
  strictEqual(countIn("2026-02-10T11:00:00Z", "2026-02-10T11:01:59Z"), 0);
});

Deno.test("mailHistory() terminates for a report that reminds every hour of an alarm of last year", () => {
  const alarms = [aReportedAlarm({ start: "2025-02-01T00:00:00Z" })];
  const mails = mailHistory({ ...SENT_REPORT, notifyEvery: "1h" }, { ...SPAN, alarms });
  // Two minutes after each hour of 13 days.
  strictEqual(mails.length, 13 * 24);
});

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
