import type { FieldErrors } from "@/lib/base/validators.ts";
import type { ConfirmationRequest } from "@/lib/ui/confirmation.ts";
import { REMOVED_MEANWHILE } from "@/lib/ui/text.ts";
import type { GridRowFacts } from "./FormGridRow.tsx";
import type { ConflictLine } from "./PostForm.tsx";
import type { SelectOption } from "./SelectField.tsx";

/** A refused row: its entered values, and the errors. */
interface RefusedRow {
  key: string;
  version?: string;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  toConfirm?: ConfirmationRequest;
}

/** A stored row, without entered values. */
export type GridRow = Omit<GridRowFacts, "errors" | "unsaved" | "isAsked">;

/** A field of a form, as named in a conflict. */
interface ComparedField {
  readonly name: string;
  readonly label: string;
  readonly options?: readonly SelectOption[];
  readonly isKey?: boolean;
}

/** The fields of a refused row that another user has changed; empty when the row was deleted or is new. */
export function conflictLines(
  fields: readonly ComparedField[],
  typed: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>> | undefined,
): ConflictLine[] {
  if (stored === undefined) return [];
  return fields.filter(({ name, isKey }) => !isKey && typed[name] !== stored[name])
    .map(({ name, label, options }) => {
      const word = (text: string) => options?.find(({ value }) => value === text)?.label ?? text;
      const words = (text = "") => options ? text.split("\n").map(word).join(", ") : text;
      return { label, typed: words(typed[name]), stored: words(stored[name]) };
    });
}

/** A refused row; a row deleted meanwhile becomes the row to add. @spec forms.gone */
export function orNewRow<Row extends RefusedRow & { failure: string | null }>(
  refused: Row,
  rows: readonly GridRow[],
): Row | Omit<Row, "version"> {
  if (rows.some(({ key }) => key === refused.key)) return refused;
  const { version: _, ...typed } = refused;
  return { ...typed, key: "", failure: REMOVED_MEANWHILE };
}

/** The rows of a grid, with the entered values of the refused one. */
export function withRefused(rows: readonly GridRow[], refused: RefusedRow | null): GridRowFacts[] {
  return rows.map((row) => {
    if (refused === null || refused.key !== row.key) return { ...row, errors: {}, unsaved: false };
    const typed = Object.keys(row.values).map((name) =>
      [name, refused.values[name] ?? row.values[name] ?? ""] as const
    );
    const values = Object.fromEntries(typed);
    const basis = refused.version !== undefined && { version: refused.version };
    const isAsked = refused.toConfirm !== undefined && { isAsked: true };
    return { ...row, ...basis, ...isAsked, values, errors: refused.errors, unsaved: true };
  });
}
