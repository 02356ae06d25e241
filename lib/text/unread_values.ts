import { countText } from "./format/counts.ts";

/** Stored values that do not fit their schema, and are not shown. @spec calls.unread */
export function unreadValuesText(count: number): string {
  return count === 1
    ? "Une donnée enregistrée est illisible"
    : `${countText(count, "donnée enregistrée", "données enregistrées")} sont illisibles`;
}

/** What follows for the page. */
export const UNREAD_VALUES_NOTE =
  "Des lignes et des chiffres peuvent manquer. L’exploitant de la plateforme peut les rétablir depuis une sauvegarde.";
