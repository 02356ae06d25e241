/**
 * Path of a value inside props: `rows[2].format`.
 *
 * Computed only for errors, so that serialising props costs nothing more.
 */
export function placeOf(wanted: unknown, props: object): string {
  const seen = new Set<unknown>();
  function search(value: unknown, place: string): string | null {
    if (value === wanted && place !== "") return place;
    if (typeof value !== "object" || value === null || seen.has(value)) return null;
    seen.add(value);
    for (const [step, part] of partsOf(value)) {
      const found = search(part, place + step);
      if (found !== null) return found;
    }
    return null;
  }
  return (search(props, "") ?? "").replace(/^\./, "");
}

function partsOf(value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, i) => [`[${i}]`, item]);
  if (value instanceof Set) return [...value].map((item, i) => [`{${i}}`, item]);
  if (value instanceof Map) {
    return [...value].flatMap(([key, item], i) => [[`{key ${i}}`, key], [`{${i}}`, item]]);
  }
  const signal = "brand" in value && "peek" in value && typeof value.peek === "function";
  if (signal) return [[".value", Reflect.apply(Object(value.peek), value, [])]];
  return Object.entries(value).map(([key, part]) => [`.${key}`, part]);
}
