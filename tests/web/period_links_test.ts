import { match, ok, strictEqual } from "node:assert/strict";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withWriter } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const HOUSES = `/collect/${PROJECT}/houses`;

/** A residence with an anonymous group. */
function withViews(
  test: (visitor: Visitor, series: string) => Promise<void>,
  houseHourly: 0 | 1 = 1,
): Promise<void> {
  return withWriter({ roles: ["collect"] }, async ({ ask: writer, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const added = await answerOf(writer("createAnonymousGroup", {
      projectId: PROJECT,
      body: { name: "Groupe A" },
    }));
    await aHouse(writer, { name: "A1", collectMode: 1, anonymousGroupId: added.id });
    await test(visitor, series);
  }, { residence: { features: { houseMode: 3, houseHourly, houseMetadata: true } } });
}

const LINKS = [
  ["all/{s}/daily/2025/03", "each/{s}/daily/2025/03", "groups/{s}/daily/2025/03/01"],
  ["all/{s}/monthly/2024", "each/{s}/daily/2024/01", "groups/{s}/daily/2024/01/01"],
  [
    "all/{s}/hourly/2025/03/15",
    "each/{s}/daily/2025/03?date=2025-03-15",
    "groups/{s}/daily/2025/03/15",
    "all/{s}/daily/2025/03?date=2025-03-15",
    "all/{s}/monthly/2025?date=2025-03-15",
  ],
  [
    "all/{s}/daily/2025/03?date=2025-03-15",
    "all/{s}/hourly/2025/03/15",
    "groups/{s}/daily/2025/03/15",
    // A month and a year before.
    "all/{s}/daily/2025/02?date=2025-02-15",
    "all/{s}/daily/2024/03?date=2024-03-15",
  ],
  [
    "all/{s}/monthly/2025?date=2025-03-15",
    "all/{s}/daily/2025/03?date=2025-03-15",
    "all/{s}/hourly/2025/03/15",
    "each/{s}/daily/2025/03?date=2025-03-15",
    // Half a year before.
    "all/{s}/monthly-shifted/2024?date=2024-09-15",
  ],
  [
    "each/{s}/daily/2025/03?date=2025-03-15",
    "all/{s}/daily/2025/03?date=2025-03-15",
    "groups/{s}/daily/2025/03/15",
  ],
  // The current year, month and day; groups, of the last finished day.
  [
    "all/{s}/monthly/2026",
    "all/{s}/daily/2026/02",
    "all/{s}/hourly/2026/02/10",
    "each/{s}/daily/2026/02",
    "groups/{s}/daily/2026/02/09",
  ],
  // Nothing to come.
  ["all/{s}/monthly/2027", "all/{s}/daily/2026/02", "each/{s}/daily/2026/02"],
  ["each/{s}/daily/2025/03", "all/{s}/daily/2025/03", "groups/{s}/daily/2025/03/01"],
  [
    "groups/{s}/daily/2025/03/15",
    "all/{s}/hourly/2025/03/15",
    "each/{s}/daily/2025/03?date=2025-03-15",
  ],
] as const;

for (const [from, ...to] of LINKS) {
  // @spec periods.views, periods.current-date
  Deno.test(`the pages of the dwellings keep their period: from ${from}`, () =>
    withViews(async (visitor, series) => {
      const path = (one: string) => `${HOUSES}/${one.replace("{s}", series)}`;
      const page = await visitor.get(path(from));
      strictEqual(page.status, 200);
      for (const one of to) {
        ok(page.html.includes(`href="${path(one)}"`), one);
        strictEqual((await visitor.get(path(one))).status, 200, one);
      }
    }));
}

Deno.test("day of groups links to the month of all the dwellings where hours are not shown", () =>
  withViews(async (visitor, series) => {
    const page = await visitor.get(`${HOUSES}/groups/${series}/daily/2025/03/15`);
    ok(page.html.includes(`href="${HOUSES}/all/${series}/daily/2025/03?date=2025-03-15"`));
  }, 0));

// @spec periods.current-date
Deno.test("« Jours » and « Heures » of a facility keep the date one looks at, from day to year and back", () =>
  withWriter({ roles: ["collect"] }, async ({ ask: writer, visitor }) => {
    const series = `/collect/${PROJECT}/facilities/${await aSeries(writer, "GAZV")}`;
    const linked = async (from: string, label: string) => {
      const { html } = await visitor.get(`${series}/${from}`);
      const [, href = ""] = new RegExp(`<a href="([^"]*)"[^>]*>${label}</a>`).exec(html) ?? [];
      return href.slice(series.length + 1);
    };
    const month = await linked("hourly/2025/03/15", "Jours");
    strictEqual(month, "daily/2025/03?date=2025-03-15");
    const year = await linked(month, "Mois");
    strictEqual(year, "monthly/2025?date=2025-03-15");
    strictEqual(await linked(year, "Semaines"), "weekly/2025?date=2025-03-15");
    strictEqual(await linked(year, "Jours"), month);
    strictEqual(await linked(month, "Heures"), "hourly/2025/03/15");
    // Without one, the present in the current period, the first day of another.
    strictEqual(await linked("monthly/2026", "Jours"), "daily/2026/02");
    strictEqual(await linked("daily/2026/02", "Heures"), "hourly/2026/02/10");
    strictEqual(await linked("monthly/2024", "Heures"), "hourly/2024/01/01");
    strictEqual(await linked("monthly/2024?date=2023-05-05", "Heures"), "hourly/2024/01/01");
    strictEqual(await linked("monthly/2024?date=hier", "Heures"), "hourly/2024/01/01");
  }));

const WRONG = [
  ["all/{s}/hourly/2026/02/30", "Le 30 février 2026 n’existe pas.", "all/{s}/hourly/2026/02/28"],
  ["all/{s}/daily/2026/13", "Le mois 13 de 2026 n’existe pas.", "all/{s}/daily/2026/12"],
  [
    "all/{s}/fivemin/2026/02/03",
    "Cette page ne se lit pas toutes les cinq minutes.",
    "all/{s}/hourly/2026/02/03",
  ],
  [
    "all/{s}/monthly/2200",
    "L’année 2200 ne se lit pas\u00A0: les périodes vont de 1970 à 2100.",
    "all/{s}/monthly/2100",
  ],
  ["each/{s}/weekly/2026", "Cette page ne se lit pas par semaine.", "each/{s}/daily/2026/01"],
  [
    "groups/{s}/daily/2026/02/30",
    "Le 30 février 2026 n’existe pas.",
    "groups/{s}/daily/2026/02/28",
  ],
] as const;

Deno.test("period that a page does not have is refused, with a link to the nearest one", () =>
  withViews(async (visitor, series) => {
    const path = (one: string) => `${HOUSES}/${one.replace("{s}", series)}`;
    for (const [wrong, sentence, nearest] of WRONG) {
      const page = await visitor.get(path(wrong));
      strictEqual(page.status, 400, wrong);
      match(page.text, /Cette période n’existe pas/);
      ok(page.text.includes(sentence), `${wrong}: ${page.text}`);
      ok(page.html.includes(`href="${path(nearest)}"`), nearest);
      strictEqual((await visitor.get(path(nearest))).status, 200, nearest);
    }
  }));
