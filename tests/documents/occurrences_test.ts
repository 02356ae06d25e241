import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  askedDates,
  dueDateAfterRefusal,
  dueDates,
  finalDueDate,
} from "@/lib/documents/due_dates.ts";

// @spec contracting.occurrences
Deno.test("dueDates() counts each due date from the first: month ends are restored", () => {
  const monthly = { firstRequest: "2023-01-31", rate: 1, reminder: 0 };
  deepStrictEqual(dueDates(monthly, "2023-05-01"), [
    "2023-01-31",
    "2023-02-28",
    "2023-03-31",
    "2023-04-30",
  ]);
  deepStrictEqual(dueDates({ ...monthly, firstRequest: "2024-01-31", rate: 1 }, "2024-02-25"), [
    "2024-01-31",
    "2024-02-29",
  ]);
});

Deno.test("dueDates() includes yearly ones and 29 February", () => {
  const yearly = { firstRequest: "2024-02-29", rate: 12, reminder: 60 };
  deepStrictEqual(dueDates(yearly, "2026-01-01"), ["2024-02-29", "2025-02-28", "2026-02-28"]);
});

Deno.test("dueDates() includes a document seven days before its reminder window begins", () => {
  const request = { firstRequest: "2024-07-15", rate: 12, reminder: 60 };
  // 60 + 7 days before 15 July: 31 May has 31 days, so 9 May.
  deepStrictEqual(dueDates(request, "2024-05-08"), []);
  deepStrictEqual(dueDates(request, "2024-05-09"), ["2024-07-15"]);
});

Deno.test("dueDates() of a one-off request is its first day, once", () => {
  const once = { firstRequest: "2020-03-01", rate: 0, reminder: 62 };
  deepStrictEqual(dueDates(once, "2024-01-01"), ["2020-03-01"]);
  deepStrictEqual(dueDates(once, "2019-01-01"), []);
});

Deno.test("dueDates() goes back ten years", () => {
  const old = { firstRequest: "1990-06-01", rate: 12, reminder: 0 };
  deepStrictEqual(dueDates(old, "2024-06-01").at(0), "2014-06-01");
  deepStrictEqual(dueDates(old, "2024-06-01").at(-1), "2024-06-01");
});

// @spec contracting.occurrences
Deno.test("dueDates() keeps the dates of its calendar that have a document, even outside the window", () => {
  const request = { firstRequest: "2010-06-01", rate: 12, reminder: 0 };
  const made = ["2025-06-01", "2012-06-01", "2012-06-02", "2009-06-01"];
  const dates = dueDates(request, "2024-05-31", made);
  deepStrictEqual(dates.slice(0, 2), ["2012-06-01", "2014-06-01"]);
  deepStrictEqual(dates.slice(-2), ["2024-06-01", "2025-06-01"]);
});

// @spec contracting.replacement
Deno.test("dueDateAfterRefusal() adds the days of the request to the due date, or to the final one", () => {
  const due = { dueDate: "2024-07-15", requestFinalDueDate: null };
  strictEqual(dueDateAfterRefusal(due, 15), "2024-07-30");
  strictEqual(dueDateAfterRefusal(due, 90), "2024-10-13");
  strictEqual(dueDateAfterRefusal({ ...due, requestFinalDueDate: "2024-08-01" }, 15), "2024-08-16");
  strictEqual(finalDueDate("2024-12-31", 15), "2025-01-15");
});

// @spec contracting.changed-calendar
Deno.test("askedDates() of a changed calendar counts after the last answered document", () => {
  const today = "2026-02-10";
  const answered = (dueDate: string) => ({ dueDate, isAnswered: true });
  const awaited = (dueDate: string) => ({ dueDate, isAnswered: false });
  const asked = (firstRequest: string, rate: number, made: Parameters<typeof askedDates>[1]) => {
    const dates = dueDates({ firstRequest, rate, reminder: 30 }, today);
    return askedDates({ dates, rate }, made);
  };
  const both = [answered("2024-09-30"), answered("2025-09-30")];
  // Nothing changed, and nothing was answered.
  deepStrictEqual(asked("2024-09-30", 12, both), ["2024-09-30", "2025-09-30"]);
  deepStrictEqual(asked("2024-10-31", 12, []), ["2024-10-31", "2025-10-31"]);
  // A month later: the same occurrences.
  deepStrictEqual(asked("2024-10-31", 12, both), ["2024-09-30", "2025-09-30"]);
  // A document late before an answered one is still late.
  const late = [awaited("2024-09-30"), answered("2025-09-30")];
  deepStrictEqual(asked("2024-10-31", 12, late), ["2024-09-30", "2025-09-30"]);
  // A document late after it moves with the calendar.
  const moved = [answered("2024-09-30"), awaited("2025-09-30")];
  deepStrictEqual(asked("2024-10-31", 12, moved), ["2024-09-30", "2025-10-31"]);
  // Every month from now on: half a month is 15 days after 30 September.
  deepStrictEqual(asked("2025-09-30", 1, both.slice(1)), [
    "2025-09-30",
    "2025-10-30",
    "2025-11-30",
    "2025-12-30",
    "2026-01-30",
    "2026-02-28",
  ]);
  deepStrictEqual(asked("2026-01-15", 0, [answered("2025-12-01")]), ["2025-12-01"]);
});

// @spec contracting.changed-calendar
Deno.test("askedDates() asks for a date more than half a period after the answered one", () => {
  // Half of a month is 15 days: 30 September and 15 days is 15 October; of two months, 30 October.
  const made = [{ dueDate: "2025-09-30", isAnswered: true }];
  const next = (rate: number, ...dates: string[]) => askedDates({ dates, rate }, made).slice(1);
  deepStrictEqual(next(1, "2025-10-15", "2025-11-15"), ["2025-11-15"]);
  deepStrictEqual(next(1, "2025-10-16", "2025-11-16"), ["2025-10-16", "2025-11-16"]);
  deepStrictEqual(next(2, "2025-10-30", "2025-12-30"), ["2025-12-30"]);
  deepStrictEqual(next(2, "2025-10-31", "2025-12-31"), ["2025-10-31", "2025-12-31"]);
});
