import { encode } from "fast-png";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { ReportHeadline, ReportSheet } from "@/lib/consumption_reports/schema.ts";
import { reportPage } from "@/lib/consumption_reports/sheet_pdf.ts";
import {
  changeText,
  correctedNote,
  headlineText,
  noticeText,
  sheetColumns,
  sheetDays,
  sheetExplanations,
  statusText,
} from "@/lib/consumption_reports/text_sheet.ts";
import { openedPdf } from "@/lib/files/pdf_check.ts";
import { pdfBytes } from "@/lib/files/pdf_writer.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { readCode, readTags } from "@/tests/helpers/read_pdf.ts";
import { aSheet, seriesMonth, sheetOfSeries, withReports } from "./reported.ts";

/** Most bytes of a report (issue 15). */
const MOST_BYTES = 150_000;
const URL_SHOWN = "https://energie.bailleur.fr/my-home/p1/h1";

/** Normalises the spaces that a reader of PDFs extracts. */
const plain = (text: string) => text.replaceAll(/[\s\u00A0\u202F]+/g, " ");

/** The longest sheet: every use, every notice, and a mean of each. */
function fullestSheet(): ReportSheet {
  const partly = { month: { value: 40, completeness: 0.6 } };
  const series = [
    seriesMonth("ELEC", 180, { yearBefore: 150 }),
    seriesMonth("ELEC", 40, { use: "lights", yearBefore: 40 }),
    seriesMonth("ELEC", 90, { use: "plugs", yearBefore: 80 }),
    seriesMonth("ELEC", null, { use: "cooking" }),
    seriesMonth("GAZE", 40, partly),
    seriesMonth("EFSV", 4.5, { yearBefore: 4.4 }),
    seriesMonth("ECSV", 2.1, { yearBefore: 2.8 }),
    seriesMonth("ECSE", 120, { yearBefore: 110 }),
    seriesMonth("CHAE", 1300.5, { yearBefore: 950 }),
    seriesMonth("TEMP", 20.4),
  ];
  const sheet = sheetOfSeries(series, { count: 12 });
  const notices: ReportSheet["notices"] = [
    { code: "occupancy-began", kinds: [], date: "2026-01-05" },
    { code: "occupancy-ended", kinds: [], date: "2026-01-28" },
    ...sheet.notices,
  ];
  const place = {
    residence: "Résidence des Tilleuls & des Chênes",
    dwelling: "Bâtiment B, escalier 3, logement 412",
    occupant: "Mme Anne-Sophie Lefèvre-Dupont",
    hasImage: true,
  };
  return { ...sheet, ...place, notices, isShared: true };
}

// @spec reports.pdf
Deno.test("reportPage() puts the longest sheet on one page, with the words of the screen, and tags its headings, its table and its charts", async () => {
  const sheet = fullestSheet();
  const page = reportPage(sheet, { hasImage: false, url: URL_SHOWN });
  const notes = page.find((part) => part.kind === "notes");
  strictEqual(notes?.link && readCode(notes.link.code), URL_SHOWN);
  const bytes = await pdfBytes({ title: "Bilan", now: NOW }, [page]);
  ok(bytes.length < MOST_BYTES, `${bytes.length} bytes`);
  strictEqual((await openedPdf(bytes.slice())).fault, null);
  const { pages: [elements = [], ...others] } = await readTags(bytes);
  deepStrictEqual(others, []);
  const said = elements.map(([, text]) => plain(text));
  const columns = sheetColumns(sheet);
  const sentences = [
    sheet.residence,
    headlineText(sheet),
    ...sheet.notices.map(noticeText),
    ...sheetExplanations(sheet),
  ];
  for (const sentence of sentences) ok(said.includes(plain(sentence)), sentence);
  const cells = elements.filter(([path]) => path.startsWith("Table TR")).map(([, text]) => text);
  const figures = sheet.items.flatMap((item) => columns.map(({ text }) => plain(text(item))))
    .filter((text) => text !== "");
  for (const figure of figures) {
    ok(cells.some((cell) => plain(cell).startsWith(figure)), figure);
  }
  const texts = (path: string) =>
    elements.filter(([one]) => one === path).map(([, text]) => plain(text));
  deepStrictEqual(texts("H1"), ["Bilan de consommation, janvier 2026"]);
  deepStrictEqual(texts("H2"), [
    "Les consommations du mois",
    "À côté de l’an dernier et de la résidence",
  ]);
  const heads = texts("Table TR TH");
  deepStrictEqual(heads.slice(0, columns.length), columns.map(({ label }) => plain(label)));
  deepStrictEqual(heads.length, columns.length + sheet.items.length);
  const drawings = texts("Figure");
  strictEqual(
    drawings[0],
    "Électricité : 180 kWh, janvier 2026 ; 150 kWh, janvier 2025 ; 180 kWh, moyenne de la résidence",
  );
  strictEqual(drawings.at(-1), "Code QR : la page de ce logement, pour son occupant");
  ok(said.some((text) => text.includes(URL_SHOWN)));
});

/** The image in the document of a PDF, as its reader finds it. */
async function drawn(sheet: ReportSheet, image: Uint8Array | null = null) {
  const page = reportPage(sheet, { hasImage: image !== null, url: URL_SHOWN });
  const { pages } = await readTags(await pdfBytes({ title: "Bilan", now: NOW, image }, [page]));
  return pages.map((elements) => elements.map(([path, text]) => [path, plain(text)] as const));
}

const figuresOf = (page: Awaited<ReturnType<typeof drawn>>[number] = []) =>
  page.filter(([path]) => path === "Figure").map(([, text]) => text);

// @spec reports.pdf
Deno.test("report stays on one page with long names, every notice and an image: charts are left out first", async () => {
  const residence = `Résidence ${"du Cœur de la Vallée de l’Huisne ".repeat(4)}`;
  const occupant = `Mme ${"de La Rochefoucauld-Montmorency ".repeat(4)}`;
  const data = new Uint8Array(60 * 32 * 3).fill(128);
  const image = encode({ width: 60, height: 32, channels: 3, data });
  const pages = await drawn({ ...fullestSheet(), residence, occupant }, image);
  strictEqual(pages.length, 1);
  strictEqual(
    figuresOf(pages[0]).at(-1),
    "Code QR : la page de ce logement, pour son occupant",
  );
});

// @spec reports.pdf, reports.wording
Deno.test("letters missing from the font show as unknown; a name of signs alone leaves neither its dash nor an empty line", async () => {
  const sheet = { ...fullestSheet(), residence: "🏠", dwelling: "Œ12 fin", occupant: "☎" };
  const titles = async (over: Partial<ReportSheet>) =>
    (await drawn({ ...sheet, ...over }))[0]?.slice(0, 2).map(([path, text]) => `${path} ${text}`);
  const title = "H1 Bilan de consommation, janvier 2026";
  deepStrictEqual(await titles({}), [title, "P Œ12 fin"]);
  deepStrictEqual(await titles({ occupant: "Zoë Müller-Łącki" }), [
    title,
    "P Œ12 fin – Zoë Müller-Łącki",
  ]);
  deepStrictEqual(await titles({ occupant: "محمد الفاسي" }), [title, "P Œ12 fin – ? ?"]);
  deepStrictEqual((await titles({ dwelling: "☎" }))?.[0], title);
  deepStrictEqual((await titles({ residence: "Les Lilas" }))?.[0], "P Les Lilas");
});

// @spec reports.pdf
Deno.test("no figure of the widest table is split: columns adapt to the width of their figures", async () => {
  const [first, ...others] = fullestSheet().items;
  ok(first);
  const wide = {
    ...first,
    value: 12_345.6,
    projected: 23_456.7,
    cost: 1_234.56,
    yearToDate: 234_567.8,
  };
  const sheet = { ...fullestSheet(), items: [wide, ...others], isRunning: true };
  const [page = []] = await drawn(sheet);
  const cells = page.filter(([path]) => path === "Table TR TD").map(([, text]) => text);
  const figures = sheetColumns(sheet).slice(1).map(({ text }) => plain(text(wide)));
  strictEqual(figures.length, 7);
  for (const figure of figures) ok(cells.some((cell) => cell.startsWith(figure)), figure);
});

// @spec reports.pdf
Deno.test("the charts of a running month show the projected whole month, and no mean", async () => {
  const series = [seriesMonth("ELEC", 80, { yearBefore: 150, projected: 170 })];
  const [page] = await drawn(sheetOfSeries(series, { isRunning: true, count: 12 }));
  strictEqual(figuresOf(page)[0], "Électricité : 170 kWh, mois prévu ; 150 kWh, janvier 2025");
});

// @spec reports.pdf
Deno.test("getConsumptionReportPdf shows the figures of the analysis for the same dwelling and month", () =>
  withReports(async ({ ask, drawing, set }) => {
    await set({ waterPricing: 4 });
    const houseId = await drawing({ "2025-01-01": 100, "2026-01-01": 200 }, { name: "A12" });
    const at = { projectId: PROJECT, month: "2026-01" };
    const analysis = await answerOf(ask("getConsumptionAnalysis", at));
    const [item] = analysis.houses[0]?.items ?? [];
    deepStrictEqual([item?.value, item?.previousYear, item?.cost], [6.2, 3.1, 24.8]);
    const pdf = await answerOf(ask("getConsumptionReportPdf", { ...at, houseId }));
    strictEqual(pdf.fileName, "Bilan Les Lilas A12 2026-01.pdf");
    const { title, pages } = await readTags(pdf.bytes);
    strictEqual(title, "Bilan de consommation, janvier 2026");
    const cells = pages[0]?.filter(([path]) => path === "Table TR TD").map(([, text]) =>
      plain(text)
    );
    deepStrictEqual(cells, ["6,2 m³", "24,80 €", "3,1 m³ +100 %, en hausse", "6,2 m³"]);
    ok(pages[0]?.some(([, text]) => text.includes(`http://127.0.0.1:8000/my-home/p1/${houseId}`)));
  }));

const STEADY: ReportHeadline = {
  change: "steady",
  kind: null,
  percent: null,
  euros: null,
  correctedPercent: null,
};

// @spec reports.headline
Deno.test("headlineText() is about the coming days of a running month, and says when nothing changed", () => {
  const said = (headline: Partial<ReportHeadline>, isRunning = false) =>
    plain(headlineText({
      month: "2026-01",
      isRunning,
      headline: { ...STEADY, change: "unknown", ...headline },
    }));
  deepStrictEqual([
    said({}),
    said({ change: "steady" }),
    said({ change: "steady" }, true),
    plain(headlineText({ ...aSheet(), month: "2026-10", headline: STEADY })),
    said({ change: "down", kind: "hotWater", percent: -12.4, euros: -0.4 }, true),
    said({ change: "down", kind: "heating", percent: -12.4, euros: null, correctedPercent: 0.4 }),
    said({ change: "up", kind: "coldWater", percent: null, euros: 12 }),
  ], [
    "Rien n’est comparé avec janvier 2025.",
    "Les consommations sont proches de celles de janvier 2025 : 5 % d’écart au plus.",
    "À ce rythme, les consommations restent proches de celles de janvier 2025 : 5 % d’écart au plus.",
    "Les consommations sont proches de celles d’octobre 2025 : 5 % d’écart au plus.",
    "À ce rythme, la consommation d’eau chaude baissera de 12 % par rapport à janvier 2025.",
    "La consommation du chauffage a baissé de 12 % par rapport à janvier 2025. À météo égale, elle est la même.",
    "La consommation d’eau froide a augmenté par rapport à janvier 2025, où elle était nulle, soit environ 12 € de plus.",
  ]);
});

// @spec reports.notices
Deno.test("noticeText() gives each warning with its uses or its day", () => {
  deepStrictEqual(
    [
      noticeText({ code: "occupancy-began", kinds: [], date: "2026-01-12" }),
      noticeText({ code: "occupancy-ended", kinds: [], date: "2026-01-01" }),
      noticeText({ code: "not-read", kinds: ["coldWater", "heating"], date: null }),
      noticeText({ code: "partly-read", kinds: ["lights"], date: null }),
      noticeText({ code: "not-compared", kinds: ["hotWater"], date: null }),
    ].map(plain),
    [
      "Ce bilan commence le 12 janvier 2026, jour de l’entrée dans le logement.",
      "Ce bilan finit le 1er janvier 2026, jour de la sortie du logement.",
      "Sans relevé : eau froide, chauffage.",
      "Relevé en partie, donc compté en partie : éclairage.",
      "Sans mois comparable un an avant : eau chaude.",
    ],
  );
});

// @spec reports.sheet
Deno.test("sheetColumns() leaves out columns without values, and gives each figure its unit", () => {
  const sheet = aSheet();
  const columns = sheetColumns(sheet);
  deepStrictEqual(columns.map(({ label }) => label), [
    "Usage",
    "janvier 2026",
    "Coût",
    "janvier 2025",
    "Repère",
    "Total 2026",
  ]);
  // Cold water: 36.5 m³ × 2 people × 31 / 365 = 6.2; heating: 50 × 60 × 400 / 1,000 = 1,200.
  deepStrictEqual(
    sheet.items.map((item) => columns.map(({ text }) => plain(text(item)))),
    [
      ["Eau froide", "4,5 m³", "18,00 €", "", "6,2 m³", "4,5 m³"],
      ["Chauffage", "300 kWh", "30,00 €", "250 kWh", "1 200 kWh", "300 kWh"],
    ],
  );
  deepStrictEqual(sheet.items.map(changeText).map(plain), ["", "+20 %"]);
  deepStrictEqual(sheet.items.map(correctedNote).map(plain), ["", "263,2 kWh à météo égale"]);
});

// @spec reports.costs
Deno.test("sheetColumns() gives a file the cost to the cent, as the page, the PDF and the total", () => {
  const cost = sheetColumns(aSheet()).find(({ field }) => field === "cost");
  const [item] = aSheet().items;
  ok(cost !== undefined && item !== undefined);
  // 4.567 m³ at 4.123 €.
  const priced = { ...item, cost: 18.829741 };
  deepStrictEqual([cost.value(priced), plain(cost.text(priced))], [18.83, "18,83 €"]);
  strictEqual(cost.value({ ...item, cost: null }), null);
});

// @spec reports.sheet
Deno.test("use compared with zero has words without a percentage, and one with missing readings has none", () => {
  const [item] = aSheet().items;
  ok(item);
  const said = (rest: Partial<typeof item>) => {
    const one = { ...item, ...rest };
    return [statusText(one), changeText(one)].map(plain);
  };
  deepStrictEqual(said({ status: "bad", previousYearPercent: 120 }), [
    "En hausse (+20 %)",
    "+20 %",
  ]);
  deepStrictEqual(said({ status: "bad", previousYearPercent: null }), ["En hausse", ""]);
  // Read at 60 %: its 40 % less is due to missing readings.
  deepStrictEqual(said({ status: null, previousYearPercent: 60 }), ["", ""]);
});

Deno.test("sheetDays() lists the counted days, when they are not the whole month", () => {
  const days = { from: "2026-01-01", to: "2026-01-31", until: "2026-01-31" };
  const running = { ...days, until: "2026-01-12", isShared: false, isRunning: true };
  deepStrictEqual([
    sheetDays({ ...days, isShared: false, isRunning: false }),
    sheetDays({ ...days, from: "2026-01-12", isShared: true, isRunning: false }),
    sheetDays(running),
    sheetDays({ ...running, from: "2026-01-12", isShared: true }),
    sheetDays({ ...running, until: null }),
    sheetDays({ ...running, from: "2026-01-13", isShared: true }),
  ], [
    null,
    "Du 12 janvier 2026 au 31 janvier 2026",
    "Du 1er janvier 2026 au 12 janvier 2026",
    "Le 12 janvier 2026",
    "Le mois vient de commencer",
    "Aucune journée entière depuis le 13 janvier 2026",
  ]);
});
