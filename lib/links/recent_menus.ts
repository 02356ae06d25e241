import type { Menu } from "./menu_entries.ts";

/** A value that the lines of a menu depend on; an object is compared by identity, and never changes. */
export type MenuFact = object | string | number | boolean | null | undefined;

const MENUS = new Map<string, Menu>();

const MOST_MENUS = 100;

/** The menu of some facts, made once while it is in use: most pages of a residence have the same lines. */
export function recentMenu(facts: readonly MenuFact[], make: () => Menu): Menu {
  const key = JSON.stringify(
    facts.map((fact) => typeof fact === "object" && fact !== null ? [numberOf(fact)] : fact),
  );
  const known = MENUS.get(key);
  if (known !== undefined) return known;
  if (MENUS.size >= MOST_MENUS) MENUS.clear();
  const menu = make();
  MENUS.set(key, menu);
  return menu;
}

/** A number unique to an object. */
function numberOf(object: object): number {
  return NUMBERS.getOrInsertComputed(object, () => ++numberedCount);
}

const NUMBERS = new WeakMap<object, number>();
let numberedCount = 0;
