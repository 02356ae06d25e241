/** The names of an import or export clause: `a as b, c` is `[a, b]` and `[c, c]`. */
export function namePairs(clause: string): [from: string, to: string][] {
  return clause.split(",").map((item) => item.trim()).filter((item) => item !== "").map((item) => {
    const [from = "", to = from] = item.split(/\s+as\s+/);
    return [from, to];
  });
}
