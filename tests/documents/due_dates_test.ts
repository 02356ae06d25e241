import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  canTransition,
  DOCUMENT_STATES,
  type DocumentState,
} from "@/lib/documents/document_states.ts";
import {
  askedDates,
  deadlineOf,
  documentLists,
  dueDateAfterRefusal,
  dueDates,
  finalDueDate,
  isDefinitelyLate,
  isLate,
  isRunning,
  type Listed,
  mainListOf,
} from "@/lib/documents/due_dates.ts";
import { isVerdictMailDue } from "@/lib/documents/verdict_mails.ts";
import { documentWords } from "@/lib/documents/mail_text.ts";

const MONTHLY = { firstRequest: "2023-01-31", rate: 1, reminder: 0 };
const YEARLY = { firstRequest: "2024-07-15", rate: 12, reminder: 60 };
const ONCE = { firstRequest: "2020-03-01", rate: 0, reminder: 62 };

const DUE_DATES: readonly [
  what: string,
  request: Parameters<typeof dueDates>[0],
  today: string,
  dates: string[],
][] = [
  ["each due date is counted from the first: month ends are restored", MONTHLY, "2023-05-01", [
    "2023-01-31",
    "2023-02-28",
    "2023-03-31",
    "2023-04-30",
  ]],
  [
    "the end of February in a leap year",
    { ...MONTHLY, firstRequest: "2024-01-31" },
    "2024-02-25",
    ["2024-01-31", "2024-02-29"],
  ],
  [
    "29 February, each year",
    { ...YEARLY, firstRequest: "2024-02-29" },
    "2026-01-01",
    ["2024-02-29", "2025-02-28", "2026-02-28"],
  ],
  // 60 + 7 days before 15 July: May has 31 days, so 9 May.
  ["eight days before the reminder window", YEARLY, "2024-05-08", []],
  ["seven days before the reminder window", YEARLY, "2024-05-09", ["2024-07-15"]],
  ["a one-off request", ONCE, "2024-01-01", ["2020-03-01"]],
  ["a one-off request before its window", ONCE, "2019-01-01", []],
];

// @spec contracting.occurrences
Deno.test("dueDates() are the dates of a request up to its reminder window", () => {
  for (const [what, request, today, dates] of DUE_DATES) {
    deepStrictEqual(dueDates(request, today), dates, what);
  }
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

Deno.test("documentWords() separates the thousands of a number of documents, and of those it does not name", () => {
  const first = [{ name: "Ramonage, Les Lilas", deadline: "2026-03-01" }];
  const documents = { count: 2_500, first };
  const letter = { kind: "documents-to-validate", organisation: "OPH", documents } as const;
  deepStrictEqual(documentWords(letter).before, [
    "En attente de validation : 2\u202F500",
    "– Ramonage, Les Lilas, échéance le 01/03/2026",
    "– et 2\u202F499 de plus",
  ]);
});

/** Due on 15 July 2024. */
function aDocument(state: DocumentState = "none", requestFinalDueDate: string | null = null) {
  return {
    state,
    dueDate: "2024-07-15",
    requestFinalDueDate,
    finalDueDate: requestFinalDueDate ?? "2024-07-30",
  } satisfies Listed & { finalDueDate: string };
}

const on = (today: string, reminder = 60) => ({ today, reminder });

// @spec contracting.lists
Deno.test("isRunning() is true from the first day of the reminder window to the due date included", () => {
  const running = (today: string) => isRunning(aDocument(), on(today, 10));
  strictEqual(running("2024-07-04"), false);
  strictEqual(running("2024-07-05"), true);
  strictEqual(running("2024-07-15"), true);
  strictEqual(running("2024-07-16"), false);
});

// @spec contracting.late
Deno.test("isLate() is true from the second day, and every day is in one of the two lists", () => {
  strictEqual(isLate(aDocument(), "2024-07-15"), false);
  strictEqual(isLate(aDocument(), "2024-07-16"), true);
  for (const today of ["2024-07-14", "2024-07-15", "2024-07-16", "2024-07-17", "2025-07-15"]) {
    strictEqual(isRunning(aDocument(), on(today)), !isLate(aDocument(), today), today);
  }
});

Deno.test("isLate() is false once a document is deposited or abandoned, true for a replacement", () => {
  const late = DOCUMENT_STATES.filter((state) => isLate(aDocument(state), "2024-08-01"));
  deepStrictEqual(late, ["none", "from-refused"]);
});

Deno.test("final due date replaces the due date in every list", () => {
  const postponed = aDocument("none", "2025-02-01");
  strictEqual(deadlineOf(postponed), "2025-02-01");
  strictEqual(isLate(postponed, "2024-07-16"), false);
  deepStrictEqual(documentLists(postponed, on("2024-07-16")), []);
  deepStrictEqual(documentLists(postponed, on("2024-12-03")), ["running"]);
  deepStrictEqual(documentLists(postponed, on("2025-02-01")), ["running"]);
  deepStrictEqual(documentLists(postponed, on("2025-02-02")), ["late"]);
  strictEqual(isDefinitelyLate(postponed, "2025-02-01"), false);
  strictEqual(isDefinitelyLate(postponed, "2025-02-02"), true);
});

Deno.test("documentLists() puts each state in its lists, to-valid in two", () => {
  const lists = DOCUMENT_STATES.map((state) => [
    state,
    documentLists(aDocument(state), on("2024-07-15")),
  ]);
  deepStrictEqual(Object.fromEntries(lists), {
    "none": ["running"],
    "from-refused": ["running"],
    "to-valid": ["to-validate", "history"],
    "valid": ["history"],
    "subject-valid": ["history"],
    "refused": ["refused", "history"],
    "not-transmitted": ["history"],
  });
});

Deno.test("documentLists() puts a replaced document in the history only", () => {
  const replaced = { ...aDocument("refused"), isReplaced: true };
  deepStrictEqual(documentLists(replaced, on("2024-07-15")), ["history"]);
  strictEqual(mainListOf(replaced, "2024-07-15"), "history");
});

// @spec contracting.viewer
Deno.test("mainListOf() is the list in which a document waits for its next step", () => {
  const listOf = (state: DocumentState, today = "2024-07-10") =>
    mainListOf(aDocument(state), today);
  deepStrictEqual(DOCUMENT_STATES.map((state) => listOf(state)), [
    "running",
    "to-validate",
    "history",
    "history",
    "refused",
    "history",
    "running",
  ]);
  strictEqual(listOf("from-refused", "2024-07-16"), "late");
});

// @spec contracting.states
Deno.test("canTransition() allows a deposit, a validation, a refusal and an abandonment, and nothing else", () => {
  const allowed = DOCUMENT_STATES.flatMap((from) =>
    DOCUMENT_STATES.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`)
  );
  deepStrictEqual(allowed.toSorted(), [
    "from-refused → not-transmitted",
    "from-refused → to-valid",
    "none → not-transmitted",
    "none → to-valid",
    "to-valid → refused",
    "to-valid → subject-valid",
    "to-valid → valid",
  ]);
});
