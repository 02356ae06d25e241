import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isDepositNew,
  isReminded,
  isVerdictMailDue,
  reminderMark,
  validatorMail,
} from "@/lib/documents/mail_schedule.ts";

const RUNNING = { list: "running", deadline: "2026-03-01", providerId: "v1" } as const;
const LATE = { ...RUNNING, list: "late" } as const;

// @spec contracting.mails
Deno.test("isReminded() is false for another list, deadline or provider", () => {
  strictEqual(isReminded(null, RUNNING), false);
  const mark = reminderMark(RUNNING);
  strictEqual(mark, "running 2026-03-01 v1");
  strictEqual(isReminded(mark, RUNNING), true);
  strictEqual(isReminded(mark, LATE), false);
  strictEqual(isReminded(mark, { ...RUNNING, deadline: "2026-03-20" }), false);
  strictEqual(isReminded(mark, { ...RUNNING, providerId: "v2" }), false);
});

Deno.test("isReminded() is true of a document that was late before the clock was set back", () => {
  strictEqual(isReminded(reminderMark(LATE), RUNNING), true);
  strictEqual(isReminded(reminderMark(LATE), { ...RUNNING, deadline: "2026-03-20" }), false);
});

Deno.test("isReminded() reads the mark of an older version, without provider", () => {
  strictEqual(isReminded("running 2026-03-01", RUNNING), true);
  strictEqual(isReminded("late 2026-03-01", RUNNING), true);
  strictEqual(isReminded("running 2026-03-01", LATE), false);
});

const day = (date: number) => `2026-02-${date}T06:00:00.000Z`;

Deno.test("isDepositNew() is true of a deposit after the last mail, and of any before the first", () => {
  strictEqual(isDepositNew(day(10), null, day(11)), true);
  strictEqual(isDepositNew("", null, day(11)), false);
  const last = validatorMail([day(10)], null, day(11));
  deepStrictEqual(last, { at: day(11) });
  strictEqual(isDepositNew(day(10), last, day(12)), false);
  strictEqual(isDepositNew(day(12), last, day(13)), true);
});

Deno.test("isDepositNew() is true once of each deposit, although the clock was ahead and set back", () => {
  const first = validatorMail([day(10)], null, day(11));
  const ahead = validatorMail([day(10), day(21)], first, day(22));
  deepStrictEqual(ahead, { at: day(22), before: day(11) });
  // Set back to the 12th.
  strictEqual(isDepositNew(day(10), ahead, day(12)), false);
  strictEqual(isDepositNew(day(21), ahead, day(12)), false);
  strictEqual(isDepositNew(day(23), ahead, day(12)), true);
  strictEqual(isDepositNew(day(12), ahead, day(13)), true);
  const next = validatorMail([day(10), day(12), day(21)], ahead, day(13));
  deepStrictEqual(next, { at: day(13), before: day(11), ahead: [day(21)] });
  strictEqual(isDepositNew(day(21), next, day(14)), false);
  // The clock has caught up.
  strictEqual(isDepositNew(day(21), next, day(24)), false);
  strictEqual(isDepositNew(day(20), next, day(24)), true);
});

// @spec contracting.verdict-mails
Deno.test("isVerdictMailDue() is true fifteen minutes after the first decision and the last mail, also of a clock that was ahead", () => {
  const now = Date.parse("2026-02-10T11:15:00Z");
  const due = (instants: string[], last: string | null = null) =>
    isVerdictMailDue(instants.map((at) => `2026-02-10T${at}Z`), last && `2026-02-10T${last}Z`, now);
  deepStrictEqual([due([]), due(["11:00:01"]), due(["11:00:00"])], [false, false, true]);
  deepStrictEqual([due(["11:14:00", "10:59:00"]), due(["11:20:00"]), due(["11:30:00"])], [
    true,
    false,
    true,
  ]);
  deepStrictEqual([due(["10:00:00"], "11:01:00"), due(["10:00:00"], "11:00:00")], [false, true]);
});
