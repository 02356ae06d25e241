import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import { housingAlertDraft } from "@/lib/housing/schema.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { HouseModeFeature } from "@/lib/residences/features.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { type Belonging, PROJECT, type ResidenceChoices } from "@/tests/helpers/a_residence.ts";
import {
  asLandlord,
  type Page,
  type Visitor,
  withVisitor,
  withWriter,
} from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

interface Place {
  visitor: Visitor;
  writer: CallFunction;
  /** Address of the water of groups, on 5 January 2026. */
  path: string;
  /** Adds anonymous dwellings to the small group, of 40 m³ each. */
  fillSmall(count: number): Promise<void>;
}

/**
 * Consumption of the twelve anonymous dwellings of the large group, m³: 1,001 to 3,048, 16,095
 * together.
 */
const HIDDEN = Array.from({ length: 12 }, (_, rank) => 1_000 + 2 ** rank);
/** Consumption of a dwelling that shows its detail and is also in the large group. */
const VISIBLE = 7_777;

const ofDay = "daily/2026/01/05";

interface GroupsFacts {
  readonly roles?: Role[];
  readonly houseMode?: HouseModeFeature;
  /** Consumption of the anonymous dwellings of the large group, m³. */
  readonly amounts?: readonly number[];
}

/** A large group and a small one, which has no anonymous dwelling yet. */
function withGroups(
  test: (place: Place) => Promise<void>,
  { roles = ["collect:read"], houseMode = 3, amounts = HIDDEN }: GroupsFacts = {},
): Promise<void> {
  return withWriter({ roles }, async ({ ask: writer, stored, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const [large, small] = [await aGroup(writer, "Hall A"), await aGroup(writer, "Hall B")];
    const dwelling = async (anonymousGroupId: string, m3: number, collectMode: 0 | 1 = 0) => {
      const id = await aHouse(writer, { anonymousGroupId, collectMode });
      const at = (instant: string) => Date.parse(instant) / 1_000;
      // Half as much a year before.
      const readings = [
        { epochS: at("2025-01-05T06:00:00Z"), value: 0 },
        { epochS: at("2025-01-05T07:00:00Z"), value: m3 / 2 },
        { epochS: at("2026-01-05T06:00:00Z"), value: m3 / 2 },
        { epochS: at("2026-01-05T07:00:00Z"), value: m3 * 1.5 },
      ];
      await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
    };
    for (const m3 of amounts) await dwelling(large, m3);
    await dwelling(large, VISIBLE, 1);
    const fillSmall = async (count: number) => {
      for (let rank = 0; rank < count; rank++) await dwelling(small, 40);
    };
    await test({ visitor, writer, path: `/collect/${PROJECT}/houses/groups/${series}`, fillSmall });
  }, { residence: { features: { houseMode } } });
}

async function aGroup(writer: CallFunction, name: string): Promise<string> {
  const group = await answerOf(
    writer("createAnonymousGroup", { projectId: PROJECT, body: { name } }),
  );
  return group.id;
}

/** The figures of a page that belong to one dwelling, now or a year before. */
function figuresOfOne({ text }: Pick<Page, "text">): string[] {
  const figures = new Set(text.replaceAll("\u202F", "").match(/\d+(?:[.,]\d+)?/g));
  return [...HIDDEN, VISIBLE].flatMap((m3) => [m3, m3 / 2]).map(String)
    .filter((m3) => figures.has(m3) || figures.has(m3.replace(".", ",")));
}

// @spec housing.groups
Deno.test("group is shown as a whole, by dwelling and with the year before, without its dwellings", () =>
  withGroups(async ({ visitor, path }) => {
    const shown = await visitor.get(`${path}/${ofDay}`);
    strictEqual(shown.status, 200);
    strictEqual(shown.title, "Les Lilas | Eau froide par groupe");
    // 16,095 m³ over 12 dwellings, and half as much a year before; the one that shows its detail is
    // not counted.
    match(shown.text, /Hall A 12 16\u202F095 1\u202F341,3 670,6 \d+.% /);
    match(shown.text, /Un groupe n’est pas montré.: un groupe se voit quand 11 de ses logements/);
    ok(!shown.text.includes("Hall B"));
    const comma = await visitor.get(`${path}/${ofDay}?csv=comma`);
    const heads = "Logements,Total (m³),Par logement (m³),Par logement un an avant (m³)";
    ok(comma.html.startsWith(`\uFEFFGroupe,${heads},Complétude`), comma.html);
    match(comma.html, /\nHall A,12,16095,1341.25,670.625,\d+/);
    const semicolon = await visitor.get(`${path}/${ofDay}?csv=semicolon`);
    match(semicolon.html, /\r\nHall A;12;16095;1341,25;670,625;\d+/);
    match(
      semicolon.headers.get("content-disposition") ?? "",
      /filename="Eau froide par groupe 2026-01-05.csv"/,
    );
    for (const answer of [shown, comma, semicolon]) strictEqual(figuresOfOne(answer).join(), "");
  }));

// @spec series.small-amounts, tables.decimals
Deno.test("shares under a cubic metre are in litres on the page, in the unit of the series in the file", () =>
  withGroups(async ({ visitor, path }) => {
    const shown = await visitor.get(`${path}/${ofDay}`);
    match(shown.text, /Total .\(m³\) Par logement .\(L\) Par logement un an avant .\(L\)/);
    // 12 dwellings of 0.125 m³, and half as much a year before.
    match(shown.text, /Hall A 12 1,5 125 62,5 /);
    const comma = await visitor.get(`${path}/${ofDay}?csv=comma`);
    match(comma.html, /,Par logement \(m³\),Par logement un an avant \(m³\),/);
    match(comma.html, /\nHall A,12,1.5,0.125,0.0625,\d+/);
  }, { amounts: HIDDEN.map(() => 0.125) }));

Deno.test("while another group is too small, the group that a subtraction would reveal is hidden, with the reason", () =>
  withGroups(async ({ visitor, path, fillSmall }) => {
    await fillSmall(10);
    const none = await visitor.get(`${path}/${ofDay}`);
    strictEqual(none.status, 200);
    match(none.text, /Aucun groupe à montrer 2.groupes ne sont pas montrés.: /);
    ok(!none.html.includes("Types et groupes</a>"));
    ok(!/16.095|>400</.test(none.html));
    await fillSmall(1);
    const both = await visitor.get(`${path}/${ofDay}`);
    match(both.text, /Hall A 12 .* Hall B 11 440 40,0 20,0/);
    ok(!both.text.includes("montré"));
  }));

Deno.test("the page is by day only, by default the last finished one; the dwellings' page links to it", () =>
  withGroups(async ({ visitor, path }) => {
    const first = await visitor.get(path);
    strictEqual(first.status, 303);
    match(first.headers.get("location") ?? "", /\/daily\/\d{4}\/\d{2}\/\d{2}$/);
    for (const period of ["daily/2026/01", "hourly/2026/01/05", "daily/2026/02/30"]) {
      strictEqual((await visitor.get(`${path}/${period}`)).status, 400, period);
    }
    const { html } = await visitor.get(`${path}/${ofDay}`);
    for (const day of ["2025/01/05", "2025/12/05", "2026/01/04", "2026/01/06"]) {
      ok(html.includes(`href="${path}/daily/${day}"`), day);
    }
    // It is in the future.
    ok(!html.includes("2027/01/05"));
    const all = await visitor.get(`${path.replace("/groups/", "/all/")}/monthly/2026`);
    ok(all.html.includes(`href="${path}/daily/2026/`));
    strictEqual((await visitor.get(`${path}x/${ofDay}`)).status, 404);
  }));

Deno.test("residence without groups explains what they are, and where to create them", () =>
  withVisitor({ roles: ["collect"] }, async ({ ask, visitor }) => {
    const series = await aHousingSeries(ask, "TEMP");
    const path = `/collect/${PROJECT}/houses/groups/${series}/${ofDay}`;
    const { text, html } = await visitor.get(path);
    match(text, /Aucun groupe Les données d’un groupe se voient ensemble/);
    ok(html.includes(`href="/collect/${PROJECT}/houses/settings"`));
  }, { residence: { features: { houseMode: 2 } } }));

interface DwellingPlace {
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
  test: (place: DwellingPlace) => Promise<void>,
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

const ONE_DAY = { from: "2026-02-10", to: "2026-02-10" };

// @spec housing.messages
Deno.test("housingAlertDraft refuses a last day before the first, and a dwelling named twice", () => {
  const draft = { ...ONE_DAY, message: "Coupure d’eau", houseIds: ["h1"] };
  const wrong = [{ to: "2026-02-09" }, { houseIds: ["h1", "h1"] }];
  const right = [{ to: null }, { to: "2026-02-11" }, { houseIds: [] }];
  deepStrictEqual(refusedChanges(housingAlertDraft, draft, [...wrong, ...right]), wrong);
});
