/** Imports against the order of the areas that are still there: the list only becomes shorter. @module */
export const KNOWN_BACK_IMPORTS: ReadonlySet<string> = new Set([
  "lib/web/state.ts -> lib/housing/schema.ts",
  "lib/web/state.ts -> lib/residences/schema.ts",
]);
