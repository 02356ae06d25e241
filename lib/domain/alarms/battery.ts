import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { plainWord } from "@/lib/domain/tables/search.ts";

const LOW_WORDS = ["low", "critical", "empty", "faible", "basse", "critique", "vide"];
const GOOD_WORDS = ["ok", "good", "normal", "high", "full", "bonne", "normale", "haute", "pleine"];

/**
 * Whether a series is the state of a battery. Only the series name shows it: no unit of the catalogue does.
 *
 * @spec alarms.batteries
 */
export function isBattery(
  { dataUnitId, name }: { readonly dataUnitId: DataUnitId; readonly name: string },
): boolean {
  return dataUnitId === "ETAT" && /\b(piles?|batteries?|battery)\b/.test(plainWord(name));
}

/**
 * The battery state reported by a reading.
 *
 * @spec alarms.batteries
 * @param state a word; a number may be a flag, a level or a voltage, so it is ignored
 * @returns null when unknown
 */
export function batteryOf(state: number | string): "wrong" | "right" | null {
  if (typeof state === "number") return null;
  const word = plainWord(state);
  if (LOW_WORDS.includes(word)) return "wrong";
  return GOOD_WORDS.includes(word) ? "right" : null;
}
