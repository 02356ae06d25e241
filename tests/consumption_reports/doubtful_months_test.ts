import { deepStrictEqual, doesNotMatch, match, ok } from "node:assert/strict";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import { consumptionReportWords } from "@/lib/consumption_reports/mail_text.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type ReportsPlace, withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";

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

// @spec series.doubtful, reports.running-month
Deno.test("a projection of doubtful days is marked and not compared", () =>
  withReportsSite(async (place) => {
    const { landlord, visitor } = place;
    const houseId = await spiked(place, "A2", "2026-02-05");
    const at = { projectId: PROJECT, houseId, month: "2026-02" };
    const [item] = (await answerOf(landlord("getConsumptionReport", at))).items;
    // Nine days × 0.2 m³ = 1.8; 28 × 0.2 = 5.6.
    deepStrictEqual(
      [item?.value, item?.projected, item?.status, item?.doubtful],
      [1.8, 5.6, null, true],
    );
    match((await visitor.get(links.consumptionReport(at))).text, /5,6\u202Fm³ \(douteux\)/);
    match(
      (await visitor.get(links.runningMonth(PROJECT))).text,
      /1,8\u202Fm³ \(douteux\).*5,6\u202Fm³ \(douteux\)/,
    );
  }));
