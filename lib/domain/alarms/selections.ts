import type { AlarmHandler, AlarmSelection, AvailableSelection } from "./types.ts";

/** What a report may be narrowed to, by name of filter. */
export type AlarmFilterName = "project" | "boilerRoom" | "building";

/** The place a handler looks at; null when it looks at the whole residence. */
export function placeOfHandler(handler: AlarmHandler): "boilerRoom" | "building" | null {
  if (handler.startsWith("boilerroom-")) return "boilerRoom";
  return handler.startsWith("building-") ? "building" : null;
}

/**
 * Whether a report asks only for what is offered: its handlers, their filters, and the values of these.
 *
 * @spec B §7 "availableselections"
 */
export function areOffered(
  selections: readonly AlarmSelection[],
  offered: readonly AvailableSelection[],
): boolean {
  return selections.every(({ handler, filters }) => {
    const found = offered.find((one) => one.handler === handler);
    return found !== undefined && Object.entries(filters).every(([name, values]) => {
      const filter = found.filters.find((one) => one.name === name);
      const known = new Set(filter?.values.map(({ value }) => value));
      return values.every((value) => known.has(value));
    });
  });
}
