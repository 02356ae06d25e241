/** The states of a statement, and the acts that lead from one to another. @module */

import type { Settlement } from "./schema.ts";

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

/** What tells the state of a statement at an instant. */
interface SentState extends Pick<Settlement, "state" | "sheet"> {
  readonly acts: readonly { readonly at: string }[];
}

/** Whether silence has accepted a statement. @spec settlement.states */
export function isTacitlyAccepted(
  { state, sheet, acts }: SentState,
  nowMs: number,
): boolean {
  const sentAt = Date.parse(acts[0]?.at ?? "");
  const days = sheet.terms?.tacitDays ?? null;
  return state === "sent" && days !== null && nowMs >= sentAt + days * 86_400_000;
}

/** The state of a statement now: silence may have accepted it. @spec settlement.states */
export function effectiveState(
  statement: SentState,
  nowMs: number,
): StatementState {
  return isTacitlyAccepted(statement, nowMs) ? "accepted" : statement.state;
}
