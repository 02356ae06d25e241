import { isAlarmHandler, withFilter, withoutSelection, withSelection } from "./selections.ts";
import type { AlarmHandler, AlarmSelection, AvailableSelection } from "./types.ts";

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
