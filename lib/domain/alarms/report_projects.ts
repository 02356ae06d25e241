import { type ProjectChoice, withProjects } from "@/lib/domain/projects/project_selection.ts";
import type { AlarmSelection, AvailableSelection } from "./types.ts";

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
  const kept = selections.map(({ filters }) => [...filters[PROJECT_FILTER] ?? ["*"]].sort().join());
  return new Set(kept).size > 1;
}

export function projectChoices(available: readonly AvailableSelection[]): ProjectChoice[] {
  const values = available.flatMap(({ filters }) =>
    filters.flatMap((filter) => filter.name === PROJECT_FILTER ? filter.values : [])
  );
  const labels = new Map(values.map(({ value, label }) => [value, label]));
  return [...labels].map(([id, name]) => ({ id, name, place: "" }));
}
