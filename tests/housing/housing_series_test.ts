import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import {
  type Belonging,
  PROJECT,
  type ResidenceChoices,
  someone,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withWriter } from "@/tests/helpers/a_site.ts";

interface Place {
  site: Site;
  visitor: Visitor;
  /** Address of the series, all dwellings together. */
  all: string;
  /** Of a dwelling that drew 2 m³ on 5 January 2026, and shows it. */
  visible: string;
  /** Of an anonymous one that drew 5 m³. */
  hidden: string;
}

function withSeries(
  test: (place: Place) => Promise<void>,
  { roles = ["collect:read"], features = {} }: Belonging & ResidenceChoices = {},
): Promise<void> {
  return withWriter({ roles }, async ({ site, ask: writer, stored, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const dwelling = async (ask: CallFunction, name: string, m3: number, collectMode: 0 | 1) => {
      const id = await aHouse(ask, { name, collectMode });
      const readings = [0, m3].map((value, hours) => ({
        epochS: Date.parse("2026-01-05T06:00:00Z") / 1_000 + 3_600 * hours,
        value,
      }));
      await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
      return `/collect/${PROJECT}/houses/${id}/${series}`;
    };
    const visible = await dwelling(writer, "A1", 2, 1);
    const hidden = await dwelling(writer, "A2", 5, 0);
    await test({ site, visitor, all: `/collect/${PROJECT}/houses/all/${series}`, visible, hidden });
  }, {
    residence: {
      features: { houseMode: 3, houseHourly: 1, houseOnConnection: true, ...features },
    },
  });
}

Deno.test("a series of the dwellings is shown by month first, and by any period", () =>
  withSeries(async ({ visitor, all, visible }) => {
    const first = await visitor.get(all);
    strictEqual(first.headers.get("location"), `${all}/monthly/2026`);
    const year = await visitor.get(`${all}/monthly/2026`);
    strictEqual(year.title, "Les Lilas | Eau froide");
    // One of the two dwellings is the only anonymous one: just the other counts.
    match(year.text, /tous les logements ensemble/);
    match(year.text, /janvier 2026 2 /);
    match(year.text, /Complétude/);
    for (const period of ["monthly-shifted/2025", "weekly/2026", "daily/2026/01"]) {
      strictEqual((await visitor.get(`${all}/${period}`)).status, 200, period);
    }
    const own = await visitor.get(`${visible}/daily/2026/01`);
    strictEqual(own.title, "A1 | Eau froide");
    match(own.text, /5 janvier 2026 2 /);
    match((await visitor.get(`${visible}/hourly/2026/01/05`)).text, /07:00 2 /);
  }));

Deno.test("the two hours called 2 o'clock are distinguished in the table, the chart and the file", () =>
  withSeries(async ({ site, visitor, visible }) => {
    const [series = "", id = ""] = visible.split("/").reverse();
    // The last one makes the readings last a day: the meter of January 2026 is another one.
    const values = [[0, 0], [1, 1], [2, 11], [3, 111], [30, 112]] as const;
    const readings = values.map(([hour, value]) => ({
      epochS: Date.parse("2024-10-27T00:00:00Z") / 1_000 + hour * 3_600,
      value,
    }));
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series, id),
      kind: "index",
      readings,
    }]);
    const page = await visitor.get(`${visible}/hourly/2024/10/27`);
    match(page.text, /02:00 \(heure d’été\) 1 .*02:00 \(heure d’hiver\) 10 .*03:00 100 /);
    strictEqual(page.html.split("02:00 (heure d’hiver)").length, 3, "in the table and the chart");
    const file = await visitor.get(`${visible}/hourly/2024/10/27?csv=semicolon`);
    match(file.html, /2024-10-27T02\+02:00;1;[^]*2024-10-27T02\+01:00;10;[^]*2024-10-27T03;100;/);
    const next = await visitor.get(`${visible}/hourly/2025/10/27`);
    match(next.text, /02:00 1 [^]*03:00 100 /);
  }));

Deno.test("an anonymous dwelling has no page or file of readings, and its own page says why", () =>
  withSeries(async ({ visitor, hidden }) => {
    strictEqual((await visitor.get(`${hidden}/monthly/2026`)).status, 403);
    strictEqual((await visitor.get(`${hidden}/monthly/2026?csv=semicolon`)).status, 403);
    const house = await visitor.get(hidden.slice(0, hidden.lastIndexOf("/")));
    match(house.text, /Ce logement est anonyme\u00A0: ses relevés ne se voient qu’avec/);
  }));

Deno.test("the page of a dwelling shows the last value of each series, with its time", () =>
  withSeries(async ({ site, visitor, visible }) => {
    const [houseId = "", series = ""] = visible.split("/").slice(-2);
    const hourAgo = { epochS: site.clock.now() / 1_000 - 3_600, value: 7.5 };
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series, houseId),
      kind: "index",
      readings: [hourAgo],
    }]);
    const { text, html } = await visitor.get(visible.slice(0, visible.lastIndexOf("/")));
    match(text, /Eau froide 7,5\s+m³ Index, 10\/02\/2026 à 11:00/);
    ok(html.includes(`href="${visible}"`));
  }));

Deno.test("the page of a dwelling shows no value older than a day, and none for a series without readings", () =>
  withSeries(async ({ site, visitor, visible }) => {
    const writer = await someone(site, { email: "tom@bailleur.fr", roles: ["collect"] });
    await aHousingSeries(writer, "ECSV");
    const { text } = await visitor.get(visible.slice(0, visible.lastIndexOf("/")));
    match(text, /Eau froide Pas de valeur récente/);
    match(text, /Eau chaude Pas de valeur récente/);
  }));

Deno.test("the files have the lines of the pages, and are named after their content", () =>
  withSeries(async ({ visitor, all, visible }) => {
    const file = await visitor.get(`${visible}/monthly/2026?csv=semicolon`);
    match(
      file.html,
      /^\uFEFFPériode;Total \(m³\);Un an avant \(m³\);Complétude \(%\);État;Compteur;Annotations\r\n/,
    );
    match(file.html, /\r\n2026-01;2;;\d+;Incomplet;;\r\n/);
    const name = file.headers.get("content-disposition") ?? "";
    match(name, /filename="A1 Eau froide monthly-2026.csv"/);
    const together = await visitor.get(`${all}/monthly/2026?csv=comma`);
    match(together.html, /\n2026-01,2,,\d+,Incomplet,,\n/);
    strictEqual((await visitor.get(`${all}/x?csv=semicolon`)).status, 400);
  }));

Deno.test("the list links to each series and shows the dwellings' connectivity, where the residence shows it", async () => {
  await withSeries(async ({ visitor, all }) => {
    const list = await visitor.get(`/collect/${PROJECT}/houses`);
    ok(list.html.includes(`href="${all}"`));
    match(list.text, /A1 .*Détail Hors ligne/);
    const kept = await visitor.get(`/collect/${PROJECT}/houses?filter:connectivity=online`);
    match(kept.text, /Aucun logement trouvé/);
    const file = await visitor.get(`/collect/${PROJECT}/houses?csv=semicolon`);
    match(file.html, /;Connexion\r\n/);
  });
  await withSeries(async ({ visitor }) => {
    const list = await visitor.get(`/collect/${PROJECT}/houses`);
    ok(!list.text.includes("Connexion"));
  }, { features: { houseOnConnection: false } });
});
