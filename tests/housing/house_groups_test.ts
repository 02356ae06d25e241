import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { HouseModeFeature } from "@/lib/residences/features.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Page, type Visitor, withVisitor, withWriter } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

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

Deno.test("user who reads only totals sees no group, and no link to them", async () => {
  await withGroups(async ({ visitor, path }) => {
    strictEqual((await visitor.get(`${path}/${ofDay}`)).status, 403);
    strictEqual((await visitor.get(`${path}/${ofDay}?csv=comma`)).status, 403);
    const all = await visitor.get(`${path.replace("/groups/", "/all/")}/monthly/2026`);
    strictEqual(all.status, 200);
    ok(!all.html.includes("/groups/"));
  }, { roles: ["collect:agg:daily"] });
  await withGroups(async ({ visitor, path }) => {
    strictEqual((await visitor.get(`${path}/${ofDay}`)).status, 200);
  }, { roles: ["collect:anondetail:daily"] });
});

Deno.test("where all dwellings show their detail the page of groups is not found, nor linked", () =>
  withGroups(async ({ visitor, path }) => {
    strictEqual((await visitor.get(`${path}/${ofDay}`)).status, 404);
    const all = await visitor.get(`${path.replace("/groups/", "/all/")}/monthly/2026`);
    ok(!all.html.includes("/groups/"));
  }, { houseMode: 1 }));

Deno.test("residence without groups explains what they are, and where to create them", () =>
  withVisitor({ roles: ["collect"] }, async ({ ask, visitor }) => {
    const series = await aHousingSeries(ask, "TEMP");
    const path = `/collect/${PROJECT}/houses/groups/${series}/${ofDay}`;
    const { text, html } = await visitor.get(path);
    match(text, /Aucun groupe Les données d’un groupe se voient ensemble/);
    ok(html.includes(`href="/collect/${PROJECT}/houses/settings"`));
  }, { residence: { features: { houseMode: 2 } } }));
