import { alertState, latestFirst, listedAlerts } from "@/lib/domain/housing/alerts.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import type { DisplayContact, DisplayMessage } from "./types.ts";

/** The messages of a day, by priority, then latest first. @spec display.current */
export function messagesOn<Message extends Pick<DisplayMessage, "priority" | "from" | "to">>(
  messages: readonly Message[],
  today: IsoDate,
): Message[] {
  return messages.filter((message) => alertState(message, today) === "current")
    .sort(compareMessages);
}

/** The messages of the list: those of the day in screen order, then future, then past. @spec display.current */
export function listedMessages<Message extends Pick<DisplayMessage, "priority" | "from" | "to">>(
  messages: readonly Message[],
  today: IsoDate,
): Message[] {
  const shown = messagesOn(messages, today);
  return [...shown, ...listedAlerts(messages, today).filter((one) => !shown.includes(one))];
}

/** Order of the messages of a list: by priority, then latest first. @spec display.current */
export function compareMessages(
  a: Pick<DisplayMessage, "priority" | "from">,
  b: Pick<DisplayMessage, "priority" | "from">,
): number {
  return a.priority - b.priority || latestFirst(a, b);
}

/** Order of the contacts: by priority, then by name. @spec display.current */
export function compareContacts(
  a: Pick<DisplayContact, "priority" | "name">,
  b: Pick<DisplayContact, "priority" | "name">,
): number {
  return a.priority - b.priority || compareValues(a.name, b.name);
}
