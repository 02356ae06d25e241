import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { mailHistory } from "@/lib/alarms/report_mails.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import { muteOf } from "@/lib/alarms/silences.ts";
import { aReportedAlarm } from "./a_reported_alarm.ts";

const ms = Date.parse;
const REPORT: Pick<
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
  const sent = mailHistory(REPORT, { ...SPAN, alarms }).map(({ atMs, started, ended, open }) => [
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
    mailHistory({ ...REPORT, notifyEvery: "" }, {
      ...SPAN,
      alarms,
      fromMs: ms(from),
      toMs: ms(to),
    }).length;
  strictEqual(countIn("2026-02-10T11:00:00Z", mailedAt), 1);
  strictEqual(countIn(mailedAt, "2026-02-10T12:00:00Z"), 1);
  strictEqual(countIn("2026-02-10T11:00:00Z", "2026-02-10T11:01:59Z"), 0);
});

Deno.test("mailHistory() makes one mail of many alarms, and none without alarms", () => {
  deepStrictEqual(mailHistory(REPORT, { ...SPAN, alarms: [] }), []);
  const alarms = Array.from({ length: 100 }, (_, rank) => {
    const start = new Date(ms("2026-02-10T11:00:00Z") + rank * 6_000).toISOString();
    return aReportedAlarm({ id: `a${rank}`, start });
  });
  const mails = mailHistory({ ...REPORT, notifyEvery: "" }, { ...SPAN, alarms });
  deepStrictEqual(mails.map(({ started }) => started.length), [100]);
});

// @spec alarms.held-starts, alarms.report-preview
Deno.test("mailHistory() mails nothing during works, and at their end what lasts and the ends of what was mailed before", () => {
  const works = (from: string, to: string) =>
    muteOf({ equipmentId: null, houseId: null, handler: null, from, to });
  const alarms = [
    // Mailed before the works, ended during them.
    aReportedAlarm({ id: "a1", start: "2026-02-03T07:00:00Z", end: "2026-02-03T09:00:00Z" }),
    // Muted before its mail, and open at their end.
    aReportedAlarm({ id: "a2", start: "2026-02-03T07:59:00Z", end: "2026-02-03T11:00:00Z" }),
    // Muted before its mail, and ended during them.
    aReportedAlarm({ id: "a3", start: "2026-02-03T07:59:30Z", end: "2026-02-03T08:30:00Z" }),
    // In another residence.
    aReportedAlarm({ projectId: "p2", start: "2026-02-03T08:30:00Z", end: null }),
  ];
  const mutes = new Map([["p1", [works("2026-02-03T08:00:00Z", "2026-02-03T10:00:00Z")]]]);
  const report = { ...REPORT, notifyEvery: "" };
  const sent = mailHistory(report, { ...SPAN, alarms, mutes }).map(({ atMs, started, ended }) => [
    new Date(atMs).toISOString().slice(11, 16),
    started.map(({ projectId, id }) => `${projectId} ${id}`).join(),
    ended.map(({ id }) => id).join(),
  ]);
  deepStrictEqual(sent, [
    ["07:02", "p1 a1", ""],
    ["08:32", "p2 a1", ""],
    ["10:00", "p1 a2", "a1"],
    ["11:02", "", "a2"],
  ]);
});

Deno.test("mailHistory() terminates for a report that reminds every hour of an alarm of last year", () => {
  const alarms = [aReportedAlarm({ start: "2025-02-01T00:00:00Z" })];
  const mails = mailHistory({ ...REPORT, notifyEvery: "1h" }, { ...SPAN, alarms });
  // Two minutes after each hour of 13 days.
  strictEqual(mails.length, 13 * 24);
});
