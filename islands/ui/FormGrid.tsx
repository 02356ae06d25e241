import { useRef, useState } from "react";
import { FormGridRow, type GridField, type GridRowFacts } from "@/components/ui/FormGridRow.tsx";
import { oneLine } from "@/lib/base/strings.ts";
import { hasErrors } from "@/lib/base/validators.ts";
import { typedErrors } from "@/lib/ui/field_rules.ts";
import {
  canSend,
  type GridRow,
  shownRowErrors,
  withField,
  withTouched,
} from "@/lib/ui/form_grid.ts";
import { useLive } from "@/lib/ui/hydration.ts";
import { committedValue, controlText, readNumber } from "@/lib/ui/number_input.ts";

interface FormGridProps {
  grid: string;
  action: string;
  fields: readonly GridField[];
  /** The stored rows, then the blank one when rows may be added. */
  rows: readonly GridRowFacts[];
  removal: string;
  version: string;
}

type Values = Record<string, string>;

/**
 * Dated or numbered rows, each saved separately. The page works without this island: every button is enabled and the
 * server validates. With it, 'Ajouter' is enabled by a changed and valid row, numbers are clamped, and an invalid
 * row is not sent, with all its fields marked touched (B §4, B §5).
 */
export default function FormGrid({ rows, fields, ...grid }: FormGridProps) {
  const root = useRef<HTMLDivElement>(null);
  const live = useLive(root);
  const unexplained = fields.map(({ help: _, ...field }) => field);
  return (
    <div ref={root} class="form-grid">
      {rows.map((row, position) => (
        <LiveRow
          key={row.key}
          live={live}
          facts={row}
          fields={position === 0 || row.key === "" ? fields : unexplained}
          {...grid}
        />
      ))}
    </div>
  );
}

type LiveRowProps = Omit<FormGridProps, "rows"> & { facts: GridRowFacts; live: boolean };

function LiveRow({ facts, live, fields, ...grid }: LiveRowProps) {
  const [row, setRow] = useState(() => startingRow(facts));
  const settled = useRef<Values>(row.values);

  const edited = fields.filter((field) => row.isNew || !field.isKey);
  const errors = typedErrors(edited, row.values);
  const onLeave = (name: string, control: HTMLInputElement | HTMLSelectElement) => {
    const field = edited.find((one) => one.name === name);
    const previous = readNumber(settled.current[name] ?? "");
    const text = settledText(field, control.value, { row, previous });
    settled.current = { ...settled.current, [name]: text };
    control.value = text;
    setRow(withTouched(withField(row, name, text), name));
  };
  const onSubmit = (event: SubmitEvent) => {
    if (isRemoval(event) || !hasErrors(errors)) return;
    event.preventDefault();
    setRow(withTouched(row, ...Object.keys(row.values)));
  };
  const shown = live ? { ...facts.errors, ...shownRowErrors(row, errors) } : facts.errors;
  return (
    <FormGridRow
      {...grid}
      fields={fields}
      row={{ ...facts, values: row.values, errors: shown }}
      isReady={!live || canSend(row, errors)}
      events={{ onField: (name, value) => setRow(withField(row, name, value)), onLeave, onSubmit }}
    />
  );
}

function startingRow({ key, values: texts, unsaved }: GridRowFacts): GridRow {
  const values: Values = {};
  for (const [name, text] of Object.entries(texts)) values[name] = oneLine(text);
  // Refused values are not saved: they may be sent again unchanged.
  return { isNew: key === "", initial: unsaved ? {} : values, values, touched: new Set() };
}

interface EditedRow {
  readonly row: GridRow;
  /** Value of the field before it was edited. */
  readonly previous: number | null;
}

/** Value of a number field after editing: clamped, or restored when it is not a number. */
function settledText(
  field: GridField | undefined,
  text: string,
  { row, previous }: EditedRow,
): string {
  if (field?.kind !== "number" || text === row.initial[field.name]) return text;
  const { min, max, step, required } = field;
  const rules = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && { step }),
    isNullable: required !== true,
  };
  return controlText(committedValue(text, previous, rules));
}

function isRemoval(event: SubmitEvent): boolean {
  return event.submitter instanceof HTMLButtonElement && event.submitter.value === "remove";
}
