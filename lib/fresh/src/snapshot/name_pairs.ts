/** A name of a module, and its name where it is used, or the other way round. */
export type NamePair = readonly [from: string, to: string];

/** The names of an import or export clause: `a as b, c` is `[a, b]` and `[c, c]`. */
export function namePairs(clause: string): NamePair[] {
  return clause.split(",").map((item) => item.trim()).filter((item) => item !== "").map((item) => {
    const [from = "", to = from] = item.split(/\s+as\s+/);
    return [from, to];
  });
}
