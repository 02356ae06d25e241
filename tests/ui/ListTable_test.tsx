import { match } from "node:assert/strict";
import { textColumn } from "@/components/ui/columns.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";

Deno.test("ListTable separates the thousands of the number of all rows", () => {
  const all = Array.from({ length: 1_500 }, (_, rank) => ({
    id: `r${rank}`,
    city: rank % 5 === 0 ? "Nancy" : "Épinal",
  }));
  const list = {
    title: "Résidences",
    path: "/list",
    fileName: "residences.csv",
    columns: [textColumn("city", "Ville", ({ city }: typeof all[number]) => city)],
    order: null,
    filters: [{ field: "city", label: "Ville", value: ({ city }: typeof all[number]) => city }],
    words: () => [],
    noun: "résidence",
    nothing: "Aucune résidence trouvée",
    empty: { title: "Aucune ligne" },
  };
  const url = new URL("http://127.0.0.1/list?filter:city=Nancy");
  match(
    wordsOf(drawn(<ListTable {...listedRows(url, all, list)} />)),
    /300\u00A0résidences sur 1\u202F500/,
  );
});
