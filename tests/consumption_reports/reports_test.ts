import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import { consumptionReportWords } from "@/lib/consumption_reports/mail_text.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type ReportsPlace, withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { type ReportedPlace, withReports } from "./reported.ts";

// @spec reports.month-list, reports.sheet
Deno.test("the month of the dwellings shows each with the year before, with totals, sorted and in a file; the report of one, what changed", () =>
  withReportsSite(async ({ visitor, drawing }) => {
    // January has 31 days: 3.1 m³ then 6.2, and 3.1 twice.
    const houseId = await drawing("A2", { "2025-01-01": 100, "2026-01-01": 200 });
    await drawing("A10", { "2025-01-01": 100 });
    const { status, text, html } = await visitor.get(JANUARY);
    strictEqual(status, 200);
    match(text, /A2 6,2 \+100\u00A0% 24,80 100\u00A0% A10 3,1 0\u00A0% 12,40 100\u00A0%/);
    match(text, /Total de la liste 9,3 37,20/);
    doesNotMatch(html, /<script(?![^>]* (?:nonce|src)=)/);
    const dearest = await visitor.get(`${JANUARY}?sort=cost&direction=asc`);
    match(dearest.text, /A10 3,1 .* A2 6,2/);
    const up = await visitor.get(`${JANUARY}?filter:state=up`);
    match(up.text, /1\u00A0logement sur 2/);
    const file = await visitor.get(`${JANUARY}?csv=semicolon`);
    match(
      file.html,
      /Logement;Eau froide \(m³\);Coût \(€\);Relevé;Remarques\r\nA2;6,2;24,8;100;\r\nA10;3,1;12,4;100;/,
    );
    const report = await visitor.get(
      links.consumptionReport({ projectId: PROJECT, houseId, month: "2026-01" }),
    );
    match(
      report.text,
      /La consommation d’eau froide a augmenté de 100\u00A0% par rapport à janvier 2025, soit environ 12\u00A0€ de plus\./,
    );
    match(
      report.text,
      /Eau froide 6,2\u202Fm³ 24,80\u00A0€ 3,1\u202Fm³ En hausse \(\+100\u00A0%\)/,
    );
    match(report.html, /<svg viewBox="0 0 \d+ \d+" role="img" aria-label="Code QR/);
  }));

// @spec reports.one-occupancy, reports.pdf
Deno.test("the report of a shared month covers its last occupant, links to that of the others, and each has its PDF", () =>
  withReportsSite(async ({ visitor, landlord, drawing }) => {
    const houseId = await drawing("A2", { "2025-01-01": 100 });
    for (const [from, to] of [["2025-01-01", "2026-01-09"], ["2026-01-20", null]] as const) {
      const body = { name: `Depuis ${from}`, email: "", from, to, consent: null };
      ok((await landlord("createOccupancy", { projectId: PROJECT, houseId, body })).ok);
    }
    const at = { projectId: PROJECT, houseId, month: "2026-01" };
    // Twelve days of 100 L.
    match((await visitor.get(JANUARY)).text, /A2 mois partagé 1,2/);
    const last = await visitor.get(links.consumptionReport(at));
    match(last.text, /Du 20 janvier 2026 au 31 janvier 2026/);
    match(last.text, /Ce bilan commence le 20 janvier 2026/);
    match(last.text, /Rien n’est comparé avec janvier 2025/);
    match(last.text, /logement vacant du 10\/01\/2026 au 19\/01\/2026/);
    match(last.html, /Code QR/);
    // Nobody could open the page of a vacant dwelling.
    const vacant = await visitor.get(links.consumptionReport(at, "2026-01-12"));
    match(vacant.text, /Du 10 janvier 2026 au 19 janvier 2026/);
    doesNotMatch(vacant.html, /Code QR/);
    const former = links.consumptionReport(at, "2025-01-01");
    ok(!last.html.includes(former), "a day of the month names the occupancy");
    const first = links.consumptionReport(at, "2026-01-01");
    ok(last.html.includes(`href="${first}"`));
    match(last.html, /<div class="no-print"><nav class="series-links"/);
    const shown = await visitor.get(first);
    match(shown.text, /Du 1er janvier 2026 au 9 janvier 2026/);
    const pdf = links.consumptionReportPdf(at, "2026-01-01");
    ok(shown.html.includes(`href="${pdf}"`));
    const { status, headers, html } = await visitor.get(pdf);
    deepStrictEqual([status, headers.get("content-type")], [200, "application/pdf"]);
    match(headers.get("content-disposition") ?? "", /^attachment;.*2026-01\.pdf/);
    ok(html.startsWith("%PDF-"));
    const file = await answerOf(landlord("getConsumptionReportPdf", { ...at, on: "2026-01-01" }));
    const { pages } = await readTags(file.bytes);
    const words = pages.flat().map(([, text]) => text).join(" ");
    match(words, /Du 1er janvier 2026 au 9 janvier 2026/);
    const before = { ...at, month: "2025-01" };
    // The last day of the month, and the one before.
    for (const on of ["2025-01-30", "2025-01-31"]) {
      const { html } = await visitor.get(links.consumptionReport(before, on));
      ok(html.includes(`href="${links.consumptionReportPdf(before, on)}"`), on);
    }
    const elsewhere = links.consumptionReportPdf({ ...at, houseId: "x" });
    strictEqual((await visitor.get(elsewhere)).status, 404);
  }));

// @spec reports.monthly
Deno.test("month that has not begun, or an invalid one, is a bad period with a link to the nearest one", () =>
  withReportsSite(async ({ visitor }) => {
    const said = async (month: string) => {
      const { status, text, html } = await visitor.get(links.consumptionReports(PROJECT, month));
      const next = /consumption-reports\/(\d{4}-\d\d)"/.exec(html)?.[1];
      return [status, next, /Le mois[^.]*\.|L’année[^.]*\.|L’adresse ne[^.]*\./.exec(text)?.[0]];
    };
    const running = "2026-02";
    deepStrictEqual([
      await said("2025-13"),
      await said("2099-10"),
      await said("1969-12"),
      await said("2026"),
      await said("2026-1"),
      await said("monthly-2026"),
    ], [
      [400, "2025-12", "Le mois 13 de 2025 n’existe pas."],
      [400, running, "Le mois d’octobre 2099 n’a pas commencé."],
      [400, "1970-12", "L’année 1969 ne se lit pas\u00A0: les périodes vont de 1970 à 2100."],
      [400, "2026-01", "L’adresse ne nomme aucune période connue."],
      [400, "2026-01", "L’adresse ne nomme aucune période connue."],
      [400, running, "L’adresse ne nomme aucune période connue."],
    ]);
    strictEqual((await visitor.get(links.consumptionReports(PROJECT, "1970-01"))).status, 200);
    const opened = await visitor.get(links.consumptionReports(PROJECT));
    strictEqual(
      opened.headers.get("location"),
      links.consumptionReports(PROJECT, "2026-01"),
    );
  }));

Deno.test("the reports are not found where the residence has none, nor for a dwelling of another residence", async () => {
  await withReportsSite(async ({ visitor }) => {
    strictEqual((await visitor.get(JANUARY)).status, 404);
    doesNotMatch((await visitor.get(links.houses(PROJECT))).html, /consumption-reports/);
  }, { housesConsreport: false });
  await withReportsSite(async ({ visitor }) => {
    match((await visitor.get(links.houses(PROJECT))).html, /consumption-reports/);
    const at = { projectId: PROJECT, houseId: "elsewhere", month: "2026-01" };
    strictEqual((await visitor.get(links.consumptionReport(at))).status, 404);
  });
});

const HOUR_MS = 3_600_000;
/** 1 March 2025 and 10 February 2026, at midnight in Paris. */
const [FIRST, LAST] = [Date.UTC(2025, 1, 28, 23), Date.UTC(2026, 1, 9, 23)];

/** A dwelling that draws 10 L each hour; its register was replaced by one at 0 at an instant. */
async function hourly(
  { ask, built, series }: ReportedPlace,
  replacedAt = Number.NaN,
): Promise<string> {
  const id = await aHouse(ask, { name: "A1" });
  const readings: { epochS: number; value: number }[] = [];
  let litres = 500_000;
  for (let ms = FIRST; ms <= LAST; ms += HOUR_MS) {
    if (ms === replacedAt) litres = 0;
    readings.push({ epochS: ms / 1_000, value: litres / 1_000 });
    litres += 10;
  }
  const stored = storedSeries(built);
  await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
  return id;
}

async function waterOf({ ask }: ReportedPlace, houseId: string, month: string) {
  const said = await answerOf(ask("getConsumptionReport", { projectId: PROJECT, houseId, month }));
  const [water] = said.items;
  ok(water);
  return { value: water.value, completeness: water.completeness };
}

// @spec reports.analysis
Deno.test("month in which a register falls counts all hours except that of the fall, with a notice", () =>
  withReports(async (place) => {
    const id = await hourly(place, Date.UTC(2026, 0, 15, 12));
    const { value, completeness } = await waterOf(place, id, "2026-01");
    deepStrictEqual([value, Math.round(744 * completeness)], [7.43, 743]);
  }));

// @spec calls.freshness
Deno.test("getConsumptionAnalysis requested just before midnight reports the month as over from midnight on", () =>
  withReports(async ({ ask, built: { clock }, drawing }) => {
    await drawing({ "2025-01-01": 100 });
    clock.goTo("2026-02-28T22:59:00Z");
    const said = async () => {
      const result = await answerOf(
        ask("getConsumptionAnalysis", { projectId: PROJECT, month: "2026-02" }),
      );
      return [result.isRunning, result.until];
    };
    deepStrictEqual(await said(), [true, "2026-02-27"]);
    clock.advance(120_000);
    deepStrictEqual(await said(), [false, "2026-02-28"]);
  }));

const JANUARY = links.consumptionReports(PROJECT, "2026-01");

/** A dwelling of 3.1 m³ in January 2025 and 6.2 in January 2026, with an index of 4,294,967.295 on a day at 6 h. */
async function spiked({ site, landlord, drawing }: ReportsPlace, name: string, day: string) {
  const houseId = await drawing(name, { "2025-01-01": 100, "2026-01-01": 200 });
  const [series] = await answerOf(landlord("listDataseries", { projectId: PROJECT }));
  ok(series);
  const spike = { epochS: epochOfClock(day, 6, "Europe/Paris"), value: 4294967.295 };
  await storedSeries(site).append([{
    seriesId: storedSeriesId(series.id, houseId),
    kind: "index",
    readings: [spike],
  }]);
  return houseId;
}

// @spec series.doubtful
Deno.test("a spike of a register marks the month of its dwelling on page, list, file, PDF and mail", () =>
  withReportsSite(async (place) => {
    const { visitor, landlord, drawing } = place;
    // 31 days × 0.2 m³ = 6.2 m³ at 4 € = 24.80 €; 31 × 0.1 = 3.1 m³ a year before, which would be +100 %.
    const houseId = await spiked(place, "A2", "2026-01-15");
    await drawing("A10", { "2025-01-01": 100 });
    const list = await visitor.get(JANUARY);
    match(list.text, /A2 6,2 ?douteux 24,80 ?douteux 100\u00A0% A10 3,1 0\u00A0% 12,40 100\u00A0%/);
    match(list.text, /Total de la liste 9,3 \(douteux\) 37,20 \(douteux\)/);
    match((await visitor.get(`${JANUARY}?filter:state=doubtful`)).text, /1\u00A0logement sur 2/);
    match(
      (await visitor.get(`${JANUARY}?csv=semicolon`)).html,
      /Relevé;Remarques\r\nA2;6,2;24,8;100;douteux\u00A0: eau froide\r\nA10;3,1;12,4;100;/,
    );
    const at = { projectId: PROJECT, houseId, month: "2026-01" };
    const { text } = await visitor.get(links.consumptionReport(at));
    match(text, /Eau froide 6,2\u202Fm³ \(douteux\) 24,80\u00A0€ \(douteux\) 3,1\u202Fm³/);
    match(text, /Chiffres douteux, non comparés .*un index erroné ou à confirmer.* eau froide\./);
    match(text, /Rien n’est comparé avec janvier 2025/);
    doesNotMatch(text, /En hausse/);
    const file = (await visitor.get(`${links.consumptionReport(at)}?csv=semicolon`)).html;
    match(file, /Unité;Remarques\r\n.*m³;mois douteux, total de l’année douteux/);
    const sheet = await answerOf(landlord("getConsumptionReport", at));
    const [item] = sheet.items;
    deepStrictEqual(
      [item?.value, item?.previousYear, item?.previousYearPercent, item?.status, item?.doubtful],
      [6.2, 3.1, null, null, true],
    );
    const { before, lists } = consumptionReportWords({
      kind: "consumption-report",
      organisation: "o",
      sheet,
      path: null,
    });
    match(before.join(" "), /Chiffres douteux/);
    match(lists?.[0]?.items[0]?.text ?? "", /6,2\u202Fm³ \(douteux\)/);
    const written = await answerOf(
      landlord("getConsumptionReportPdf", { projectId: PROJECT, month: "2026-01", houseId }),
    );
    const { pages } = await readTags(written.bytes);
    const printed = pages.flat().map(([, words]) => words.replaceAll(/\s+/g, " ")).join(" ");
    match(printed, /6,2 m³ \(douteux\)/);
    match(printed, /Chiffres douteux/);
  }));

// @spec series.doubtful
Deno.test("a doubtful month a year before is not compared, and the year that it is in is marked", () =>
  withReportsSite(async (place) => {
    const { landlord } = place;
    const houseId = await spiked(place, "A2", "2025-01-15");
    const itemOf = async (month: string) =>
      (await answerOf(landlord("getConsumptionReport", { projectId: PROJECT, houseId, month })))
        .items[0];
    const january = await itemOf("2026-01");
    deepStrictEqual(
      [january?.value, january?.previousYear, january?.status, january?.doubtful],
      [6.2, null, null, undefined],
    );
    const march = await itemOf("2025-03");
    // 31 + 28 + 31 = 90 days × 0.1 m³ since 1 January 2025.
    deepStrictEqual([march?.yearToDate, march?.doubtful, march?.doubtfulYear], [
      9,
      undefined,
      true,
    ]);
  }));

// @spec series.doubtful, reports.mean
Deno.test("a doubtful month enters no mean of the residence", () =>
  withReportsSite(async (place) => {
    const { landlord, drawing } = place;
    await spiked(place, "B", "2026-01-15");
    for (let rank = 1; rank <= 11; rank++) await drawing(`A${rank}`, { "2025-01-01": 100 });
    const { mean } = await answerOf(
      landlord("getConsumptionAnalysis", { projectId: PROJECT, month: "2026-01" }),
    );
    // The eleven others: 3.1 m³ each; with B, (11 × 3.1 + 6.2) / 12 = 3.358.
    deepStrictEqual(mean[0]?.value, 3.1);
  }));

/** The ticked boxes, as a browser sends them. */
function ordered(houses: readonly string[], every = false): FormData {
  const fields = new FormData();
  for (const house of houses) fields.append("houses", house);
  if (every) fields.set("intent", "every");
  return fields;
}

// @spec reports.orders
Deno.test("the reports of the ticked dwellings, or of the filtered list, are ordered; of none, refused", () =>
  withReportsSite(async ({ visitor, drawing }) => {
    const calm = await drawing("A2", { "2025-01-01": 100 });
    const up = await drawing("A10", { "2025-01-01": 100, "2026-01-01": 200 });
    match((await visitor.get(JANUARY)).html, new RegExp(`name="houses" value="${calm}"`));
    const refused = await visitor.refused(JANUARY, ordered([]));
    match(refused.text, /Choisissez au moins un logement dans la liste\./);
    await visitor.refused(`${JANUARY}?filter:search=nulle-part`, ordered([], true));
    const sent = await visitor.post(JANUARY, ordered([calm, up]));
    deepStrictEqual([sent.status, sent.headers.get("location")], [303, links.queuedReports()]);
    match(
      (await visitor.get(links.queuedReports())).text,
      /Bilans de consommation de 2\s+logements, .*janvier 2026/,
    );
    const filtered = await visitor.post(`${JANUARY}?filter:state=up`, ordered([], true));
    strictEqual(filtered.headers.get("location"), links.queuedReports());
  }));
