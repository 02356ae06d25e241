import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { plainWord } from "@/lib/domain/tables/search.ts";

/** Whether a roof light or a gate is open. @spec facilities.buildings */
type Opening = "open" | "closed";

const OPEN_WORDS = ["open", "opened", "ouvert", "ouverte", "on", "true", "1"];
const CLOSED_WORDS = ["close", "closed", "ferme", "fermee", "off", "false", "0"];

/**
 * Opening of a contact from its state: a number, or a word in French or English.
 *
 * @spec facilities.gates
 * @param state 0 is closed, any other number open
 * @returns null for any other word
 */
export function openingOf(state: string | number): Opening | null {
  if (typeof state === "number") return state === 0 ? "closed" : "open";
  const word = plainWord(state);
  if (OPEN_WORDS.includes(word)) return "open";
  return CLOSED_WORDS.includes(word) ? "closed" : null;
}

/**
 * Whether a gate has been open longer than allowed.
 *
 * @spec facilities.gates
 * @param interval the gate's current state; null without readings
 * @param alarmFromH hours it may stay open before the alarm
 * @param nowS seconds since 1970
 */
export function isOpenTooLong(
  interval: StateInterval | null,
  alarmFromH: number,
  nowS: number,
): boolean {
  if (interval === null || openingOf(interval.state) !== "open") return false;
  return nowS > interval.fromS + alarmFromH * 3_600;
}
