import { deepStrictEqual } from "node:assert/strict";
import { monthReadNote } from "@/lib/housing/text_running_month.ts";

Deno.test("monthReadNote() gives the share of a month that was read, and says that it is not compared", () => {
  const note = (completeness: number, value: number | null = 12) =>
    monthReadNote({ value, completeness }).replaceAll(/[\u00A0\u202F]/g, " ");
  deepStrictEqual([note(1), note(0.995), note(0, null)], ["", "", ""]);
  deepStrictEqual([note(0.994), note(0.95)], ["relevé à 99 %", "relevé à 95 %"]);
  deepStrictEqual([note(0.949), note(0.5)], [
    "relevé à 94 %, non comparé",
    "relevé à 50 %, non comparé",
  ]);
  // 28.999999999999996 % in binary.
  deepStrictEqual(note(0.29), "relevé à 29 %, non comparé");
});
