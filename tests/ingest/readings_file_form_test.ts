import { deepStrictEqual } from "node:assert/strict";
import { READINGS_FILE_FORM } from "@/lib/ingest/forms.ts";

Deno.test("READINGS_FILE_FORM leaves unselected options to the call, and reads back its displayed values", () => {
  const nothing = {
    series: null,
    kind: null,
    stamp: null,
    timeZone: null,
    onConflict: null,
    acceptOld: false,
    restoreDeleted: false,
  };
  deepStrictEqual(READINGS_FILE_FORM.read({}), nothing);
  const chosen = {
    series: "s1",
    kind: "consumption",
    stamp: "end",
    timeZone: "UTC",
    onConflict: "keep",
    acceptOld: true,
    restoreDeleted: true,
  } as const;
  deepStrictEqual(READINGS_FILE_FORM.read(READINGS_FILE_FORM.typed(chosen)), chosen);
  deepStrictEqual(READINGS_FILE_FORM.errors({ kind: "x" }), { kind: { code: "required" } });
});
