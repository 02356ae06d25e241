import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type ReportsPlace, withReportsSite } from "@/tests/helpers/consumption_reports.ts";

const JANUARY = links.consumptionReports(PROJECT, "2026-01");

/** The ticked boxes, as a browser sends them. */
function ordered(houses: readonly string[], every = false): FormData {
  const fields = new FormData();
  for (const house of houses) fields.append("houses", house);
  if (every) fields.set("intent", "every");
  return fields;
}

/** Two dwellings, of which only the second has an increase. */
async function twoDwellings({ drawing }: ReportsPlace) {
  const calm = await drawing("A2", { "2025-01-01": 100 });
  const up = await drawing("A10", { "2025-01-01": 100, "2026-01-01": 200 });
  return { calm, up };
}

// @spec reports.orders
Deno.test("the reports of the ticked dwellings are ordered, and listed among the user's reports", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    const { calm, up } = await twoDwellings(place);
    match((await visitor.get(JANUARY)).html, new RegExp(`name="houses" value="${calm}"`));
    const sent = await visitor.post(JANUARY, ordered([calm, up]));
    deepStrictEqual([sent.status, sent.headers.get("location")], [303, links.queuedReports()]);
    match(
      (await visitor.get(links.queuedReports())).text,
      /Bilans de consommation de 2\s+logements, .*janvier 2026/,
    );
  }));

// @spec reports.orders
Deno.test("the whole list is ordered with its filters", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    await twoDwellings(place);
    const sent = await visitor.post(`${JANUARY}?filter:state=up`, ordered([], true));
    strictEqual(sent.headers.get("location"), links.queuedReports());
  }));

// @spec reports.orders
Deno.test("an order without a dwelling is refused with the reason", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    await twoDwellings(place);
    const refused = await visitor.refused(JANUARY, ordered([]));
    match(refused.text, /Choisissez au moins un logement dans la liste\./);
    await visitor.refused(`${JANUARY}?filter:search=nulle-part`, ordered([], true));
  }));

// @spec reports.orders
Deno.test("refused order shows its dwellings ticked again", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    const { calm, up } = await twoDwellings(place);
    const refused = await visitor.refused(JANUARY, ordered([up, "gone"]));
    const isTicked = (id: string) =>
      new RegExp(`<input[^>]* value="${id}"[^>]* checked`).test(refused.html);
    deepStrictEqual([isTicked(up), isTicked(calm)], [true, false]);
  }));

// @spec reports.pdf
Deno.test("the report of a dwelling is downloaded as a PDF from its page", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    const { up: houseId } = await twoDwellings(place);
    const at = { projectId: PROJECT, houseId, month: "2026-01" };
    const pdf = links.consumptionReportPdf(at);
    match((await visitor.get(links.consumptionReport(at))).html, new RegExp(`href="${pdf}"`));
    const { status, headers, html } = await visitor.get(pdf);
    strictEqual(status, 200);
    strictEqual(headers.get("content-type"), "application/pdf");
    match(headers.get("content-disposition") ?? "", /^attachment;.*2026-01\.pdf/);
    ok(html.startsWith("%PDF-"));
    strictEqual(
      (await visitor.get(links.consumptionReportPdf({ ...at, houseId: "x" }))).status,
      404,
    );
  }));

Deno.test("orders and PDFs are refused to a user without a role for the reports", () =>
  withReportsSite(async (place) => {
    const { visitor } = place;
    const { up: houseId } = await twoDwellings(place);
    const at = { projectId: PROJECT, houseId, month: "2026-01" };
    strictEqual((await visitor.post(JANUARY, ordered([houseId]))).status, 403);
    strictEqual((await visitor.get(links.consumptionReportPdf(at))).status, 403);
  }, { roles: ["collect:boilerroom:read"] }));
