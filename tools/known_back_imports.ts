/** Imports against the order of the areas that are still there: the list only becomes shorter. @module */
export const KNOWN_BACK_IMPORTS: ReadonlySet<string> = new Set([
  "lib/app/site.ts -> fresh.config.ts",
  "lib/app/start.ts -> fresh.config.ts",
  "lib/web/secure_app.ts -> fresh.config.ts",
  "lib/web/state.ts -> fresh.config.ts",
  "lib/web/state.ts -> lib/housing/schema.ts",
  "lib/web/state.ts -> lib/residences/schema.ts",
]);
