import { links } from "./links.ts";
import { isUnder } from "./menu_entries.ts";
import { DOCUMENTS, ORG_ALARMS, REGISTERS } from "./menu_lines.ts";

/** The menu line whose sub-lines a page shows, being one of its pages; null for most pages. */
export type Opened = "orgAlarms" | "documents" | "alarms" | "pilot" | null;

export function openedAt(path: string, project: { readonly id: string } | null): Opened {
  if (isUnder(path, ORG_ALARMS.href)) return "orgAlarms";
  if (project === null) {
    return [DOCUMENTS, ...REGISTERS].some(({ href }) => path.startsWith(href)) ? "documents" : null;
  }
  if (isUnder(path, links.alarms(project.id))) return "alarms";
  return isUnder(path, links.pilot(project.id)) ? "pilot" : null;
}
