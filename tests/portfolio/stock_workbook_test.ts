import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { SHEET_MARK, sheetsOf } from "@/lib/files/file_text.ts";
import { workbookText } from "@/lib/files/workbook_text.ts";
import { inOrder, readStock } from "@/lib/portfolio/import_plan.ts";
import type { StockImportRead } from "@/lib/portfolio/schema.ts";
import { STOCK_EXAMPLES, STOCK_HEADINGS, STOCK_SHEETS } from "@/lib/portfolio/text_import.ts";
import { links } from "@/lib/ui/links.ts";
import { aWorkbook } from "@/tests/files/a_workbook.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { ran, read, tried, WHOLE_STOCK, withStock } from "./a_stock.ts";
import { textWorkbook } from "@/lib/portfolio/workbook_writer.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";

/** The template, as it is downloaded. */
const TEMPLATE = [
  STOCK_HEADINGS.join(";"),
  ...STOCK_EXAMPLES.map((cells) => STOCK_HEADINGS.map((heading) => cells[heading] ?? "").join(";")),
];

function effects({ lines }: StockImportRead) {
  return lines.map(({ line, label, action }) => `${line} ${action} ${label}`);
}

async function residenceOf(ask: CallFunction, wanted: string): Promise<string> {
  const all = await answerOf(ask("listProjects", { orgId: ORG }));
  return all.find(({ code }) => code === wanted)?.id ?? "";
}

// @spec stock.workbook, stock.series, stock.settings
Deno.test("the template brings in a whole stock, whatever the order of its lines, and changes nothing the second time", () =>
  withStock(async ({ ask }) => {
    const [head = "", ...lines] = TEMPLATE;
    const file = [head, ...lines.toReversed()].join("\n");
    const report = await tried(ask, "stock", file);
    deepStrictEqual(effects(report), [
      "8 create Résidence 0312 Les Tilleuls",
      "7 create Équipement 0312 0312-BA Bâtiment A",
      "5 create Équipement 0312 0312-VMC1 VMC du bâtiment A",
      "6 create Équipement 0312 0312-CH01 Chaufferie principale",
      "4 create Type de logement 0312 T3",
      "3 create Logement 0312 0312-A12 A12",
      "2 create Série 0312 0312-CH01 Compteur gaz Gaz (volume)",
      "6 change Réglages 0312 0312-CH01",
    ]);
    strictEqual(await residenceOf(ask, "0312"), "");
    const done = await ran(ask, report.id);
    deepStrictEqual([done.counts.refused, effects(done)], [0, effects(report)]);
    const projectId = await residenceOf(ask, "0312");
    const [equipments, houses, types, series, outdoor] = await Promise.all([
      answerOf(ask("listEquipments", { projectId })),
      answerOf(ask("listHouses", { projectId })),
      answerOf(ask("listHouseTypes", { projectId })),
      answerOf(ask("listDataseries", { projectId })),
      answerOf(ask("listOutdoorSources", { projectId })),
    ]);
    const byCode = new Map(equipments.map((one) => [one.settings.code, one]));
    const boilerRoomId = byCode.get("0312-CH01")?.id ?? "";
    strictEqual(byCode.get("0312-VMC1")?.parentId, byCode.get("0312-BA")?.id);
    deepStrictEqual(types.map(({ name, area, occupants }) => [name, area, occupants]), [
      ["T3", 65, 3],
    ]);
    const [house] = houses;
    strictEqual(house?.settings.buildingId, byCode.get("0312-BA")?.id);
    strictEqual(house?.settings.houseTypeId, types[0]?.id);
    deepStrictEqual(
      series.map(({ renamed, dataUnitId, equipmentId, dataSourceId }) => ({
        renamed,
        dataUnitId,
        equipmentId,
        dataSourceId,
      })),
      [{
        renamed: "Compteur gaz",
        dataUnitId: "GAZV",
        equipmentId: boilerRoomId,
        dataSourceId: series[0]?.dataSourceId ?? null,
      }],
    );
    deepStrictEqual(outdoor.map(({ publicStation }) => publicStation), ["nearest"]);
    const { sources, settings } = await answerOf(ask("getEfficiency", { projectId, boilerRoomId }));
    deepStrictEqual([sources?.sourceKind, sources?.sourceType], ["gaz-volume", series[0]?.id]);
    deepStrictEqual(settings, [{
      fromDate: "2024-07-01",
      area: 1240,
      peopleNb: 60,
      djuSource: outdoor[0]?.id,
      q: 100,
      target: 25,
      threshold: 5,
      djuContract: 2400,
    }]);
    const again = await ran(ask, (await tried(ask, "stock", file)).id);
    deepStrictEqual(again.counts, { create: 0, change: 0, same: 8, refused: 0 });
  }));

// @spec stock.made-types
Deno.test("types that dwellings name are made where they are absent, once, or their lines are refused", () =>
  withStock(async ({ ask }) => {
    const file = [
      "Contenu;Code résidence;Code;Nom;Rue;Code postal;Ville;Latitude;Longitude;Type de logement",
      "Logement;R1;S1;A1;;;;;;T2",
      "Logement;R1;S2;A2;;;;;;T2",
      "Résidence;R1;;R;1 rue;54000;Nancy;48;6;",
    ].join("\n");
    const body = { orgId: ORG, kind: "stock", body: file } as const;
    const refused = await answerOf(ask("createStockImport", { ...body, types: "refused" }));
    const { refused: lines } = await read(ask, refused.id);
    deepStrictEqual(lines.map(({ line, messages }) => [line, messages]), [
      [2, ["Type de logement\u00A0: «\u00A0T2\u00A0» n’existe pas dans la résidence"]],
      [3, ["Type de logement\u00A0: «\u00A0T2\u00A0» n’existe pas dans la résidence"]],
    ]);
    const report = await tried(ask, "stock", file);
    deepStrictEqual(effects(report), [
      "4 create Résidence R1 R",
      "2 create Type de logement R1 T2",
      "2 create Logement R1 S1 A1",
      "3 create Logement R1 S2 A2",
    ]);
    deepStrictEqual((await ran(ask, report.id)).counts.create, 4);
    const projectId = await residenceOf(ask, "R1");
    strictEqual((await answerOf(ask("getProjectFeatures", { projectId }))).houseTypes, true);
    const again = await tried(ask, "stock", file);
    deepStrictEqual(again.counts, { create: 0, change: 0, same: 3, refused: 0 });
  }));

// @spec stock.columns
Deno.test("columns of other names are read as chosen, and a file without what its lines need is refused", () =>
  withStock(async ({ ask }) => {
    const file = "Nature;Ref ensemble;Intitulé;Rue;Code postal;Ville;Latitude;Longitude\n" +
      "residence;R7;Les Ormes;1 rue;54000;Nancy;48;6\n";
    const unknown = await tried(ask, "stock", file);
    deepStrictEqual([unknown.lineCount, unknown.missingColumns, unknown.ignoredColumns], [
      0,
      ["Contenu"],
      ["Nature", "Ref ensemble", "Intitulé"],
    ]);
    const columns = "Nature=Contenu\nRef ensemble=Code résidence\nIntitulé=Nom";
    const body = { orgId: ORG, kind: "stock", body: file, columns } as const;
    const report = await read(ask, (await answerOf(ask("createStockImport", body))).id);
    deepStrictEqual([report.ignoredColumns, effects(report)], [
      [],
      ["2 create Résidence R7 Les Ormes"],
    ]);
  }));

// @spec stock.workbook
Deno.test("each sheet of a workbook is read, as what its name says", async () => {
  const row = (...cells: string[]) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
  const sheets = [
    row("Code résidence", "Numéro de série", "Logement") + row("R1", "S1", "A1"),
    row("Notes") + row("Rien"),
    row("Code", "Nom", "Code résidence") + row("CH1", "Chaufferie", "R1"),
  ];
  const titles = ["Logements", "Lisez-moi", "Chaufferies"];
  const text = await workbookText(aWorkbook({ sheets, titles }), { everySheet: true });
  deepStrictEqual(sheetsOf(text).map(({ name }) => name), titles);
  const file = await readStock(text, WHOLE_STOCK);
  deepStrictEqual([file?.missingColumns, file?.ignoredColumns, file?.ignoredSheets], [
    [],
    [],
    ["Lisez-moi"],
  ]);
  deepStrictEqual(inOrder(file?.rows ?? []), [
    {
      line: 2,
      kind: "equipments",
      cells: { code: "CH1", name: "Chaufferie", residence: "R1", kind: "boilerroom" },
    },
    { line: 2, kind: "dwellings", cells: { residence: "R1", serial: "S1", name: "A1" } },
  ]);
});

// @spec stock.workbook
Deno.test("a file without « Contenu » is of the only kind whose columns it has", async () => {
  const kinds = async (...lines: string[]) =>
    (await readStock(lines.join("\n"), WHOLE_STOCK))?.rows.map(({ kind }) => kind);
  deepStrictEqual(await kinds("Code;Nom;Rue", "R1;R;1 rue"), ["residences"]);
  deepStrictEqual(await kinds("Code résidence;Numéro de série;Logement", "R1;S1;A1"), [
    "dwellings",
  ]);
  deepStrictEqual(await kinds("Code résidence;Code;Nom", "R1;X;Y"), []);
});

// @spec stock.headings
Deno.test("headings come after a title and notes, and a number keeps no unit", async () => {
  const read = (...lines: string[]) => readStock(lines.join("\n"), WHOLE_STOCK);
  const types = "Contenu,Code résidence,Nom,Surface (m²),Occupants";
  const file = await read("Patrimoine 2026", "", types, "Type de logement,R1,5 %,65 m²,3", "Total");
  deepStrictEqual(file?.rows, [{
    line: 4,
    kind: "houseTypes",
    cells: { residence: "R1", name: "5 %", area: "65", occupants: "3" },
  }]);
  const address = await read(
    "Titre",
    '"Code";"Nom";"Rue"',
    "R1;R;1, rue A, bât. B, esc. C, porte D",
  );
  deepStrictEqual(address?.rows.map(({ cells }) => cells["street"]), [
    "1, rue A, bât. B, esc. C, porte D",
  ]);
  const notes = Array.from({ length: 20 }, () => "Note");
  const late = await read(...notes, types, "Type de logement,R1,T3,65,3");
  deepStrictEqual([late?.rows, late?.missingColumns], [[], ["Contenu"]]);
  const long = await read("x".repeat(500));
  deepStrictEqual(long?.ignoredColumns.map(({ length }) => length), [80]);
});

// @spec stock.headings
Deno.test("a workbook as a landlord has it: titles, totals, other headings, units, floors, quantities by their unit", () =>
  withStock(async ({ ask }) => {
    const sheet = (name: string, ...lines: string[]) =>
      `${SHEET_MARK}${name}\n${lines.join("\n")}\n`;
    const file = sheet(
      "Résidences",
      "Patrimoine;;;;;;",
      "Code;Nom de la résidence;Voie;CP;Commune;Latitude;Longitude",
      "101;Les Érables;3 rue des Érables;57000;Metz;49,1;6,2",
      "TOTAL;;;;;;",
    ) + sheet("Chaufferies", "Code résidence;Code;Nom", "101;CH1;Chaufferie") +
      sheet("Logements", "Code résidence;N°;Logement;Étage", "101;L1;A1;1er", "101;L2;A2;R+2") +
      sheet(
        "Séries",
        "Code résidence;Équipement;Nom;Grandeur;Unité",
        "101;CH1;Gaz;Gaz;m3",
        "101;CH1;Énergie;Gaz;kWh",
      );
    const report = await tried(ask, "stock", file);
    deepStrictEqual([report.counts.create, report.refused], [6, []]);
    const missing = await tried(
      ask,
      "stock",
      sheet("Logements", "Code résidence;Logement", "101;A1"),
    );
    deepStrictEqual(missing.missingColumns, ["Numéro de série (Logements)"]);
  }));

// @spec stock.workbook
Deno.test("a refused line names the page that cures it, and refuses what depends on it", () =>
  withStock(async ({ ask }) => {
    const file = [
      "Contenu;Code résidence;Code;Nom;Code parent;Grandeur;Bâtiment;Surface (m²);Occupants;q;Objectif;Réglages à partir du;Source des DJU",
      "Logement;R9;S1;A1;;;;;;;;;",
      "Fusée;R9;S1;A1;;;;;;;;;",
      "Résidence;R1;;;;;;;;;;;",
      "Chaufferie;P1;CH;Chaufferie;;;;x;;;;;Lune",
      "Logement;P1;S1;A1;;;Z;;;;;;",
      "Série;P1;;Gaz;CH9;Phlogistique;;;;;;;",
    ].join("\n");
    const projectId = await residenceOf(ask, "");
    ok(projectId !== "");
    const settings = await answerOf(ask("getProjectSettings", { projectId }));
    const location = { ...settings.location, street: "1 rue", zipCode: "54000", city: "Nancy" };
    const body = { ...settings, location, code: "P1" };
    await answerOf(ask("putProjectSettings", { projectId, body }));
    const { refused, counts } = await tried(ask, "stock", file);
    strictEqual(counts.create, 1);
    deepStrictEqual(refused.map(({ line, cure = "" }) => [line, cure]), [
      [3, ""],
      [4, ""],
      [2, links.newResidence()],
      [6, links.newEquipment(projectId)],
      [7, links.equipments(projectId)],
      [5, links.roles(projectId)],
    ]);
    const settingsLine = refused.find(({ line }) => line === 5);
    match(settingsLine?.messages.join(" ") ?? "", /rôle.*Aucun compteur.*«\u00A0Lune\u00A0»/);
  }));

const NOW = Date.UTC(2026, 1, 10);

async function readBack(sheets: Parameters<typeof textWorkbook>[0]): Promise<string> {
  return await workbookText(await textWorkbook(sheets, NOW), { everySheet: true });
}

Deno.test("textWorkbook() keeps the zeros of a code, signs of XML and empty cells", async () => {
  const rows = [["Code", "Nom", "Rue"], ["0312", 'A & "B" < C', ""], ["", "", "1 > 0"]];
  const sheets = sheetsOf(
    await readBack([{ name: "A & B", rows }, { name: "Vide", rows: [["x"]] }]),
  );
  deepStrictEqual(sheets.map(({ name }) => name), ["A & B", "Vide"]);
  strictEqual(sheets[0]?.text.trim(), 'Code;Nom;Rue\n0312;"A & ""B"" < C";\n;;1 > 0');
});

// @spec stock.template
Deno.test("the template of a stock is read as it is: a sheet for each content, no column unknown", async () => {
  const sheets = STOCK_SHEETS.map(({ name, headings, cells }) => ({
    name,
    rows: [headings, headings.map((heading) => cells[heading] ?? "")],
  }));
  const file = await readStock(await readBack(sheets), WHOLE_STOCK);
  deepStrictEqual([file?.missingColumns, file?.ignoredColumns, file?.ignoredSheets], [[], [], []]);
  deepStrictEqual(file?.rows.map(({ kind, cells }) => `${kind} ${cells["kind"] ?? ""}`), [
    "residences ",
    "equipments building",
    "equipments boilerroom",
    "settings ",
    "equipments cmv",
    "houseTypes ",
    "dwellings ",
    "series ",
  ]);
});

const PATH = "/home/import";

function withPlace(isAdmin: boolean, test: (place: VisitedSite) => Promise<void>): Promise<void> {
  return withAddressServer((server) =>
    withVisitor({ isAdmin, roles: ["collect"] }, test, { addressApi: server.url })
  );
}

function form(kind: string, content: BlobPart, name = "parc.csv"): FormData {
  const sent = new FormData();
  sent.set("kind", kind);
  sent.set("file", new File([content], name, { type: "text/csv" }));
  return sent;
}

const FILE = [
  "Code;Résidence;Rue;Code postal;Ville",
  "P1;La Paix;2 rue de la Paix;75002;Paris",
  "P2;Les Érables;;54000;Nancy",
].join("\r\n");

Deno.test("file is checked line by line, then confirmed, without JavaScript", () =>
  withPlace(true, async ({ visitor, ask }) => {
    match((await visitor.get(PATH)).text, /un CSV avec une colonne «\sContenu\s»\s; sinon/);
    const tried = await visitor.post(PATH, form("residences", FILE));
    strictEqual(tried.status, 303);
    const path = tried.headers.get("location") ?? "";
    const report = await visitor.get(path);
    match(report.text, /Essai\s: rien n’est enregistré/);
    // Back from the error of a lost connection leads to this page, where the import is continued.
    ok(report.html.includes(`action="${path}#sent"`));
    match(report.text, /1\scréation, 0\smodification, 0\sligne sans changement, 1\sligne refusée/);
    match(report.text, /P1 La Paix Création Sa position sera cherchée/);
    match(report.text, /P2 Les Érables Refusée Numéro et rue\s: ce champ est obligatoire/);
    ok(!(await visitor.get("/home")).html.includes("La Paix"));
    const sent = await visitor.post(path, {});
    strictEqual(sent.headers.get("location"), path);
    const done = await visitor.get(path);
    match(done.text, /Import terminé/);
    match(done.text, /Position trouvée d’après l’adresse/);
    ok(!done.html.includes("Confirmer l’import"));
    const list = await ask("listProjects", { orgId: ORG });
    const made = list.ok ? list.answer.find(({ code }) => code === "P1") : undefined;
    strictEqual(made?.location.latitude, 48.868425);
  }));

Deno.test("Windows-1252 file keeps its accents", () =>
  withPlace(true, async ({ visitor }) => {
    const bytes = Uint8Array.from(FILE, (char) => char.charCodeAt(0));
    const tried = await visitor.post(PATH, form("residences", bytes));
    const report = await visitor.get(tried.headers.get("location") ?? "");
    match(report.text, /P2 Les Érables/);
  }));

Deno.test("file of another kind is refused with the reason", () =>
  withPlace(true, async ({ visitor }) => {
    const none = await visitor.refused(PATH, { kind: "residences" });
    strictEqual(none.message("file"), "Ce champ est obligatoire");
    const broken = await visitor.refused(PATH, form("residences", 'Code;Nom\n1;"Lilas\n'));
    match(broken.text, /Le fichier n’a pas pu être lu/);
    const other = await visitor.post(PATH, form("equipments", "Nom;Ville\nA;Nancy\n"));
    const report = await visitor.get(other.headers.get("location") ?? "");
    match(report.text, /Colonnes absentes du fichier\s: Code résidence, Code/);
    ok(!report.html.includes("Confirmer"));
  }));

Deno.test("the templates have the headings, the organisation's categories and an example, in both dialects", () =>
  withPlace(true, async ({ visitor }) => {
    const semicolon = await visitor.get(`${PATH}?csv=semicolon&table=residences`);
    strictEqual(
      semicolon.html,
      "\uFEFFCode;Résidence;Rue;Code postal;Ville;Latitude;Longitude\r\n" +
        "0312;Les Tilleuls;12 rue des Tilleuls;54000;Nancy;48,6936;6,1683",
    );
    const comma = await visitor.get(`${PATH}?csv=comma&table=equipments`);
    strictEqual(
      comma.html,
      "\uFEFFCode résidence,Code,Nom,Type,Code parent,Instrumenté\n" +
        "0312,0312-CH01,Chaufferie nord,Chaufferie,,oui",
    );
    const tried = await visitor.post(PATH, form("residences", semicolon.html));
    match(
      (await visitor.get(tried.headers.get("location") ?? "")).text,
      /0312 Les Tilleuls Création/,
    );
  }));

// @spec stock.template
Deno.test("the workbook to fill in is offered above the form", () =>
  withPlace(true, async ({ visitor }) => {
    const address = `${PATH}?template=xlsx`;
    ok((await visitor.get(PATH)).html.includes(`href="${address}"`));
    const { headers } = await visitor.get(address);
    match(headers.get("content-type") ?? "", /spreadsheetml\.sheet$/);
    match(
      headers.get("content-disposition") ?? "",
      /^attachment; filename="modele-patrimoine\.xlsx"/,
    );
  }));

Deno.test("importing the export of the residences changes nothing", () =>
  withPlace(true, async ({ visitor }) => {
    const made = await visitor.post(
      PATH,
      form("residences", `${FILE.split("\r\n").slice(0, 2).join("\n")}`),
    );
    const path = made.headers.get("location") ?? "";
    await visitor.post(path, {});
    for (const dialect of ["comma", "semicolon"]) {
      const exported = await visitor.get(
        `/home?filter:city=Paris&csv=${dialect}`,
      );
      const tried = await visitor.post(PATH, form("residences", exported.html));
      const report = await visitor.get(tried.headers.get("location") ?? "");
      match(report.text, /P1 La Paix Sans changement/, dialect);
    }
  }));

// @spec stock.shown
Deno.test("dwellings are imported from a file, and are in the list of their residence and in the search", () =>
  withPlace(true, async ({ visitor, ask }) => {
    const projects = await ask("listProjects", { orgId: ORG });
    const projectId = projects.ok ? projects.answer[0]?.id ?? "" : "";
    const settings = await answerOf(ask("getProjectSettings", { projectId }));
    await answerOf(ask("putProjectSettings", {
      projectId,
      body: {
        ...settings,
        code: "R1",
        location: { ...settings.location, street: "1 rue", zipCode: "54000", city: "Nancy" },
      },
    }));
    const lines = [
      "Code de la résidence;Numéro de série;Logement;Étage",
      "R1;0180A1;A12;RDC",
      "R1;0180A2;A13;x",
    ];
    const tried = await visitor.post(PATH, form("dwellings", lines.join("\r\n")));
    const path = tried.headers.get("location") ?? "";
    match((await visitor.get(path)).text, /1\scréation.*1\sligne refusée.*Étage\s: un nombre/);
    match((await visitor.get(path)).text, /La résidence montrera ses logements/);
    const modeOf = async () => (await answerOf(ask("getProjectFeatures", { projectId }))).houseMode;
    strictEqual(await modeOf(), HOUSE_MODES.No);
    await visitor.post(path, {});
    match((await visitor.get(`/collect/${projectId}/houses`)).text, /1\slogement.*A12 RDC/);
    strictEqual(await modeOf(), HOUSE_MODES.Anonymous);
    const found = await visitor.get("/home/search?q=0180a1");
    match(found.text, /Logements \(1\) A12 0180A1 · Les Lilas/);
    match(found.html, new RegExp(`href="/collect/${projectId}/houses/[^"]+">A12<`));
  }));
