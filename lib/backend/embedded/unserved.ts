import { type NotImplemented, notImplemented } from "@/lib/contract/not_implemented.ts";

/** Says of each call of a table that it is not served. */
export function unserved<Calls extends object>(
  calls: Calls,
): { readonly [Name in keyof Calls]: NotImplemented } {
  const names = Object.keys(calls).map((name) => [name, notImplemented]);
  // The keys are those of the table: entries lose that in TypeScript.
  return Object.fromEntries(names) as { readonly [Name in keyof Calls]: NotImplemented };
}
