import { strictEqual } from "node:assert/strict";
import { paginated } from "@/lib/ui/pagination.ts";
import { ALL_LABEL, NO_ROW_KEPT, pageLabel, rowsLabel, sortLabel } from "@/lib/ui/text_tables.ts";

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

// @spec tables.filters
Deno.test("ALL_LABEL is Tous", () => strictEqual(ALL_LABEL, "Tous"));

Deno.test("NO_ROW_KEPT says what to do next, with its quotes next to the word", () => {
  strictEqual(NO_ROW_KEPT.includes("«\u00A0Tous\u00A0»"), true);
});

Deno.test("pageLabel() gives the page and the number of pages", () => {
  strictEqual(pageLabel(3, 1200), "Page 3 sur 1\u202F200");
});

Deno.test("rowsLabel() counts the rows", () => {
  strictEqual(rowsLabel(paginated(rows(1234), 2, 20)), "Lignes 21 à 40 sur 1\u202F234");
  strictEqual(rowsLabel(paginated(rows(12), 1, null)), "12 lignes");
  strictEqual(rowsLabel(paginated(rows(1), 1, 20)), "1 ligne");
  strictEqual(rowsLabel(paginated([], 1, 20)), "Aucune ligne");
});

Deno.test("sortLabel() describes the action of the column head", () => {
  strictEqual(sortLabel("Ville", "asc"), "Trier par Ville, ordre croissant");
  strictEqual(sortLabel("Ville", "desc"), "Trier par Ville, ordre décroissant");
});
