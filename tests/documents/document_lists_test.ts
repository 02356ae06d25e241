import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DOCUMENT_STATES, type DocumentState } from "@/lib/documents/document_states.ts";
import {
  deadlineOf,
  documentLists,
  isDefinitelyLate,
  isLate,
  isRunning,
  type Listed,
  mainListOf,
} from "@/lib/documents/due_dates.ts";

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

Deno.test("isRunning() without a reminder is true on the due date alone", () => {
  const days = ["2024-07-14", "2024-07-15", "2024-07-16"];
  deepStrictEqual(days.filter((today) => isRunning(aDocument(), on(today, 0))), ["2024-07-15"]);
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

Deno.test("isDefinitelyLate() is true nbDaysForNewDeadline and one days after the due date", () => {
  // 15 July + 15 days is 30 July; one day more.
  strictEqual(isDefinitelyLate(aDocument(), "2024-07-30"), false);
  strictEqual(isDefinitelyLate(aDocument(), "2024-07-31"), true);
  strictEqual(isDefinitelyLate(aDocument("valid"), "2024-07-31"), false);
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

Deno.test("final due date may be earlier than the due date", () => {
  const advanced = aDocument("none", "2024-07-01");
  deepStrictEqual(documentLists(advanced, on("2024-07-02")), ["late"]);
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
