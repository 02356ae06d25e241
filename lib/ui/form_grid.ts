/** Rules of tables whose rows are forms: editing, saving and removing a row. @module */

import { type FieldErrors, hasErrors, shownErrors } from "@/lib/base/validators.ts";
import { dirtyFields, isDirty } from "./dirty_fields.ts";

type Values = Readonly<Record<string, string>>;

/** A row of a form grid, as it is edited. */
export interface GridRow {
  /** Whether it is not stored yet. */
  readonly isNew: boolean;
  /** The blank values of a new row, or the last saved values. */
  readonly initial: Values;
  readonly values: Values;
  readonly touched: ReadonlySet<string>;
}

export function withField(row: GridRow, field: string, value: string): GridRow {
  return { ...row, values: { ...row.values, [field]: value } };
}

export function withTouched(row: GridRow, ...fields: readonly string[]): GridRow {
  return { ...row, touched: new Set([...row.touched, ...fields]) };
}

/**
 * Whether the button of a row can be pressed: that of a stored row once it is changed, even when it is wrong, to show its
 * errors; that of a new row once it is changed and valid.
 *
 * @spec forms.grids
 */
export function canSend({ isNew, initial, values }: GridRow, errors: FieldErrors): boolean {
  return isDirty(initial, values) && !(isNew && hasErrors(errors));
}

/** The displayed errors of a row: those of touched or changed fields. @spec forms.touched */
export function shownRowErrors(row: GridRow, errors: FieldErrors): FieldErrors {
  return shownErrors(errors, new Set([...row.touched, ...dirtyFields(row.initial, row.values)]));
}
