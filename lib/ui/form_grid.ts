/** Rules of tables whose rows are forms: editing, saving and removing a row. @module */

import { type FieldErrors, hasErrors, shownErrors } from "@/lib/base/validators.ts";
import { dirtyFields, isDirty } from "./dirty_fields.ts";

/** Actions of a grid on its rows. @spec forms.grids */
export interface GridActions {
  canCreate: boolean;
  canUpdate: boolean;
  canDelete: boolean;
}

/** Actions of a grid whose rows may be added, changed and deleted. */
export const EVERY_ACTION: GridActions = { canCreate: true, canUpdate: true, canDelete: true };

/** A row of a form grid. `initial` is the blank values of a new row, or the last saved values of a saved row. */
export interface GridRow<Values extends object> {
  key: string;
  isNew: boolean;
  initial: Values;
  values: Values;
  touched: ReadonlySet<keyof Values & string>;
}

/** A button of a row: absent, disabled, or ready to be pressed. */
type GridButton = "hidden" | "disabled" | "enabled";

/** The buttons of a row: Enregistrer, Ajouter, Supprimer. @spec forms.grids */
export interface GridButtons {
  save: GridButton;
  add: GridButton;
  remove: GridButton;
}

/** Result of pressing a button: the values to send, or the row with every field marked as touched. */
type GridSubmission<Values extends object> =
  | { ok: true; values: Values }
  | { ok: false; row: GridRow<Values> };

export function savedRow<Values extends object>(key: string, values: Values): GridRow<Values> {
  return { key, isNew: false, initial: values, values, touched: new Set() };
}

/** A row that is not stored yet. */
export function newRow<Values extends object>(key: string, blank: Values): GridRow<Values> {
  return { key, isNew: true, initial: blank, values: blank, touched: new Set() };
}

export function withField<Values extends object, Field extends keyof Values & string>(
  row: GridRow<Values>,
  field: Field,
  value: Values[Field],
): GridRow<Values> {
  return { ...row, values: { ...row.values, [field]: value } };
}

export function withTouched<Values extends object>(
  row: GridRow<Values>,
  field: keyof Values & string,
): GridRow<Values> {
  return { ...row, touched: new Set([...row.touched, field]) };
}

/** Whether a row has unsaved values. */
export function isRowDirty<Values extends object>(row: GridRow<Values>): boolean {
  return isDirty(row.initial, row.values);
}

/**
 * The buttons of a row. A stored row can be saved once changed, and deleted at any time; a new row can be added once
 * changed and valid, and removed at any time.
 *
 * @spec forms.grids
 */
export function gridButtons<Values extends object>(
  row: GridRow<Values>,
  errors: FieldErrors<keyof Values & string>,
  actions: GridActions,
): GridButtons {
  const changed = isRowDirty(row);
  if (row.isNew) {
    const ready = changed && !hasErrors(errors);
    return {
      save: "hidden",
      add: buttonState(actions.canCreate, { isReady: ready }),
      remove: "enabled",
    };
  }
  return {
    // Enabled even when invalid: pressing it shows the errors.
    save: buttonState(actions.canUpdate, { isReady: changed }),
    add: "hidden",
    remove: buttonState(actions.canDelete, { isReady: true }),
  };
}

/** Submits a row: its values when it is valid. @spec forms.grids */
export function submitRow<Values extends object>(
  row: GridRow<Values>,
  errors: FieldErrors<keyof Values & string>,
): GridSubmission<Values> {
  if (!hasErrors(errors)) return { ok: true, values: row.values };
  const touched = new Set(row.touched);
  for (const field in row.values) touched.add(field);
  return { ok: false, row: { ...row, touched } };
}

/** The displayed errors of a row: those of touched or changed fields. @spec forms.touched */
export function shownRowErrors<Values extends object>(
  row: GridRow<Values>,
  errors: FieldErrors<keyof Values & string>,
): FieldErrors<keyof Values & string> {
  return shownErrors(errors, new Set([...row.touched, ...dirtyFields(row.initial, row.values)]));
}

function buttonState(isAllowed: boolean, { isReady }: { readonly isReady: boolean }): GridButton {
  if (!isAllowed) return "hidden";
  return isReady ? "enabled" : "disabled";
}
