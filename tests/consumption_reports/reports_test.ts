import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";

const JANUARY = links.consumptionReports(PROJECT, "2026-01");

// @spec reports.month-list
Deno.test("the month of the dwellings shows each with the year before, with totals, sorted and in a file", () =>
  withReportsSite(async ({ visitor, drawing }) => {
    // January has 31 days: 3.1 m³ then 6.2, and 3.1 twice.
    await drawing("A2", { "2025-01-01": 100, "2026-01-01": 200 });
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
  }));

// @spec reports.sheet
Deno.test("the report of a dwelling shows what changed, and links to the page of its occupant", () =>
  withReportsSite(async ({ visitor, drawing }) => {
    const houseId = await drawing("A2", { "2025-01-01": 100, "2026-01-01": 200 });
    const { text, html } = await visitor.get(
      links.consumptionReport({ projectId: PROJECT, houseId, month: "2026-01" }),
    );
    match(
      text,
      /La consommation d’eau froide a augmenté de 100\u00A0% par rapport à janvier 2025, soit environ 12\u00A0€ de plus\./,
    );
    match(text, /Eau froide 6,2\u202Fm³ 24,80\u00A0€ 3,1\u202Fm³ En hausse \(\+100\u00A0%\)/);
    match(html, /<svg viewBox="0 0 \d+ \d+" role="img" aria-label="Code QR/);
  }));

// @spec reports.one-occupancy
Deno.test("month of two occupants shows the days of the last one, without comparison", () =>
  withReportsSite(async ({ visitor, landlord, drawing }) => {
    const houseId = await drawing("A2", { "2025-01-01": 100 });
    const stays = [["2025-01-01", "2026-01-15"], ["2026-01-16", null]] as const;
    for (const [from, to] of stays) {
      const body = { name: `Depuis ${from}`, email: "", from, to, consent: null };
      ok((await landlord("createOccupancy", { projectId: PROJECT, houseId, body })).ok);
    }
    match((await visitor.get(JANUARY)).text, /A2 mois partagé 1,6/);
    const at = { projectId: PROJECT, houseId, month: "2026-01" };
    const last = (await visitor.get(links.consumptionReport(at))).text;
    match(last, /Du 16 janvier 2026 au 31 janvier 2026/);
    match(last, /Ce bilan commence le 16 janvier 2026/);
    match(last, /Rien n’est comparé avec janvier 2025/);
    const first = (await visitor.get(links.consumptionReport(at, "2026-01-01"))).text;
    match(first, /Du 1er janvier 2026 au 15 janvier 2026/);
    const before = { ...at, month: "2025-01" };
    // The last day of the month, and the one before.
    for (const on of ["2025-01-30", "2025-01-31"]) {
      const { html } = await visitor.get(links.consumptionReport(before, on));
      ok(html.includes(`href="${links.consumptionReportPdf(before, on)}"`), on);
    }
  }));

// @spec reports.one-occupancy
Deno.test("the report of a shared month links to that of its other occupant, and each has its PDF", () =>
  withReportsSite(async ({ visitor, landlord, drawing }) => {
    const houseId = await drawing("A2", { "2025-01-01": 100 });
    const stays = [["2025-01-01", "2026-01-09"], ["2026-01-20", null]] as const;
    for (const [from, to] of stays) {
      const body = { name: `Depuis ${from}`, email: "", from, to, consent: null };
      ok((await landlord("createOccupancy", { projectId: PROJECT, houseId, body })).ok);
    }
    const at = { projectId: PROJECT, houseId, month: "2026-01" };
    const last = await visitor.get(links.consumptionReport(at));
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
    strictEqual((await visitor.get(pdf)).status, 200);
    const file = await answerOf(landlord("getConsumptionReportPdf", { ...at, on: "2026-01-01" }));
    const { pages } = await readTags(file.bytes);
    const words = pages.flat().map(([, text]) => text).join(" ");
    match(words, /Du 1er janvier 2026 au 9 janvier 2026/);
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
