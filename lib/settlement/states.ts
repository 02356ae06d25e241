/** The states of a statement, and the acts that lead from one to another. @module */

import { daysLater } from "@/lib/base/time_zones.ts";
import type { SeasonSettlement, Settlement, StatementSheet } from "./schema.ts";

export type StatementState = Settlement["state"];
export type StatementAct = "withdraw" | "accept" | "contest" | "close";

const NEXT: Readonly<Record<StatementAct, readonly [from: StatementState, to: StatementState]>> = {
  withdraw: ["sent", "withdrawn"],
  accept: ["sent", "accepted"],
  contest: ["sent", "contested"],
  close: ["accepted", "closed"],
};

/** The state after an act; null when the act is refused. @spec settlement.states */
export function stateAfter(state: StatementState, act: StatementAct): StatementState | null {
  const [from, to] = NEXT[act];
  return state === from ? to : null;
}

/**
 * Whether another statement of a season may be sent after the latest one: none is waiting, and a closed one is only
 * corrected by other figures.
 *
 * @spec settlement.states
 * @param isChanged whether the figures differ from those that were sent last
 */
export function mayFollow(latest: StatementState | null, isChanged: boolean): boolean {
  if (latest === null || latest === "withdrawn" || latest === "contested") return true;
  return latest === "closed" && isChanged;
}

/** The name and the sheet of the statement that would be sent next. */
export function nextStatement(
  { yearStart, draft: sheet, sent: [latest] }: Pick<
    SeasonSettlement,
    "yearStart" | "draft" | "sent"
  >,
): Pick<Settlement, "yearStart" | "number" | "corrects" | "sheet"> {
  const corrects = latest?.state === "closed" ? latest.number : null;
  return { yearStart, number: (latest?.number ?? 0) + 1, corrects, sheet };
}

/** What tells the state of a statement at an instant. */
interface SentState extends Pick<Settlement, "state"> {
  readonly sheet: Pick<StatementSheet, "terms">;
  readonly acts: readonly { readonly at: string }[];
}

/** When silence accepted a statement, ms; null while it has not. @spec settlement.states */
export function tacitlyAcceptedMs(statement: SentState, nowMs: number): number | null {
  const acceptedMs = tacitDeadlineMs(statement);
  return acceptedMs !== null && nowMs >= acceptedMs ? acceptedMs : null;
}

/** When silence accepts a statement that was sent, ms; null where it accepts nothing. */
export function tacitDeadlineMs({ state, sheet, acts }: SentState): number | null {
  const days = sheet.terms?.tacitDays ?? null;
  const sentAt = acts[0]?.at;
  if (state !== "sent" || days === null || sentAt === undefined) return null;
  return daysLater(Date.parse(sentAt), days);
}

/** The state of a statement now: silence may have accepted it. @spec settlement.states */
export function effectiveState(
  statement: SentState,
  nowMs: number,
): StatementState {
  return tacitlyAcceptedMs(statement, nowMs) === null ? statement.state : "accepted";
}
