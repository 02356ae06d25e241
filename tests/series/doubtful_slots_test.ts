import { doesNotMatch, match, ok } from "node:assert/strict";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

// @spec series.doubtful
Deno.test("a spike of a register marks its month and day on the page of the series, in its file and on its chart", () =>
  withReportsSite(async ({ site, visitor, landlord, drawing }) => {
    // 100 L a day, 31 × 100 = 3,100 L; 4,294,967.295 m³ at 6 h on 15 January 2026.
    const houseId = await drawing("A2", { "2025-01-01": 100 });
    const [series] = await answerOf(landlord("listDataseries", { projectId: PROJECT }));
    ok(series);
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series.id, houseId),
      kind: "index",
      readings: [{ epochS: epochOfClock("2026-01-15", 6, "Europe/Paris"), value: 4294967.295 }],
    }]);
    const pathOf = (period: string) =>
      links.housingSeries({ projectId: PROJECT }, series.id, period);
    const NOTE = /chiffre douteux\s*: un index erroné ou à confirmer, ou un saut d’index/;
    const year = await visitor.get(pathOf("monthly/2026"));
    match(year.text, /janvier 2026 3,1\D.{0,30}Douteux/);
    match(year.text, NOTE);
    match(year.html, /<title>chiffre douteux/);
    const days = await visitor.get(pathOf("daily/2026/01"));
    match(days.text, /15 janvier 2026 100 100 100 Douteux chiffre douteux/);
    match(days.text, /13 janvier 2026 100 100 100 Complet/);
    match(days.text, /Total 3\s100 \(douteux\)/);
    const file = await visitor.get(`${pathOf("daily/2026/01")}?csv=semicolon`);
    match(file.html, /2026-01-15;0,1;.*;Douteux;/);
    match(file.html, /2026-01-13;0,1;.*;Complet;/);
    doesNotMatch((await visitor.get(pathOf("monthly/2025"))).text, /Douteux/);
  }));
