import { strictEqual } from "node:assert/strict";
import { dialledNumber, isPhone } from "@/lib/base/typed_formats.ts";

// @spec display.messages
Deno.test("isPhone() is true for a text with a telephone number only", () => {
  for (const text of ["15", "17", "18", "112", "114", "119", "3919", "15 (SAMU)", "Police : 17"]) {
    strictEqual(isPhone(text), true, text);
  }
  for (const text of ["", "  ", "115", "03 65 61 10 24", "03 65 61 10 24 (8 h à 12 h)"]) {
    strictEqual(isPhone(text), true, text);
  }
  for (const text of ["appelez-moi", "03", "16", "1", "8 h à 9 h", "<a>12</a>"]) {
    strictEqual(isPhone(text), false, text);
  }
});

// @spec display.occupant
Deno.test("dialledNumber() reads a single number in any spacing, and none from a sentence or from two numbers", () => {
  strictEqual(dialledNumber("03 65 61 10 24"), "0365611024");
  strictEqual(dialledNumber(" 03.65.61.10-24"), "0365611024");
  strictEqual(dialledNumber("+33 (0)3 65 61 10 24"), "+33365611024");
  strictEqual(dialledNumber("(03) 65 61 10 24"), "0365611024");
  for (const text of ["15", "17", "18", "112", "115", "3919"]) {
    strictEqual(dialledNumber(text), text);
  }
  for (
    const text of ["", "appelez-moi", "03 65 61 10 24 ou 06 12 34 56 78", "03 65 61 10 24 (8 h)"]
  ) {
    strictEqual(dialledNumber(text), null, text);
  }
  // The longest number has 15 digits; two numbers side by side have 20.
  strictEqual(dialledNumber("+123 45 67 89 01 23 45"), "+123456789012345");
  strictEqual(dialledNumber("+123 45 67 89 01 23 456"), null);
  strictEqual(dialledNumber("03 65 61 10 24 06 12 34 56 78"), null);
});
