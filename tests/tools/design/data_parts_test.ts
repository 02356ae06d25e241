import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { designSite, designTest } from "./a_design_page.ts";

const PAGE = "http://127.0.0.1:8000/design";

async function htmlOf(query: string): Promise<string> {
  const site = await designSite();
  const response = await site(new Request(`${PAGE}${query}`));
  strictEqual(response.status, 200);
  return await response.text();
}

async function fileOf(query: string): Promise<string> {
  const site = await designSite();
  const response = await site(new Request(`${PAGE}${query}`));
  match(response.headers.get("content-disposition") ?? "", /^attachment/);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.bytes());
}

function cells(html: string, column: number): string[] {
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? "";
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)][column]?.[1] ?? ""
  );
}

Deno.test("table sorts texts in French order, and numbers by size", async () => {
  const cities = cells(await htmlOf("?sort=city:desc&page=12"), 1);
  // Angers, Épinal, Évreux, Nancy, Roubaix: accents do not put É after Z.
  deepStrictEqual(cities, Array(5).fill("Angers"));
  deepStrictEqual(cells(await htmlOf("?sort=city:asc&page=4"), 1).slice(0, 1), ["Épinal"]);
  const heating = cells(await htmlOf("?sort=heating:desc"), 3);
  strictEqual(heating[0], "71\u202F345,7");
});

Deno.test("a table compares arrays element by element", async () => {
  const energies = cells(await htmlOf("?sort=energies:asc"), 2);
  deepStrictEqual(energies, Array(5).fill("Bois"));
  // Gas alone comes before gas with another energy.
  deepStrictEqual(cells(await htmlOf("?sort=energies:desc"), 2), Array(5).fill("Gaz, Solaire"));
});

Deno.test("cell shows at most one decimal, and is empty for an unknown value", async () => {
  const heating = cells(await htmlOf("?page=2"), 3);
  deepStrictEqual(heating, [
    "17\u202F345,7",
    "",
    "19\u202F345,7",
    "20\u202F345,7",
    "21\u202F345,7",
  ]);
});

Deno.test("the nearest page is shown for one that does not exist, and changing the sort returns to the first", async () => {
  const html = await htmlOf("?page=99&sort=name:asc");
  match(html, /Lignes 56 à 60 sur 60/);
  const sorts = [...html.matchAll(/<a href="([^"]*)"[^>]*class="sort-link"/g)].map(([, href]) =>
    href
  );
  ok(sorts.length === 4 && sorts.every((href) => !href?.includes("page=")));
  match(sorts[0] ?? "", /sort=name:desc/);
});

Deno.test("the pagination has the first page, an ellipsis from the fourth on, the neighbours, the last", async () => {
  const items = async (page: number) => {
    const nav = /<nav class="pagination"[\s\S]*?<\/nav>/.exec(await htmlOf(`?page=${page}`))?.[0];
    return [...(nav ?? "").matchAll(/>(\d+|…)</g)].map(([, text]) => text).join(" ");
  };
  strictEqual(await items(1), "1 2 12");
  strictEqual(await items(3), "1 2 3 4 12");
  strictEqual(await items(4), "1 … 3 4 5 12");
  strictEqual(await items(12), "1 … 11 12");
});

Deno.test("the file of a table has every filtered row, in both dialects, with units in its headers", async () => {
  const semicolon = await fileOf("?filter:city=Nancy&page=2&csv=semicolon");
  const lines = semicolon.split("\r\n");
  strictEqual(lines[0], "\uFEFFRésidence;Ville;Énergies;Chauffage (kWh)");
  strictEqual(lines[1], "Résidence 1;Nancy;Gaz, Solaire;12345,678");
  // Twelve of the sixty residences are in Nancy; then the last line break.
  strictEqual(lines.filter((line) => line !== "").length, 13);
  const comma = await fileOf("?filter:city=Nancy&csv=comma");
  strictEqual(comma.split("\n")[1], 'Résidence 1,Nancy,"Gaz, Solaire",12345.678');
});

designTest(
  "FloorSelector: Tous, ?, RDC and numbers, the first floor selected, none when there is one",
  async ({ page, go }) => {
    await go();
    const floors = page.getByRole("navigation", { name: "Étage" });
    const chosen = floors.locator("[aria-current='true']");
    deepStrictEqual(
      await floors.locator(".segments > *").allInnerTexts(),
      ["Tous", "?", "RDC", "1", "2", "3"],
    );
    strictEqual(await chosen.innerText(), "?");
    await floors.getByRole("link", { name: "RDC" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/floor=0/);
    strictEqual(await chosen.innerText(), "RDC");
    await floors.getByRole("link", { name: "Tous" }).click();
    await page.waitForURL(/floor=-1/);
    strictEqual(await chosen.innerText(), "Tous");
    await go("?floor=7");
    strictEqual(await chosen.innerText(), "?");
    await go("?state=empty");
    strictEqual(await floors.count(), 0);
  },
  { javaScriptEnabled: true },
);

designTest(
  "PeriodNavigator: fine types where they are allowed, a static label for a single type",
  async ({ page, go }) => {
    await go("?period=monthly-shifted-2024");
    const options = (label: string) =>
      page.getByRole("navigation", { name: label }).locator(".segments > *").allInnerTexts();
    deepStrictEqual(await options("Sans données fines"), ["Mois", "Semaines", "Jours"]);
    deepStrictEqual(await options("Jusqu’aux heures"), ["Mois", "Semaines", "Jours", "Heures"]);
    deepStrictEqual(
      await options("Jusqu’à cinq minutes"),
      ["Mois", "Semaines", "Jours", "Heures", "5\u00A0min"],
    );
    const line = page.getByRole("navigation", { name: "Des années seulement" });
    strictEqual(await line.locator(".segments").count(), 0);
    strictEqual(await line.locator("> .soft").innerText(), "Année");
    strictEqual(await line.locator("strong").innerText(), "2024-2025");
    const months = page.getByRole("navigation", { name: "Des mois seulement" });
    strictEqual(await months.locator("> .soft").innerText(), "Mois");
    // Months and weeks keep the shifted variant of each other.
    const fine = page.getByRole("navigation", { name: "Jusqu’à cinq minutes" });
    await fine.getByRole("link", { name: "Semaines" }).click();
    await page.waitForURL(/period=weekly-shifted-2024/);
  },
  { javaScriptEnabled: true },
);
