/** Due dates and deadlines of requested documents, their lists, and the search, filters and sorts of these. @module */

import { addDays, addMonths, addYears, daysBetween, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { ListRules } from "@/lib/ui/tables.ts";
import { type DocumentList, type DocumentState, isAwaited } from "./document_states.ts";
import type { ContractDocument, DocumentChoices, DocumentRequest, DocumentRow } from "./schema.ts";

/** The fields that determine the deadline of a document. */
type Due = Pick<ContractDocument, "dueDate" | "requestFinalDueDate">;

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
  if (isAwaited(document.state)) {
    const list = awaitedListOf(document, on);
    return list === null ? [] : [list];
  }
  const list = mainListOf(document, on.today);
  return list === "history" ? [list] : [list, "history"];
}

/** Days before its reminder window that a document is created, so that a late job leaves no gap. */
const HORIZON_DAYS = 7;
const HALF_MONTH_DAYS = 15;
/** Years after which a document that was never created is no longer created. */
const PAST_YEARS = 10;

/**
 * The due dates of a request whose reminder window has begun, and those of its calendar that have a document: it stays
 * when the window moves away, with another reminder or another clock.
 *
 * @spec contracting.occurrences
 * @param created due dates of the documents that exist, in any order; without them, those to create
 * @returns in order; each counts from the first date, so 31 January is followed by 28 February, then 31 March
 */
export function dueDates(
  { firstRequest, rate, reminder }: Pick<DocumentRequest, "firstRequest" | "rate" | "reminder">,
  today: IsoDate,
  created: readonly IsoDate[] = [],
): IsoDate[] {
  const [from, to] = [addYears(today, -PAST_YEARS), addDays(today, reminder + HORIZON_DAYS)];
  const stays = new Set(created);
  const last = created.reduce((latest, date) => date > latest ? date : latest, to);
  const dates: IsoDate[] = [];
  for (let rank = 0, date = firstRequest; date <= last;) {
    if ((from <= date && date <= to) || stays.has(date)) dates.push(date);
    if (rate === 0) break;
    date = addMonths(firstRequest, rate * ++rank);
  }
  return dates;
}

/** A document created by a request for a residence or an equipment; replacements of refused documents are excluded. */
export interface MadeDocument {
  readonly dueDate: IsoDate;
  /** Deposited or abandoned: no longer awaited. */
  readonly isAnswered: boolean;
}

/**
 * The due dates of a residence or equipment. A changed calendar applies after the last answered document: due dates up
 * to that document are neither requested again nor removed.
 *
 * @spec contracting.changed-calendar
 * @param dates dates of the current calendar, in order
 */
export function askedDates(
  { dates, rate }: Calendar,
  created: readonly MadeDocument[],
): readonly IsoDate[] {
  const answeredDates = created.flatMap(({ dueDate, isAnswered }) => isAnswered ? dueDate : []);
  const last = answeredDates.toSorted().at(-1);
  if (last === undefined) return dates;
  const until = created.flatMap(({ dueDate }) => dueDate <= last ? dueDate : []);
  if (rate === 0) return until;
  // When the calendar moved by less than half a period, the next date is that of the answered document.
  const from = dates.includes(last) ? last : addDays(last, rate * HALF_MONTH_DAYS);
  return [...until, ...dates.filter((date) => date > from)];
}

/** The current calendar of a request. */
interface Calendar {
  readonly dates: readonly IsoDate[];
  readonly rate: number;
}

/** Due date of the replacement of a refused document. @spec contracting.replacement */
export function dueDateAfterRefusal(refused: Due, nbDaysForNewDeadline: number): IsoDate {
  return addDays(deadlineOf(refused), nbDaysForNewDeadline);
}

/** The last day on which a document is awaited when no other final due date was set. */
export function finalDueDate(dueDate: IsoDate, nbDaysForNewDeadline: number): IsoDate {
  return addDays(dueDate, nbDaysForNewDeadline);
}

/** The list in which a document waits for its provider, its deadline, and the provider. */
export interface Reminder {
  readonly list: Extract<DocumentList, "running" | "late">;
  readonly deadline: string;
  readonly providerId: string;
}

/** The stored mark of a document's last reminder: another list, deadline or provider causes a new one. @spec contracting.mails */
export function reminderMark({ list, deadline, providerId }: Reminder): string {
  return `${list} ${deadline} ${providerId}`;
}

/** The fields by which a list of documents is searched, filtered and sorted. */
export type DocumentLine = Omit<
  DocumentRow,
  | "data"
  | "finalDueDate"
  | "completionDate"
  | "providerMail"
  | "validateDate"
  | "validatorUser"
  | "comment"
>;

/** Search, filters and sorts of a list of documents: the most urgent first. */
export const DOCUMENT_RULES: ListRules<DocumentLine> = {
  order: { field: "deadline", direction: "asc" },
  words: ({ id, typedocName, projectName, equipmentName, contractName, providerName }) => [
    typedocName,
    projectName,
    equipmentName ?? "",
    contractName,
    providerName,
    id,
  ],
  filters: {
    typedoc: ({ typedocName }) => typedocName,
    project: ({ projectName }) => projectName,
    equipment: ({ equipmentId }) => equipmentId ?? "",
    provider: ({ providerName }) => providerName,
    state: ({ state }) => state,
  },
  sorts: {
    typedoc: ({ typedocName }) => typedocName,
    project: ({ projectName, equipmentName }) => [projectName, equipmentName ?? ""],
    equipment: ({ equipmentName }) => equipmentName,
    provider: ({ providerName }) => providerName,
    contract: ({ contractName }) => contractName,
    deadline: deadlineOf,
    uploadDate: ({ uploadDate }) => uploadDate,
    state: ({ state }) => state,
    compliance: ({ compliance }) => compliance === null ? null : Number(compliance),
  },
};

/** The choices of a list's filters: each distinct value of its lines. */
export function documentChoices(lines: readonly DocumentLine[]): DocumentChoices {
  const distinct = <Value>(of: (line: DocumentLine) => Value) => [...new Set(lines.map(of))];
  const equipments = new Map<string, string>();
  for (const { equipmentId, equipmentName } of lines) {
    if (equipmentId !== null && equipmentName !== null) equipments.set(equipmentId, equipmentName);
  }
  return {
    typedoc: distinct(({ typedocName }) => typedocName),
    project: distinct(({ projectName }) => projectName),
    provider: distinct(({ providerName }) => providerName),
    state: distinct(({ state }) => state),
    equipment: [...equipments].map(([id, name]) => ({ id, name })),
  };
}

export function daysLate(row: DocumentRow, today: IsoDate): number {
  return daysBetween(deadlineOf(row), today);
}
