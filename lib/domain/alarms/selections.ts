import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import {
  ALARM_HANDLERS,
  type AlarmHandler,
  type AlarmSelection,
  type AvailableSelection,
} from "./types.ts";

/** Value of the picker when no handler is chosen. @spec forms.alarms */
export const NO_HANDLER = "0";

/** The kind of place of a handler; null for the whole residence. */
export function placeOfHandler(handler: AlarmHandler): "boilerRoom" | "building" | null {
  if (handler.startsWith("boilerroom-")) return "boilerRoom";
  return handler.startsWith("building-") ? "building" : null;
}

export function isAlarmHandler(text: string): text is AlarmHandler {
  return ALARM_HANDLERS.some((handler) => handler === text);
}

/**
 * The selections with one more handler; a handler already present, or '0', changes nothing.
 *
 * @spec forms.alarms "choosing handler '0' adds nothing"
 */
export function withSelection(
  selections: readonly AlarmSelection[],
  handler: string,
): readonly AlarmSelection[] {
  if (!isAlarmHandler(handler)) return selections;
  const isThere = selections.some((one) => one.handler === handler);
  return isThere ? selections : [...selections, { handler, filters: {} }];
}

export function withoutSelection(
  selections: readonly AlarmSelection[],
  handler: string,
): readonly AlarmSelection[] {
  return selections.filter((one) => one.handler !== handler);
}

/**
 * The selections with new values of one of their filters. An empty filter is removed, since it would match nothing.
 */
export function withFilter(
  selections: readonly AlarmSelection[],
  handler: AlarmHandler,
  [name, values]: readonly [name: string, values: readonly string[]],
): readonly AlarmSelection[] {
  return selections.map((one) => {
    if (one.handler !== handler) return one;
    const { [name]: _, ...others } = one.filters;
    return { handler, filters: values.length === 0 ? others : { ...others, [name]: [...values] } };
  });
}

/** Selections without empty filters, which would match nothing where a page says that they match all. */
export function withoutEmptyFilters(selections: readonly AlarmSelection[]): AlarmSelection[] {
  return selections.map(({ handler, filters }) => ({
    handler,
    filters: Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0)),
  }));
}

/** The handlers not chosen yet. */
export function offeredSelections(
  available: readonly AvailableSelection[],
  chosen: readonly AlarmSelection[],
): AvailableSelection[] {
  return available.filter(({ handler }) => !chosen.some((one) => one.handler === handler));
}

/** The error of a list of selections. @spec forms.alarms @returns null when the list is not empty */
export function selectionsError(selections: readonly AlarmSelection[]): FieldError | null {
  return selections.length === 0 ? { code: "required" } : null;
}

/**
 * Whether a report uses only offered handlers, filters and values, or values that it had: those of a place deleted since
 * stay until they are taken out, as without any value a filter accepts all. A handler that is no longer offered stays as
 * it was, or is taken out.
 *
 * @spec alarms.choices
 * @param before the stored selections; none for a new report
 */
export function areOffered(
  selections: readonly AlarmSelection[],
  offered: readonly AvailableSelection[],
  before: readonly AlarmSelection[] = [],
): boolean {
  return selections.every(({ handler, filters }) => {
    const found = offered.find((one) => one.handler === handler);
    const kept = before.find((one) => one.handler === handler)?.filters;
    if (found === undefined) return kept !== undefined && areSame(filters, kept);
    return Object.entries(filters).every(([name, values]) => {
      const filter = found.filters.find((one) => one.name === name);
      const known = new Set([
        ...filter?.values.map(({ value }) => value) ?? [],
        ...kept?.[name] ?? [],
      ]);
      return values.every((value) => known.has(value));
    });
  });
}

type Filters = AlarmSelection["filters"];

function areSame(one: Filters, other: Filters): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)];
  return names.every((name) =>
    new Set(one[name]).symmetricDifference(new Set(other[name])).size === 0
  );
}
