import type { JSX } from "preact";
import type { FieldErrors } from "@/lib/base/validators.ts";
import type { FieldRule } from "@/lib/ui/field_rules.ts";
import type { NamedField } from "@/lib/ui/form.ts";
import { controlAttributes, Field } from "./Field.tsx";
import { formId, PostForm, Removal } from "./PostForm.tsx";
import { Options } from "./SelectField.tsx";

/** A column of a form grid: its rule, and its rendering; its help is shown in the first row and in the one to add. */
export type GridField = Pick<
  NamedField,
  keyof FieldRule | "label" | "unit" | "help" | "options" | "isKey" | "isWide"
>;

/** A row as plain data. */
export interface GridRowFacts {
  /** Value of the key field; "" for the row to add. */
  readonly key: string;
  /** Title of the row: « À partir du 1er octobre 2023 ». */
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
  readonly note?: string;
  /** Version of the row, when each has its own. */
  readonly version?: string;
  /** Consequence of deleting this row, when rows differ. */
  readonly removal?: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** True when the values shown were refused, so are not saved yet. */
  readonly unsaved: boolean;
  /** True when a button outside the row sends it, to confirm it. */
  readonly isAsked?: boolean;
}

interface GridRowEvents {
  onField(name: string, value: string): void;
  onLeave(name: string, control: HTMLInputElement | HTMLSelectElement): void;
  onSubmit(event: SubmitEvent): void;
}

interface FormGridRowProps {
  /** Name of the grid, the prefix of ids and the value of the field `grid`. */
  grid: string;
  action: string;
  fields: readonly GridField[];
  row: GridRowFacts;
  /** Whether its button can be pressed. */
  isReady: boolean;
  removal: string;
  /** Version the edit is based on: another current one is a conflict. */
  version: string;
  events: GridRowEvents;
}

/** Maximum number of fields of a row on one line with its title and buttons. */
const SHORT_ROW_FIELDS = 3;

/** A row of a form grid: a separate form, saved, added or deleted separately (B §4). */
export function FormGridRow({ grid, fields, row, isReady, events, ...facts }: FormGridRowProps) {
  const isNew = row.key === "";
  const id = `${grid}-${isNew ? "new" : row.key}`;
  const shown = fields.filter((field) => isNew || !field.isKey);
  return (
    <PostForm
      id={row.isAsked ? formId(grid, row.key) : undefined}
      class={`grid-row${isNew ? " grid-row-new" : ""}${shapeOf(fields)}`}
      action={facts.action}
      noValidate
      data-guard={row.unsaved ? "unsaved" : "watched"}
      onSubmit={events.onSubmit}
    >
      <RowTitle id={`${id}-title`} {...row} />
      <input type="hidden" name="grid" value={grid} />
      {!isNew && <input type="hidden" name="key" value={row.key} />}
      <input type="hidden" name="version" value={row.version ?? facts.version} />
      {Object.entries(row.hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div class="grid-row-fields" role="group" aria-labelledby={`${id}-title`}>
        {shown.map((field) => (
          <GridControl
            key={field.name}
            id={`${id}-${field.name}`}
            field={field}
            row={row}
            events={events}
          />
        ))}
      </div>
      <div class="grid-row-actions">
        <button
          type="submit"
          class="button"
          name="intent"
          value={isNew ? "add" : "save"}
          disabled={!isReady}
        >
          {isNew ? "Ajouter" : "Enregistrer"}
        </button>
        {!isNew && <Removal text={row.removal ?? facts.removal} />}
      </div>
    </PostForm>
  );
}

/** A row with a long text has a line for it; a row of few fields is on one line. */
function shapeOf(fields: readonly GridField[]): string {
  if (fields.some(({ isWide }) => isWide)) return " grid-row-wide";
  return fields.length <= SHORT_ROW_FIELDS ? " grid-row-short" : "";
}

/** A bare heading without a note, since a page of grids has a row for each year. */
function RowTitle({ id, title, note }: Pick<GridRowFacts, "title" | "note"> & { id: string }) {
  if (!note) return <h3 class="grid-row-title" id={id}>{title}</h3>;
  return (
    <div class="grid-row-title">
      <h3 id={id}>{title}</h3>
      <p class="small soft">{note}</p>
    </div>
  );
}

interface GridControlProps {
  id: string;
  field: GridField;
  row: GridRowFacts;
  events: GridRowEvents;
}

function GridControl({ id, field, row, events }: GridControlProps) {
  const { name, label, unit, help, options, required = false } = field;
  const facts = { id, name, label, unit, help, required, error: row.errors[name] };
  const value = row.values[name] ?? "";
  type Change = JSX.TargetedEvent<HTMLInputElement | HTMLSelectElement>;
  const attributes = {
    ...controlAttributes(facts),
    onInput: (event: Change) => events.onField(name, event.currentTarget.value),
    onBlur: (event: Change) => events.onLeave(name, event.currentTarget),
  };
  if (options !== undefined) {
    return (
      <Field {...facts}>
        <select class="input" {...attributes}>
          <option value="">{required ? "Choisir…" : "Aucun"}</option>
          <Options options={options} chosen={value} />
        </select>
      </Field>
    );
  }
  return (
    <Field {...facts}>
      <input
        class={field.kind === "number" ? "input input-number" : "input"}
        type={field.kind === "date" ? "date" : "text"}
        inputMode={field.kind === "number" ? "decimal" : undefined}
        value={value}
        {...attributes}
      />
    </Field>
  );
}
