import { strictEqual } from "node:assert/strict";
import { freeText, text } from "@/lib/base/field_schemas.ts";
import { required } from "@/lib/base/validators.ts";
import { comparableName, isBlank, Spellings } from "@/lib/base/visible_text.ts";

const UNSEEN = [
  "",
  " ",
  "\u200B",
  "\u200B\u2060 \uFEFF",
  "\u00AD",
  "\u3164",
  "\u2800",
  "\u{E0100}",
  "\u0000",
];
const REVERSED = ["\u202Etxt.exe", "a\u2066b", "\u202Aa\u202C"];
const SEEN = ["Les Tilleuls", "É", "A\u200DB", "👩\u200D👩", "مبنى", "0", "Bâtiment\u00A0B"];

Deno.test("isBlank() is true for a text that shows nothing, and required() refuses it", () => {
  for (const one of UNSEEN) {
    strictEqual(isBlank(one), true, JSON.stringify(one));
    strictEqual(required(one)?.code, "required");
  }
  for (const one of SEEN) strictEqual(isBlank(one), false, one);
});

// @spec forms.names
Deno.test("text() and freeText() refuse invisible texts and characters that change the direction", () => {
  for (const one of UNSEEN) {
    strictEqual(text(100).safeParse(one).success, false, JSON.stringify(one));
  }
  for (const one of REVERSED) {
    strictEqual(text(100).safeParse(one).success, false, JSON.stringify(one));
    strictEqual(freeText(100).safeParse(one).success, false, JSON.stringify(one));
  }
  for (const one of SEEN) {
    strictEqual(text(100).safeParse(one).success, true, one);
    strictEqual(freeText(100).safeParse(one).success, true, one);
  }
  strictEqual(freeText(100).safeParse("  ").success, true);
  strictEqual(freeText(100).safeParse("\u200B").success, false);
});

// @spec forms.names
Deno.test("comparableName() ignores case, accents, spaces, composition and invisible characters", () => {
  const names = ["Étage  1", " étage 1 ", "E\u0301TAGE\u00A01", "Et\u200Bage 1"];
  strictEqual(new Set(names.map(comparableName)).size, 1);
  strictEqual(new Set(["Grand Nord", "GrandNord", "Sud", "की", "का"].map(comparableName)).size, 5);
});

Deno.test("Spellings.of() is the only known code equivalent to a text, else the text itself", () => {
  const codes = new Spellings(["Été", "b1", "B1"]);
  strictEqual(codes.of("ETE"), "Été");
  strictEqual(codes.of("B1"), "B1");
  strictEqual(codes.of("b\u200B1"), "b\u200B1");
  strictEqual(codes.of("c2"), "c2");
  strictEqual(codes.of("C2"), "c2");
});
