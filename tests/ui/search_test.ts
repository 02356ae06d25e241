import { ok, strictEqual } from "node:assert/strict";
import { holdsWords, plainWord } from "@/lib/ui/search.ts";

// @spec tables.filters
Deno.test("holdsWords() finds a name typed without accents or case", () => {
  ok(holdsWords(["Les Œillets"], "oeillets"));
  ok(holdsWords(["Les Oeillets"], "œillets"));
  ok(holdsWords(["L’Étang"], "l'etang"));
  ok(holdsWords(["L'Étang"], "l’étang"));
  ok(holdsWords(["Ægidius"], "aegidius"));
});

Deno.test("holdsWords() requires every word, at any position", () => {
  ok(holdsWords(["Bâtiment A", "Metz"], "metz bat"));
  ok(!holdsWords(["Bâtiment A", "Metz"], "metz b2"));
});

Deno.test("holdsWords() treats the space of a French figure and several blanks as one space", () => {
  ok(holdsWords(["Logement 12"], "logement\u00A012"));
  ok(holdsWords(["Logement 12"], "  logement   12 "));
});

Deno.test("plainWord() is without accents, capitals or blanks around it", () => {
  strictEqual(plainWord("  Révoquée "), "revoquee");
  strictEqual(plainWord("CRITIQUE"), "critique");
});
