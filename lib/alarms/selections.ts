/** Rules of what an alarm report is about: kinds of alarms, places and residences. @module */

import type { FieldError } from "@/lib/base/validators.ts";
import { type ProjectChoice, withProjects } from "@/lib/residences/project_selection.ts";
import { ALARM_HANDLERS, type AlarmHandler } from "./alarm_handlers.ts";
import type { AlarmSelection, AvailableSelection } from "./schema.ts";

export const PROJECT_FILTER = "project";

/** The ids of the residences to which a report may be restricted; null for the report of one residence. */
export function offeredProjects(available: readonly AvailableSelection[]): string[] | null {
  const filters = available.flatMap((one) => one.filters)
    .filter(({ name }) => name === PROJECT_FILTER);
  return filters.length === 0
    ? null
    : withProjects([], filters.flatMap(({ values }) => values.map(({ value }) => value)));
}

/**
 * Whether a report is about every residence, future ones included: a selection has no filter. A report limited to all
 * those that its reader sees today is not.
 */
export function followsAllProjects(selections: readonly AlarmSelection[]): boolean {
  return selections.some(({ filters }) => filters[PROJECT_FILTER] === undefined);
}

/** The distinct residences to which a report is limited; empty when it follows all of them. */
export function chosenProjects(selections: readonly AlarmSelection[]): string[] {
  return followsAllProjects(selections)
    ? []
    : withProjects([], selections.flatMap(({ filters }) => filters[PROJECT_FILTER] ?? []));
}

/** Selections without their residences, which the report's form contains only once. */
export function withoutProjectFilter(
  selections: readonly AlarmSelection[],
): readonly AlarmSelection[] {
  return selections.map(({ handler, filters: { [PROJECT_FILTER]: _, ...filters } }) => ({
    handler,
    filters,
  }));
}

/** Selections limited to the chosen residences. */
export function ofProjects(
  selections: readonly AlarmSelection[],
  chosen: readonly string[],
): AlarmSelection[] {
  return selections.map(({ handler, filters }) => ({
    handler,
    filters: { ...filters, [PROJECT_FILTER]: withProjects([], chosen) },
  }));
}

/** Whether the selections of a report filter on different residences, which the single choice of its form would merge. */
export function keepsDifferentProjects(selections: readonly AlarmSelection[]): boolean {
  const remaining = selections.map(({ filters }) =>
    [...filters[PROJECT_FILTER] ?? ["*"]].sort().join()
  );
  return new Set(remaining).size > 1;
}

export function projectChoices(available: readonly AvailableSelection[]): ProjectChoice[] {
  const values = available.flatMap(({ filters }) =>
    filters.flatMap((filter) => filter.name === PROJECT_FILTER ? filter.values : [])
  );
  const labels = new Map(values.map(({ value, label }) => [value, label]));
  return [...labels].map(([id, name]) => ({ id, name, place: "" }));
}

/** Value of the picker when no handler is chosen. @spec forms.alarms */
export const NO_HANDLER = "0";

/** The kind of place of a handler; null for the whole residence. */
export function placeOfHandler(handler: AlarmHandler): "boilerRoom" | "building" | null {
  if (handler.startsWith("boilerroom-") || handler === "energy-drift") return "boilerRoom";
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
  available: readonly AvailableSelection[],
  before: readonly AlarmSelection[] = [],
): boolean {
  return selections.every(({ handler, filters }) => {
    const found = available.find((one) => one.handler === handler);
    const remaining = before.find((one) => one.handler === handler)?.filters;
    if (found === undefined) return remaining !== undefined && areSame(filters, remaining);
    return Object.entries(filters).every(([name, values]) => {
      const filter = found.filters.find((one) => one.name === name);
      const known = new Set([
        ...filter?.values.map(({ value }) => value) ?? [],
        ...remaining?.[name] ?? [],
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

export const SELECTION_FIELDS = {
  handler: "handler",
  picked: "picked",
  filter: (handler: AlarmHandler, name: string) => `${handler}.${name}`,
} as const;

/** Values of the field `intent` for the buttons of a list of selections, without JavaScript. */
export const SELECTION_INTENTS = { add: "add-selection", remove: "remove-selection:" } as const;

/** Every value sent by a form under a name. */
type Sent = (name: string) => readonly string[];

export function sentSelections(
  sent: Sent,
  available: readonly AvailableSelection[],
): readonly AlarmSelection[] {
  const chosen = sent(SELECTION_FIELDS.handler)
    .reduce<readonly AlarmSelection[]>(withSelection, []);
  return chosen.reduce((selections, { handler }) => {
    const filters = available.find((one) => one.handler === handler)?.filters ?? [];
    return filters.reduce(
      (narrowed, { name }) =>
        withFilter(narrowed, handler, [name, sent(SELECTION_FIELDS.filter(handler, name))]),
      selections,
    );
  }, chosen);
}

/**
 * The selections after a button of the list was pressed.
 *
 * @spec forms.alarms
 * @returns null when the button is not one of the list: the form must be saved
 */
export function pressedSelections(
  selections: readonly AlarmSelection[],
  intent: string,
  picked: string,
): readonly AlarmSelection[] | null {
  if (intent === SELECTION_INTENTS.add) return withSelection(selections, picked);
  if (!intent.startsWith(SELECTION_INTENTS.remove)) return null;
  const handler = intent.slice(SELECTION_INTENTS.remove.length);
  return isAlarmHandler(handler) ? withoutSelection(selections, handler) : selections;
}
