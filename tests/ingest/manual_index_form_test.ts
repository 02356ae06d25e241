import { deepStrictEqual } from "node:assert/strict";
import { MANUAL_INDEX_FORM } from "@/lib/ingest/forms.ts";

const TYPED = { seriesId: "s1", houseId: "", date: "2026-02-10", value: "1 204,5", acceptOld: "" };

Deno.test("MANUAL_INDEX_FORM reads a French number, and an empty dwelling as null", () => {
  deepStrictEqual(MANUAL_INDEX_FORM.read(TYPED), {
    seriesId: "s1",
    houseId: null,
    date: "2026-02-10",
    value: 1204.5,
    acceptOld: false,
    restoreDeleted: false,
  });
});

Deno.test("MANUAL_INDEX_FORM reports missing and wrong values", () => {
  deepStrictEqual(MANUAL_INDEX_FORM.errors({}), {
    seriesId: { code: "required" },
    date: { code: "required" },
    value: { code: "required" },
  });
  deepStrictEqual(MANUAL_INDEX_FORM.errors({ ...TYPED, date: "10/02", value: "-1" }), {
    date: { code: "date" },
    value: { code: "min", min: 0 },
  });
});
