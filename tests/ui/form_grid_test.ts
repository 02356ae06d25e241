import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { FieldErrors } from "@/lib/base/validators.ts";
import {
  gridButtons,
  isRowDirty,
  newRow,
  savedRow,
  shownRowErrors,
  submitRow,
  withField,
  withTouched,
} from "@/lib/ui/form_grid.ts";

interface Factors {
  fromDate: string;
  pta: number | null;
  pcs: number | null;
}

const march: Factors = { fromDate: "2023-03-01", pta: 0.968, pcs: 11.3 };
const blank: Factors = { fromDate: "", pta: null, pcs: null };
const all = { canCreate: true, canUpdate: true, canDelete: true };
const missingPcs: FieldErrors<keyof Factors> = { pcs: { code: "required" } };

Deno.test("gridButtons() disables Enregistrer while a stored row is pristine", () => {
  const row = savedRow("1", march);
  deepStrictEqual(gridButtons(row, {}, all), {
    save: "disabled",
    add: "hidden",
    remove: "enabled",
  });
  strictEqual(gridButtons(withField(row, "pcs", 11.4), {}, all).save, "enabled");
});

Deno.test("gridButtons() enables Enregistrer on a wrong row, to show its errors", () => {
  const row = withField(savedRow("1", march), "pcs", null);
  strictEqual(gridButtons(row, missingPcs, all).save, "enabled");
});

Deno.test("gridButtons() disables Ajouter while a new row is pristine or invalid", () => {
  const row = newRow("new", blank);
  deepStrictEqual(gridButtons(row, {}, all), {
    save: "hidden",
    add: "disabled",
    remove: "enabled",
  });
  const dated = withField(row, "fromDate", "2024-01-01");
  strictEqual(gridButtons(dated, missingPcs, all).add, "disabled");
  strictEqual(gridButtons(dated, {}, all).add, "enabled");
});

Deno.test("gridButtons() hides the buttons that the grid does not allow", () => {
  const none = { canCreate: false, canUpdate: false, canDelete: false };
  const hidden = { save: "hidden", add: "hidden", remove: "hidden" };
  deepStrictEqual(gridButtons(withField(savedRow("1", march), "pcs", 11), {}, none), hidden);
  strictEqual(gridButtons(withField(newRow("2", blank), "pcs", 11), {}, none).add, "hidden");
});

Deno.test("isRowDirty() is false again when the change is undone", () => {
  const changed = withField(savedRow("1", march), "pcs", 11.4);
  strictEqual(isRowDirty(changed), true);
  strictEqual(isRowDirty(withField(changed, "pcs", 11.3)), false);
});

Deno.test("submitRow() returns the values of a valid row", () => {
  const row = withField(savedRow("1", march), "pcs", 11.4);
  deepStrictEqual(submitRow(row, {}), { ok: true, values: { ...march, pcs: 11.4 } });
});

// @spec forms.grids
Deno.test("submitRow() is blocked while invalid, and marks all fields touched", () => {
  const row = withField(newRow("new", blank), "fromDate", "2024-01-01");
  const sent = submitRow(row, missingPcs);
  deepStrictEqual(sent.ok ? null : [...sent.row.touched], ["fromDate", "pta", "pcs"]);
});

Deno.test("shownRowErrors() waits until the field is touched or changed", () => {
  const row = newRow("new", blank);
  deepStrictEqual(shownRowErrors(row, missingPcs), {});
  deepStrictEqual(shownRowErrors(withTouched(row, "pcs"), missingPcs), missingPcs);
  const emptied = withField(savedRow("1", march), "pcs", null);
  deepStrictEqual(shownRowErrors(emptied, missingPcs), missingPcs);
});

Deno.test("withField() and withTouched() do not change their input", () => {
  const row = savedRow("1", march);
  withTouched(withField(row, "pcs", 12), "pcs");
  deepStrictEqual(row, savedRow("1", march));
});
