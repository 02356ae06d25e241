/** Finds dwellings by name or serial, and offers them as choices. @module */

import { comparableName } from "@/lib/base/visible_text.ts";
import type { House } from "./schema.ts";

interface NamedDwelling {
  readonly id: string;
  readonly name: string;
  readonly serial: string;
}

/** Dwellings by name and serial; null for a name shared by several. */
export type DwellingNames = ReadonlyMap<string, string | null>;

/** The dwellings of a residence by name and by serial, compared as displayed. @spec series.dwelling-sources, forms.names */
export function dwellingNames(dwellings: readonly NamedDwelling[]): DwellingNames {
  const names = new Map<string, string | null>();
  for (const { id, name, serial } of dwellings) {
    for (const word of new Set([name, serial].map(comparableName))) {
      if (word !== "") names.set(word, names.has(word) ? null : id);
    }
  }
  return names;
}

/**
 * The dwelling identified by words: the first known word decides.
 *
 * @param words most reliable first
 * @returns its id; null when no word is known, or when the first known word matches several dwellings
 */
export function dwellingNamed(words: readonly string[], names: DwellingNames): string | null {
  const known = words.map(comparableName).find((word) => names.has(word));
  return known === undefined ? null : names.get(known) ?? null;
}

/** Choices of dwellings with distinct labels: homonyms include their serial. */
export function dwellingChoices(
  houses: readonly Pick<House, "id" | "serial" | "settings">[],
): { readonly value: string; readonly label: string }[] {
  const counts = new Map<string, number>();
  for (const { settings: { name } } of houses) counts.set(name, (counts.get(name) ?? 0) + 1);
  return houses.map(({ id, serial, settings: { name } }) => {
    const isOnly = counts.get(name) === 1;
    return { value: id, label: isOnly ? name : `${name} (${serial || id})` };
  });
}
