import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { isAwaited } from "./states.ts";
import type { ContractDocument, DocumentState } from "./types.ts";

/** The lists of documents. @spec contracting.lists */
export const DOCUMENT_LISTS = ["running", "late", "to-validate", "refused", "history"] as const;

export type DocumentList = typeof DOCUMENT_LISTS[number];

/** The lists of what is asked of a provider, most urgent first. @spec providers.one-list */
export const ASKED_LISTS = ["refused", "late", "running"] as const satisfies DocumentList[];

export type AskedList = typeof ASKED_LISTS[number];

/** The lists of a provider: what is asked, and what was deposited or abandoned. @spec providers.deposited */
export const PROVIDER_LISTS = [...ASKED_LISTS, "deposited"] as const;

/** The fields that determine the deadline of a document. */
export type Due = Pick<ContractDocument, "dueDate" | "requestFinalDueDate">;

/** The fields that determine the lists of a document. */
export interface Listed extends Due {
  readonly state: DocumentState;
  /** For a refused document: its replacement was deposited or abandoned. */
  readonly isReplaced?: boolean;
}

/** The civil day in Europe/Paris, and the number of days of the reminder before the deadline. */
interface ListedOn {
  readonly today: IsoDate;
  readonly reminder: number;
}

/** The last day on which a document is on time: its final due date when one was set, otherwise its due date. */
export function deadlineOf({ dueDate, requestFinalDueDate }: Due): IsoDate {
  return requestFinalDueDate ?? dueDate;
}

/** Whether the deadline of an awaited document has passed: true from the day after it. @spec contracting.late */
export function isLate(document: Listed, today: IsoDate): boolean {
  return isAwaited(document.state) && today > deadlineOf(document);
}

/**
 * Whether an awaited document is past its final due date.
 *
 * @spec contracting.late "Late check adds nbDaysForNewDeadline plus 1 days"
 */
export function isDefinitelyLate(
  document: Listed & Pick<ContractDocument, "finalDueDate">,
  today: IsoDate,
): boolean {
  return isAwaited(document.state) && today > document.finalDueDate;
}

/** Whether an awaited document is within its reminder window, due day included. */
export function isRunning(document: Listed, { today, reminder }: ListedOn): boolean {
  const deadline = deadlineOf(document);
  // Cheapest first: of thousands of documents, most are late.
  return isAwaited(document.state) && today <= deadline && addDays(deadline, -reminder) <= today;
}

/** The list in which a provider sees an awaited document; null before its reminder window begins. */
export function awaitedListOf(document: Listed, on: ListedOn): "running" | "late" | null {
  if (isLate(document, on.today)) return "late";
  return isRunning(document, on) ? "running" : null;
}

/** The list in which a document waits for its next step; the history once there is none. @spec contracting.viewer */
export function mainListOf(document: Listed, today: IsoDate): DocumentList {
  if (isAwaited(document.state)) return isLate(document, today) ? "late" : "running";
  if (document.state === "to-valid") return "to-validate";
  return document.state === "refused" && document.isReplaced !== true ? "refused" : "history";
}

/** Every list that contains a document: none before its reminder window begins. @spec contracting.lists */
export function documentLists(document: Listed, on: ListedOn): DocumentList[] {
  if (isRunning(document, on)) return ["running"];
  if (isLate(document, on.today)) return ["late"];
  if (isAwaited(document.state)) return [];
  if (document.state === "to-valid") return ["to-validate", "history"];
  return document.state === "refused" && document.isReplaced !== true
    ? ["refused", "history"]
    : ["history"];
}
