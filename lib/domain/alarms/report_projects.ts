import { type ProjectChoice, withProjects } from "@/lib/domain/projects/project_selection.ts";
import type { AlarmSelection, AvailableSelection } from "./types.ts";

export const PROJECT_FILTER = "project";

/** The ids of the residences a report may be narrowed to; null when it is of one residence. */
export function offeredProjects(available: readonly AvailableSelection[]): string[] | null {
  const filters = available.flatMap((one) => one.filters)
    .filter(({ name }) => name === PROJECT_FILTER);
  return filters.length === 0
    ? null
    : withProjects([], filters.flatMap(({ values }) => values.map(({ value }) => value)));
}

/** The residences of a report, once for all its selections: all when one has no filter; null when it is of one residence. */
export function chosenProjects(
  selections: readonly AlarmSelection[],
  available: readonly AvailableSelection[],
): string[] | null {
  const offered = offeredProjects(available);
  return offered &&
    withProjects([], selections.flatMap(({ filters }) => filters[PROJECT_FILTER] ?? offered));
}

/** Selections without the residences, which their report's form has once. */
export function withoutProjectFilter(
  selections: readonly AlarmSelection[],
): readonly AlarmSelection[] {
  return selections.map(({ handler, filters: { [PROJECT_FILTER]: _, ...filters } }) => ({
    handler,
    filters,
  }));
}

/** Selections of the residences chosen. When all those offered are, there is no filter: residences to come are in it too. */
export function ofProjects(
  selections: readonly AlarmSelection[],
  typed: readonly string[],
  available: readonly AvailableSelection[],
): AlarmSelection[] {
  const chosen = withProjects([], typed);
  const keepsAll = (offeredProjects(available) ?? []).every((id) => chosen.includes(id));
  const filter = keepsAll ? {} : { [PROJECT_FILTER]: chosen };
  return selections.map(({ handler, filters }) => ({
    handler,
    filters: { ...filters, ...filter },
  }));
}

/** Whether the selections of a report filter on different residences; its form has one choice, so saving would make them equal. */
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
