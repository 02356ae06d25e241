import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { type Belonging, PROJECT, type ResidenceChoices } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Visitor, withWriter } from "@/tests/helpers/a_site.ts";

interface Place {
  visitor: Visitor;
  writer: CallFunction;
  /** Id of the series. */
  series: string;
  /**
   * Address of a dwelling that shows its detail: its door was open on 5 January 2026, then shut,
   * then open.
   */
  house: string;
  /** Address of an anonymous one, whose alarm was triggered on that day. */
  hidden: string;
  at: { projectId: string; houseId: string };
}

/** A dwelling of the demo's residence with window contacts that shows its detail. */
const SHOWN_HOUSE = demoSites().filter(({ hasWindowContacts }) => hasWindowContacts)
  .flatMap((site) => housesOfSite(site, "p02"))
  .find(({ settings }) => settings.collectMode === COLLECT_MODES.NonAnonymous)
  ?.id;

/** Hours of the readings on 5 January 2026, in Paris, and on the 20th. */
const SENT = [
  ["2026-01-05T07:00:00Z", "ouverte"],
  ["2026-01-05T07:05:00Z", "ouverte"],
  ["2026-01-05T08:30:00Z", "fermée"],
  ["2026-01-20T06:00:00Z", "ouverte"],
] as const;

function withStates(
  test: (place: Place) => Promise<void>,
  { roles = ["collect:read"], features = {} }: Belonging & ResidenceChoices = {},
): Promise<void> {
  return withWriter({ roles }, async ({ ask: writer, stored, visitor }) => {
    const series = await aHousingSeries(writer, "ETAT");
    await aHousingSeries(writer, "EFSV");
    const dwelling = async (
      name: string,
      collectMode: 0 | 1,
      sent: readonly (readonly [string, string])[],
    ) => {
      const id = await aHouse(writer, { name, collectMode });
      const readings = sent.map(([at, text]) => ({
        epochS: Date.parse(at) / 1_000,
        value: 0,
        text,
      }));
      await stored.append([{ seriesId: storedSeriesId(series, id), kind: "state", readings }]);
      return id;
    };
    const houseId = await dwelling("A1", 1, SENT);
    const hiddenId = await dwelling("A2", 0, [["2026-01-05T07:00:00Z", "alarme"]]);
    const houses = `/collect/${PROJECT}/houses`;
    const at = { projectId: PROJECT, houseId };
    const [house, hidden] = [`${houses}/${houseId}`, `${houses}/${hiddenId}`];
    await test({ visitor, writer, series, house, hidden, at });
  }, {
    residence: {
      features: { houseMode: 3, houseHourly: 3, ...features },
    },
  });
}

const JANUARY = "daily/2026/01";

// @spec housing.states
Deno.test("state of a dwelling is shown as intervals, latest first, and as a file", () =>
  withStates(async ({ visitor, series, house }) => {
    const first = await visitor.get(`${house}/${series}`);
    match(first.headers.get("location") ?? "", /\/daily\/\d{4}\/\d{2}$/);
    const { status, text, html } = await visitor.get(`${house}/${series}/${JANUARY}`);
    strictEqual(status, 200);
    match(
      text,
      /20\/01\/2026 à 07:00 ouverte 05\/01\/2026 à 09:30 20\/01\/2026 à 07:00 fermée 14.j.21.h 05\/01\/2026 à 08:00 05\/01\/2026 à 09:30 ouverte 1.h.30/,
    );
    // The water of the same dwelling is one link away, over the same month.
    match(html, new RegExp(`href="${house}/[^"/]+/${JANUARY}"[^>]*>Eau froide`));
    const at = `${house}/${series}/daily/2026/01`;
    const file = await visitor.get(`${at}?csv=comma`);
    match(
      file.html,
      /^\uFEFFDepuis,Jusqu’à,État,Durée \(min\),Annotations\n2026-01-20T06:00:00Z,,ouverte,,\n/,
    );
    match(file.html, /\n2026-01-05T07:00:00Z,2026-01-05T08:30:00Z,ouverte,90,$/);
    const french = await visitor.get(`${at}?csv=semicolon`);
    match(french.html, /\r\n2026-01-05T08:30:00Z;2026-01-20T06:00:00Z;fermée;21450;\r\n/);
    ok(html.includes(`href="${at}?csv=semicolon"`));
    match((await visitor.get(`${house}/${series}/daily/2025/12`)).text, /Aucun relevé sur cette/);
    strictEqual((await visitor.get(`${house}/${series}/monthly/2026`)).status, 400);
  }));

Deno.test("dwelling's page links to its states; pages of all dwellings have none", () =>
  withStates(async ({ visitor, series, house }) => {
    ok((await visitor.get(house)).html.includes(`href="${house}/${series}"`));
    const houses = house.slice(0, house.lastIndexOf("/"));
    ok(!(await visitor.get(houses)).html.includes(series));
    strictEqual((await visitor.get(`${houses}/all/${series}/${JANUARY}`)).status, 404);
    strictEqual((await visitor.get(`${houses}/each/${series}/${JANUARY}`)).status, 404);
  }));

Deno.test("state is shown to a user who sees five minutes, for a dwelling that shows its detail", async () => {
  const refused = async ({ visitor, series, house }: Place) => {
    strictEqual((await visitor.get(`${house}/${series}/${JANUARY}`)).status, 403);
    const file = await visitor.get(`${house}/${series}/daily/2026/01?csv=semicolon`);
    strictEqual(file.status, 403);
    ok(!(await visitor.get(house)).html.includes(series));
  };
  await withStates((place) => refused({ ...place, house: place.hidden }));
  await withStates(refused, { roles: ["collect:detail:daily"] });
  await withStates(refused, { features: { houseHourly: 1 } });
});

Deno.test("state is shown for one occupant, on the days consented to, and for no other", () =>
  withStates(async ({ visitor, writer, series, house, at }) => {
    const lives = async (from: string, to: string | null, givenOn: string | null) => {
      const consent = givenOn && { givenOn, source: "bail", withdrawnOn: null };
      const body = { name: "Léa", email: "", from, to, consent: consent || null };
      ok((await writer("createOccupancy", { ...at, body })).ok);
    };
    await lives("2025-01-01", "2026-01-15", "2026-01-01");
    await lives("2026-01-16", null, null);
    const path = `${house}/${series}`;
    const now = await visitor.get(`${path}/${JANUARY}`);
    strictEqual(now.status, 200);
    match(now.text, /Accord de l’occupant nécessaire Un état peut dire quand/);
    ok(!/ouverte|fermée/.test(now.text));
    strictEqual((await visitor.get(`${path}/daily/2026/01?csv=semicolon`)).status, 403);
    const before = await visitor.get(`${path}/${JANUARY}?on=2026-01-10`);
    match(before.text, /05\/01\/2026 à 09:30 fermée 05\/01\/2026 à 08:00/);
    ok(!before.text.includes("20/01/2026"));
    // Nothing is compared: the year before is not explained.
    ok(!before.text.includes("L’année précédente"));
    ok(before.html.includes("?on=2025-01-01&amp;csv=semicolon"));
  }));

Deno.test("the demo shows when a window was open, and no page of all dwellings does", () =>
  asLandlord(async (visitor) => {
    const houses = "/collect/p02/houses";
    const house = `${houses}/${SHOWN_HOUSE}`;
    const month = await visitor.get(`${house}/p02-l-fen/${JANUARY}`);
    match(month.text, /\d\d\/01\/2026 à 0[789]:00 \d\d\/01\/2026 à 0[789]:00 ouverte 1\sh/);
    ok((await visitor.get(house)).html.includes(`href="${house}/p02-l-fen"`));
    ok(!(await visitor.get(houses)).html.includes("p02-l-fen"));
  }));
