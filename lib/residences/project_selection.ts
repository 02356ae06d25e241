/** Chooses residences one by one, or all of an organisation. @module */

import type { FieldError } from "@/lib/base/validators.ts";
import { holdsWords } from "@/lib/ui/search.ts";

export interface ProjectChoice {
  readonly id: string;
  readonly name: string;
  /** Its city and code, to distinguish homonyms. */
  readonly place: string;
}

/**
 * The chosen residences plus more of them; "0" and "" are ignored, and so are duplicates.
 *
 * @spec forms.residences
 * @param chosen ids, in the order they were chosen
 */
export function withProjects(chosen: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...chosen, ...added])].filter((id) => id !== "" && id !== NO_PROJECT);
}

export function withoutProjects(chosen: readonly string[], removed: readonly string[]): string[] {
  return chosen.filter((id) => !removed.includes(id));
}

/** The error of a choice of residences. @spec forms.residences @returns null when at least one is chosen */
export function projectsError(chosen: readonly string[]): FieldError | null {
  return withProjects([], chosen).length === 0 ? { code: "required" } : null;
}

/** Whether every offered residence is chosen; false when none is offered. */
export function areAllChosen(
  choices: readonly ProjectChoice[],
  chosen: readonly string[],
): boolean {
  return choices.length > 0 && choices.every(({ id }) => chosen.includes(id));
}

/** The residences whose name or place contains the words, ignoring accents and case. */
export function foundProjects(choices: readonly ProjectChoice[], words: string): ProjectChoice[] {
  return choices.filter(({ name, place }) => holdsWords([name, place], words));
}

const NO_PROJECT = "0";
