import { CheckField } from "@/components/ui/CheckField.tsx";
import { controlAttributes, FieldLegend, FieldMessage, focusOn } from "@/components/ui/Field.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Options } from "@/components/ui/SelectField.tsx";
import { ALARM_HANDLER_LABELS, type AlarmHandler } from "@/lib/alarms/alarm_handlers.ts";
import { filterText, GONE_PLACE, OR } from "@/lib/alarms/report_text.ts";
import type { AlarmSelection, AvailableSelection } from "@/lib/alarms/schema.ts";
import {
  NO_HANDLER,
  offeredSelections,
  SELECTION_FIELDS,
  SELECTION_INTENTS,
} from "@/lib/alarms/selections.ts";
import type { FieldError } from "@/lib/base/validators.ts";

/** Events for an island; without them each button sends the form, and the page returns changed. */
interface SelectionEvents {
  onAdd(handler: string): void;
  onRemove(handler: AlarmHandler): void;
  onFilter(handler: AlarmHandler, name: string, values: readonly string[]): void;
}

export interface SelectionListProps {
  label: string;
  required?: boolean | undefined;
  available: readonly AvailableSelection[];
  selections: readonly AlarmSelection[];
  /** The handler chosen in the picker when the page opens. */
  picked?: string | undefined;
  error?: FieldError | undefined;
  events?: SelectionEvents | undefined;
}

/** The selections of a report joined by « OU », and the picker that adds one. @spec forms.alarms */
export function SelectionList(props: SelectionListProps) {
  const { label, required, available, selections, picked, error, events } = props;
  const describing = error && { "aria-describedby": "selections-error" };
  return (
    <fieldset class="selection-list" id="selections" {...describing}>
      <FieldLegend label={label} required={required} />
      {selections.length === 0 && <p class="selection-none soft">Aucune alerte choisie</p>}
      {selections.map((selection, position) => (
        <SelectionLine
          key={selection.handler}
          selection={selection}
          isFirst={position === 0}
          filters={available.find(({ handler }) => handler === selection.handler)?.filters ?? []}
          events={events}
        />
      ))}
      <Picker
        available={offeredSelections(available, selections)}
        isFirst={selections.length === 0}
        picked={picked}
        error={error}
        events={events}
      />
      {error && <FieldMessage id="selections-error" error={error} />}
    </fieldset>
  );
}

interface SelectionLineProps {
  selection: AlarmSelection;
  isFirst: boolean;
  filters: AvailableSelection["filters"];
  events: SelectionEvents | undefined;
}

function SelectionLine({ selection, isFirst, filters, events }: SelectionLineProps) {
  const { handler } = selection;
  const label = ALARM_HANDLER_LABELS[handler];
  return (
    <div class="selection-line">
      <span class="selection-or">{!isFirst && OR}</span>
      <div class="selection">
        <input type="hidden" name={SELECTION_FIELDS.handler} value={handler} />
        <strong>{label}</strong>
        <button
          type={events ? "button" : "submit"}
          class="button button-plain button-small"
          name="intent"
          value={`${SELECTION_INTENTS.remove}${handler}`}
          formAction="#selections"
          aria-label={`Retirer\u00A0: ${label}`}
          onClick={events && (() => events.onRemove(handler))}
        >
          <Icon name="trash" small />
        </button>
        {filters.map((filter) => (
          <SelectionFilter
            key={filter.name}
            handler={handler}
            filter={filter}
            selected={selection.filters[filter.name] ?? []}
            events={events}
          />
        ))}
      </div>
    </div>
  );
}

interface SelectionFilterProps {
  handler: AlarmHandler;
  filter: AvailableSelection["filters"][number];
  /** Selected values; none selects all. */
  selected: readonly string[];
  events: SelectionEvents | undefined;
}

function SelectionFilter({ handler, filter, selected, events }: SelectionFilterProps) {
  const name = SELECTION_FIELDS.filter(handler, filter.name);
  const tick = (value: string, isTicked: boolean) => {
    const values = isTicked ? [...selected, value] : selected.filter((one) => one !== value);
    events?.onFilter(handler, filter.name, values);
  };
  const known = new Set(filter.values.map(({ value }) => value));
  // Left out, the last of them would select all.
  const gone = selected.filter((value) => !known.has(value))
    .map((value) => ({ value, label: GONE_PLACE }));
  const choices = [...filter.values, ...gone];
  return (
    <details class="selection-filter">
      <summary>{filterText({ ...filter, values: choices }, selected.length)}</summary>
      <div class="project-boxes">
        {choices.map(({ value, label }) => (
          <CheckField
            key={value}
            id={`${name}-${value}`}
            name={name}
            value={value}
            label={label}
            checked={selected.includes(value)}
            {...(events && { onTick: (isTicked) => tick(value, isTicked) })}
          />
        ))}
      </div>
    </details>
  );
}

/** Empty choice of the picker. */
const PICK_SELECTION = "Choisir une alerte";

interface PickerProps {
  available: readonly AvailableSelection[];
  isFirst: boolean;
  picked: string | undefined;
  /** That of the whole list, shown under it. */
  error: FieldError | undefined;
  events: SelectionEvents | undefined;
}

/** The list of available selections and its « + »; nothing when all are selected. */
function Picker({ available, isFirst, picked, error, events }: PickerProps) {
  if (available.length === 0) return null;
  const add = (button: HTMLElement) => {
    const list = button.parentElement?.querySelector("select");
    events?.onAdd(list?.value ?? NO_HANDLER);
    if (list) list.value = NO_HANDLER;
  };
  return (
    <div class="selection-line">
      <span class="selection-or">{!isFirst && OR}</span>
      <div class="selection-picker">
        <select
          class="input"
          aria-label={PICK_SELECTION}
          {...controlAttributes({ name: SELECTION_FIELDS.picked, label: PICK_SELECTION })}
          {...focusOn(error)}
        >
          <option value={NO_HANDLER}>{PICK_SELECTION}</option>
          <Options
            options={available.map(({ handler, label }) => ({ value: handler, label }))}
            chosen={picked}
          />
        </select>
        <button
          type={events ? "button" : "submit"}
          class="button"
          name="intent"
          value={SELECTION_INTENTS.add}
          formAction="#selections"
          aria-label="Ajouter cette alerte"
          onClick={events && ((event) => add(event.currentTarget))}
        >
          +
        </button>
      </div>
    </div>
  );
}
