import { DatabaseSync } from "node:sqlite";

/** Bytes of the used pages of a store's file: arrivals leave free ones, which are reused. */
export function usedBytes(path: string): number {
  using file = new DatabaseSync(path, { readOnly: true });
  const pragma = (name: string) =>
    Number(Object.values(file.prepare(`pragma ${name}`).get() ?? {})[0]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}
