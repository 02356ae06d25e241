import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readStock } from "@/lib/portfolio/import_plan.ts";

const AGENCY = {
  id: "g1",
  name: "Agence",
  sortOrder: 1,
  values: [{ id: "v1", label: "Est", sortOrder: 1 }],
  version: "1",
};

Deno.test("readStock() finds columns by their headings, in any order, ignoring case and accents", async () => {
  const file = await readStock("VILLE;code;agence\nNancy;0312;Est\n", "residences", [AGENCY]);
  deepStrictEqual(file, {
    rows: [{ line: 2, cells: { city: "Nancy", code: "0312", "tag:g1": "Est" } }],
    missingColumns: [],
    ignoredColumns: [],
  });
});

Deno.test("readStock() reads commas, tabs, a byte-order mark and quotes", async () => {
  const cells = { code: "1", name: 'Les "Tilleuls", nord' };
  for (
    const text of [
      '\uFEFFCode,Nom\r\n1,"Les ""Tilleuls"", nord"\r\n',
      'Code\tNom\n1\t"Les ""Tilleuls"", nord"\n\n',
    ]
  ) {
    deepStrictEqual((await readStock(text, "residences", []))?.rows, [{ line: 2, cells }]);
  }
});

Deno.test("readStock() names missing and unknown columns", async () => {
  const file = await readStock("Nom;Couleur\nLes Tilleuls;Vert\n", "residences", []);
  deepStrictEqual(file, { rows: [], missingColumns: ["Code"], ignoredColumns: ["Couleur"] });
});

Deno.test("readStock() removes the apostrophe that guards a formula in an export", async () => {
  const file = await readStock("Code;Nom\n'+33;'Les Tilleuls\n", "residences", []);
  deepStrictEqual(file?.rows[0]?.cells, { code: "+33", name: "'Les Tilleuls" });
});

Deno.test("readStock() reads a short line as one whose last cells are empty", async () => {
  const file = await readStock("Code;Nom;Ville\n1;Lilas\n", "residences", []);
  deepStrictEqual(file?.rows[0]?.cells, { code: "1", name: "Lilas", city: "" });
});

Deno.test("readStock() is null for a text that is not CSV", async () => {
  strictEqual(await readStock('Code;Nom\n1;"Lilas\n', "residences", []), null);
});
