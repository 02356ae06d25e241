import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Page, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";

interface Place {
  visitor: Visitor;
  ask: CallFunction;
  /** Address of the list. */
  list: string;
}

function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ ask, visitor }) => {
    await test({ visitor, ask, list: `/collect/${PROJECT}/outdoor-sources` });
  });
}

const SOURCE = { name: "Nancy-Ochey", method: "meteo", station: "54473001", seriesId: "" };

/** Creates a source by the page and returns its address. */
async function aSource({ visitor, list }: Place): Promise<string> {
  const made = await visitor.post(list, SOURCE);
  strictEqual(made.status, 303);
  return made.headers.get("location") ?? "";
}

/** DJU of a month, as the page of a year shows them. */
function djuOf(page: Page, month: string): string | undefined {
  const row = new RegExp(`>${month}</a></th>\\s*<td[^>]*>([^<]*)<`).exec(page.html);
  return row?.[1];
}

// Two days of January: (18 − (−1 + 5) / 2) + (18 − (0 + 8) / 2) = 16 + 14 = 30 DJU; a third of another station.
const FILE = [
  "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJ;RR;QRR;TN;QTN;HTN;QHTN;TX;QTX",
  "54473001;NANCY-OCHEY;48.58;5.96;336;20240101;0;1;-1.0;1;;9;5.0;1",
  "54473001;NANCY-OCHEY;48.58;5.96;336;20240102;0;1;0.0;1;;9;8.0;1",
  "54405001;NANCY-ESSEY;48.69;6.22;212;20240101;0;1;-9.0;1;;9;0.0;1",
].join("\n");

function fileForm(content: BlobPart, intent: string): FormData {
  const form = new FormData();
  form.set("form", "file");
  form.set("intent", intent);
  form.set("file", new File([content], "Q_54.csv"));
  return form;
}

Deno.test("residence without a source explains what it is for, and one is added", () =>
  withPlace(async (place) => {
    const empty = await place.visitor.get(place.list);
    match(empty.text, /Aucune source extérieure/);
    const refused = await place.visitor.post(place.list, { ...SOURCE, name: " ", method: "x" });
    strictEqual(refused.message("name"), "Ce champ est obligatoire");
    strictEqual(refused.message("method"), "Ce champ est obligatoire");
    const page = await place.visitor.get(await aSource(place));
    strictEqual(page.title, "Nancy-Ochey | Sources extérieures et DJU");
    const again = await place.visitor.post(place.list, { ...SOURCE, name: "nancy-ochey" });
    strictEqual(again.message("name"), "Doit être unique");
  }));

Deno.test("Météo-France file is checked without writing, then imported, compressed or not", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const tried = await place.visitor.post(path, fileForm(FILE, "try"));
    strictEqual(tried.status, 200);
    match(
      tried.text,
      /Essai\u00A0: rien n’a été enregistré 3\u00A0lignes lues, 2\u00A0ajoutées/,
    );
    strictEqual(djuOf(tried, "janvier 2024"), "");
    const done = await place.visitor.post(path, fileForm(await gzip(FILE), "import"));
    match(
      done.text,
      /Import terminé 3\u00A0lignes lues, 2\u00A0ajoutées, 0\u00A0remplacée, 0\u00A0identique, 1\u00A0laissée de côté, 0\u00A0refusée/,
    );
    strictEqual(djuOf(done, "janvier 2024"), "30");
  }));

Deno.test("file of another kind is refused with an explanation", () =>
  withPlace(async (place) => {
    const path = await aSource(place);
    const other = await place.visitor.post(path, fileForm("a;b\n1;2\n", "import"));
    strictEqual(other.status, 400);
    match(other.text, /Le fichier n’a pas pu être lu/);
    const binary = new Uint8Array([0x1f, 0x8b, 1, 2, 3]);
    match((await place.visitor.post(path, fileForm(binary, "import"))).text, /n’a pas pu être lu/);
    const none = await place.visitor.post(path, { form: "file", intent: "import" });
    strictEqual(none.message("file"), "Ce champ est obligatoire");
  }));

Deno.test("wrong lines are named, right ones imported; a file without any right line changes nothing", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const [heading = "", first = "", second = ""] = FILE.split("\n");
    const wrong = second.replace("0.0;1", "abc;1");
    const mixed = await place.visitor.post(
      path,
      fileForm([heading, first, wrong].join("\n"), "import"),
    );
    match(mixed.text, /Import terminé 2\u00A0lignes lues, 1\u00A0ajoutée/);
    match(mixed.text, /Ligne 3, TN\u00A0: Température illisible/);
    // The first of January alone: 18 − (−1 + 5) / 2.
    strictEqual(djuOf(mixed, "janvier 2024"), "16");
    const none = await place.visitor.post(path, fileForm([heading, wrong].join("\n"), "import"));
    match(none.text, /Rien n’a été importé/);
    strictEqual(djuOf(none, "janvier 2024"), "16");
  }));

Deno.test("DJU are typed by month, shown again, and emptied one by one or together", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const refused = await place.visitor.post(path, { form: "months", "2024-01": "abc" });
    strictEqual(refused.message("month-2024-01"), "Doit être un nombre");
    strictEqual(refused.value("2024-01"), "abc");
    const typed = { form: "months", "2024-01": "412,5", "2024-02": "350" };
    const saved = await place.visitor.post(path, typed);
    strictEqual(saved.headers.get("location"), `${path}&saved=months#months`);
    const page = await place.visitor.get(`${path}&saved=months`);
    match(page.text, /Saisir des DJU mensuels .* Modifications enregistrées/);
    deepStrictEqual([djuOf(page, "janvier 2024"), djuOf(page, "février 2024")], ["412,5", "350,0"]);
    deepStrictEqual([page.value("2024-01"), page.value("2024-03")], [
      "412,5",
      "",
    ]);
    match(page.html, /Saisie/);
    const shown = page.value("shown") ?? "";
    const emptied = { form: "months", shown, "2024-01": "", "2024-02": "350" };
    strictEqual((await place.visitor.post(path, emptied)).status, 303);
    const after = await place.visitor.get(path);
    deepStrictEqual([djuOf(after, "janvier 2024"), djuOf(after, "février 2024")], ["", "350"]);
    await place.visitor.post(path, { form: "months", intent: "clear" });
    strictEqual(djuOf(await place.visitor.get(path), "février 2024"), "");
  }));

Deno.test("two users typing different months of a year lose nothing", () =>
  withPlace(async (place) => {
    const path = `${await aSource(place)}?period=monthly-2024`;
    const shown = (await place.visitor.get(path)).value("shown") ?? "";
    await place.visitor.post(path, { form: "months", shown, "2024-01": "400" });
    await place.visitor.post(path, { form: "months", shown, "2024-02": "300" });
    const page = await place.visitor.get(path);
    deepStrictEqual([djuOf(page, "janvier 2024"), djuOf(page, "février 2024")], ["400", "300"]);
    match(page.html, /<tfoot>.*>700</s);
  }));

Deno.test("month links to its days, which are read-only", () =>
  withPlace(async (place) => {
    const path = await aSource(place);
    await place.visitor.post(`${path}?period=monthly-2024`, fileForm(FILE, "import"));
    const year = await place.visitor.get(`${path}?period=monthly-2024`);
    ok(year.html.includes(`href="${path}?period=daily-2024-01"`));
    const days = await place.visitor.get(`${path}?period=daily-2024-01`);
    match(days.text, /DJU, janvier 2024/);
    // Means of (−1, 5) and (0, 8); the third day was not read.
    match(days.html, /1er janvier 2024<\/th><td class="number">2<\/td><td class="number">16</);
    match(days.html, /2 janvier 2024<\/th><td class="number">4<\/td><td class="number">14</);
    match(days.html, /3 janvier 2024<\/th><td class="number"><\/td>/);
    ok(!days.html.includes('<form method="post" action="/collect'));
    const typed = { form: "months", "2024-01": "1" };
    strictEqual((await place.visitor.post(`${path}?period=daily-2024-01`, typed)).status, 400);
    strictEqual((await place.visitor.get(`${path}?period=hourly-2024-01-01`)).status, 400);
  }));

Deno.test("source is changed and deleted", () =>
  withPlace(async (place) => {
    const path = await aSource(place);
    const version = (await place.visitor.get(path)).version();
    const edit = { ...SOURCE, form: "source", version, name: "Nancy" };
    strictEqual((await place.visitor.post(path, edit)).status, 303);
    strictEqual((await place.visitor.get(path)).value("name"), "Nancy");
    const gone = await place.visitor.post(path, { form: "source", intent: "remove" });
    strictEqual(gone.headers.get("location"), place.list);
    strictEqual((await place.visitor.get(path)).status, 404);
  }));

Deno.test("years are reached by links, including seasons", () =>
  withPlace(async (place) => {
    const path = await aSource(place);
    const page = await place.visitor.get(`${path}?period=monthly-2023`);
    ok(page.html.includes(`href="${path}?period=monthly-shifted-2022"`));
    const season = await place.visitor.get(`${path}?period=monthly-shifted-2022`);
    match(season.text, /DJU, 2022-2023/);
    strictEqual(djuOf(season, "juillet 2022"), "");
  }));

Deno.test("the choice of a series lists only temperatures and DJU; another one is refused with an explanation", () =>
  withPlace(async (place) => {
    const series = {
      temperature: await aSeries(place.ask, "TEXT"),
      dju: await aSeries(place.ask, "DJU"),
      gas: await aSeries(place.ask, "GAZV"),
      indoors: await aSeries(place.ask, "TEMP"),
    };
    const page = await place.visitor.get(place.list);
    const offered = Object.entries(series)
      .filter(([, id]) => page.html.includes(` value="${id}"`))
      .map(([name]) => name);
    deepStrictEqual(offered, ["temperature", "dju"]);
    const refused = await place.visitor.post(place.list, { ...SOURCE, seriesId: series.gas });
    strictEqual(refused.status, 400);
    match(refused.text, /Cette série mesure autre chose que ce qui est lu ici/);
  }));

// @spec degree-days.months
Deno.test("future months have no share of known days", () =>
  asLandlord(async (visitor) => {
    const station = "/collect/p01/outdoor-sources/p01-meteo";
    const cells = async (year: number) => {
      const { html } = await visitor.get(`${station}?period=monthly-${year}`);
      const rows = html.slice(html.indexOf("<tbody"), html.indexOf("</table")).split("</tr>");
      const shares = rows.map((row) => /([^>]*)<\/td><td[^>]*>[^<]*<\/td>$/.exec(row)?.[1] ?? "");
      return shares.slice(0, 13);
    };
    deepStrictEqual(await cells(2098), Array.from({ length: 13 }, () => ""));
    deepStrictEqual(await cells(2024), Array.from({ length: 13 }, () => "100"));
  }));
