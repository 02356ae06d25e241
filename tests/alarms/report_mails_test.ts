import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  type AlarmChange,
  type MailPlan,
  mailsDue,
  type MailSituation,
  NO_REMINDER,
  type ReminderMark,
  type ReportedAlarm,
} from "@/lib/alarms/report_mails.ts";
import { aReportedAlarm } from "./a_reported_alarm.ts";

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
