import { strictEqual } from "node:assert/strict";
import { dwellingNamed, dwellingNames } from "@/lib/housing/dwelling_names.ts";

const NAMES = dwellingNames([
  { id: "1", name: "A12", serial: "0D74A784" },
  { id: "2", name: "A13", serial: "" },
  { id: "3", name: "Loge", serial: "9" },
  { id: "4", name: "loge ", serial: "10" },
  { id: "5", name: "11", serial: "11" },
]);

// @spec series.dwelling-sources
Deno.test("dwellingNamed() finds a dwelling by its name or its serial, ignoring case", () => {
  strictEqual(dwellingNamed(["a12"], NAMES), "1");
  strictEqual(dwellingNamed([" 0d74a784"], NAMES), "1");
  strictEqual(dwellingNamed(["11"], NAMES), "5");
});

Deno.test("dwellingNamed() uses the first known word", () => {
  strictEqual(dwellingNamed(["B1", "A13", "A12"], NAMES), "2");
  strictEqual(dwellingNamed(["B1"], NAMES), null);
  strictEqual(dwellingNamed([], NAMES), null);
  strictEqual(dwellingNamed([""], NAMES), null);
});

Deno.test("dwellingNamed() is null for two dwellings of one name", () => {
  strictEqual(dwellingNamed(["Loge", "A12"], NAMES), null);
  strictEqual(dwellingNamed(["10"], NAMES), "4");
});

// @spec series.dwelling-sources
Deno.test("dwellingNamed() finds a name however its accents are composed and its words spaced", () => {
  const names = dwellingNames([{ id: "2", name: "Rez-de-chaussée gauche", serial: "" }]);
  strictEqual(dwellingNamed(["Rez-de-chaussée gauche".normalize("NFD")], names), "2");
  strictEqual(dwellingNamed(["REZ-DE-CHAUSSEE  GAUCHE"], names), "2");
  strictEqual(dwellingNamed(["Rez-de-chaussée\u00A0gauche"], names), "2");
});
