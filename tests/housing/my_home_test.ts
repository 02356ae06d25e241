import { encode } from "fast-png";
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { NO_REPORT_SETTINGS } from "@/lib/consumption_reports/records.ts";
import { mailRow } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import {
  aMember,
  aProject,
  ORG,
  PROJECT,
  someone,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { plain, SITE, type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { letterOf } from "@/tests/helpers/mails.ts";
import { allRoutes, DEMO_PLACE, pathOf } from "@/tests/tools/routes.ts";

const EVE = "eve.roux@mail.fr";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Consumption before Eve arrived on 18 January; by Eve on the 20th; of the neighbouring dwelling;
 * m³, as a page writes them.
 */
const DRAWN = { before: 1_013, own: 347, beside: 5_009 };

interface Place {
  site: Site;
  landlord: CallFunction;
  /** The browser of a user who administers dwellings and the accounts of occupants. */
  office: Visitor;
  series: string;
  at: { projectId: string; houseId: string };
  besideId: string;
  occupancyId: string;
}

/** Eve's dwelling since 18 January 2026; the day is 10 February. */
function withHome(test: (place: Place) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { ask: landlord } = await aMember(site, { roles: ["collect", "ecotouch:houses:admin"] }, {
      project: { ecotouchAdmin: 1 },
      features: { houseMode: 1, houseHourly: 1, housesAppAlarm: true, housesConsreport: true },
    });
    const series = await aHousingSeries(landlord, "EFSV");
    const houseId = await aHouse(landlord, { name: "Porte 12" });
    const besideId = await aHouse(landlord, { name: "Porte 13" });
    await drawn(site, storedSeriesId(series, houseId), [["2026-01-05", DRAWN.before], [
      "2026-01-20",
      DRAWN.own,
    ]]);
    await drawn(site, storedSeriesId(series, besideId), [["2026-01-20", DRAWN.beside]]);
    const at = { projectId: PROJECT, houseId };
    const added = await answerOf(landlord("createOccupancy", {
      ...at,
      body: { name: "Eve Roux", email: EVE, from: "2026-01-18", to: null, consent: null },
    }));
    const office = await site.signIn();
    const { id: occupancyId } = added;
    await test({ site, landlord, office, series, at, besideId, occupancyId });
  });
}

/** A register that counts consumption between 7 h and 8 h of each day, in Paris. */
async function drawn(
  { store, clock }: Site,
  seriesId: string,
  days: readonly (readonly [string, number])[],
): Promise<void> {
  let register = 0;
  const readings = days.flatMap(([date, m3]) => {
    const epochS = Date.parse(`${date}T06:00:00Z`) / 1_000;
    const first = { epochS, value: register };
    register += m3;
    return [first, { epochS: epochS + 3_600, value: register }];
  });
  await storedSeries({ store, clock }).append([{ seriesId, kind: "index", readings }]);
}

/** The code of the mail that invites Eve. */
async function mailedCode({ store }: Site): Promise<string> {
  for await (const { value } of store.list({ prefix: ["outbox"] })) {
    const row = mailRow.parse(value);
    const letter = row.to === EVE ? await letterOf(store, row) : null;
    if (letter?.kind === "home-invitation") return letter.code;
  }
  throw new Error("No invitation");
}

/** Eve, invited from her occupancy and signed in, and her first page. */
async function eve(place: Place): Promise<Visitor> {
  const { office, at, occupancyId } = place;
  const occupant = links.occupants(at.projectId, at.houseId, occupancyId);
  strictEqual((await office.post(occupant, { form: "invitation" })).status, 303);
  return await entered(place);
}

/** Eve, once invited: she chooses her password and signs in. */
async function entered({ site }: Place): Promise<Visitor> {
  const visitor = site.visitor();
  const code = await mailedCode(site);
  const chosen = { email: EVE, code, password: PASSWORD, repeated: PASSWORD };
  strictEqual((await visitor.post(links.resetPassword(), chosen)).status, 303);
  strictEqual((await visitor.signIn(EVE)).status, 303);
  return visitor;
}

Deno.test("an occupant is invited from the occupancy, arrives on their dwelling's page, and has no menu", () =>
  withHome(async (place) => {
    const { office, at, occupancyId } = place;
    const occupant = links.occupants(at.projectId, at.houseId, occupancyId);
    const before = await office.get(occupant);
    match(before.text, /Page du logement .* Inviter eve\.roux@mail\.fr/);
    match(before.text, /Aucun serveur d’envoi n’est réglé/);
    await office.post(occupant, { form: "invitation" });
    const invited = await office.get(occupant);
    match(invited.text, /L’occupant est invité\s; il n’a pas encore .*Aucun serveur d’envoi/);
    const visitor = await entered(place);
    const after = await office.get(occupant);
    match(after.text, /L’occupant entre avec son adresse et son mot de passe/);
    match(after.text, /Eve Roux eve\.roux@mail\.fr 18\/01\/2026 Non Ouvert/);
    const start = await visitor.get("/");
    strictEqual(start.headers.get("location"), links.ownHouse(at));
    strictEqual((await visitor.get("/home")).headers.get("location"), links.ownHouse(at));
    strictEqual((await visitor.get("/my-home")).headers.get("location"), links.ownHouse(at));
    const home = await visitor.get(links.ownHouse(at));
    strictEqual(home.status, 200);
    strictEqual(home.title, "Les Lilas | Mon logement");
    match(home.text, /Les Lilas, logement Porte 12, depuis le 18\/01\/2026/);
    match(home.text, /janvier à partir de votre arrivée 347 /);
    for (const word of ["Résidences", "Recherche", "side-menu", "/collect/"]) {
      ok(!home.html.includes(word), word);
    }
    strictEqual(home.html.includes('type="module"'), false, "the page has no island");
  }));

Deno.test("an occupant sees the mean temperature of the last finished day, with its lowest and its highest", () =>
  withHome(async (place) => {
    const { site, landlord, at } = place;
    const seriesId = storedSeriesId(await aHousingSeries(landlord, "TEMP"), at.houseId);
    const visitor = await eve(place);
    match((await visitor.get(links.ownHouse(at))).text, /Température Pas de relevé récent/);
    const { from } = dayBounds("2026-02-09");
    const readings = Array.from({ length: 24 }, (_, hour) => ({
      epochS: (from + hour * HOUR_MS) / 1_000,
      value: hour < 12 ? 18 : 20,
    }));
    await storedSeries(site).append([{ seriesId, kind: "instant", readings }]);
    await site.platform.versions.bump([{ kind: "project", id: at.projectId }]);
    const { text } = await visitor.get(links.ownHouse(at));
    match(
      plain(text),
      /Température 19 °C en moyenne le 09\/02\/2026, de 18 °C à 20 °C/,
    );
  }));

Deno.test("no page of an occupant contains a figure or a name of anyone else, and every other page is not found", () =>
  withHome(async (place) => {
    const { at, series, besideId } = place;
    const visitor = await eve(place);
    const others = /1\s?013|5\s?009|1\s?360|Porte 13/;
    const own = [
      links.ownHouse(at),
      links.ownSeries(at, series, "monthly/2026"),
      links.ownSeries(at, series, "daily/2026/01"),
      links.ownSeries(at, series, "weekly/2026"),
      links.ownSeries(at, series, "hourly/2026/01/20"),
      `${links.ownSeries(at, series, "daily/2026/01")}?csv=semicolon`,
    ];
    for (const path of own) {
      const page = await visitor.get(path);
      strictEqual(page.status, 200, path);
      ok(/347/.test(page.text.replaceAll(/\s/g, "")), `${path} tells one's own`);
      ok(!others.test(page.text), `${path} tells of others`);
    }
    const day = await visitor.get(links.ownSeries(at, series, "daily/2026/01"));
    match(day.text, /Eau froide \(L\)/);
    const earlier = await visitor.get(links.ownSeries(at, series, "hourly/2026/01/05"));
    match(earlier.text, /Aucun relevé sur cette période/);
    const beside = { ...at, houseId: besideId };
    for (
      const path of [
        links.ownHouse(beside),
        links.ownHouse(at, 2025),
        links.ownData(beside),
        links.ownSeries(beside, series, "monthly/2026"),
        links.ownSeries(at, "none", "monthly/2026"),
      ]
    ) strictEqual((await visitor.get(path)).status, 404, path);
    const here = { ...DEMO_PLACE, ...at, houseSeries: series, orgId: ORG };
    const open =
      /^\/(my-home|account|login|logout|health|accessibility|legal-notice|privacy|tour|first-run|forgotten-password|reset-password|confirm-email|providers|statements|api(\/|$)|write|ping|query|input|chirpstack|$)/;
    let hiddenCount = 0;
    for (const route of await allRoutes()) {
      if (open.test(route.pattern) || route.pattern === "/home") continue;
      if (!route.isPage && !route.methods.includes("GET")) continue;
      const { status, text } = await visitor.get(pathOf(route, here));
      // That the platform has an administration is not secret; residences are.
      const [, section = ""] = route.pattern.split("/");
      strictEqual(
        status,
        { platform: 403, display: 401, gateway: 401 }[section] ?? 404,
        route.pattern,
      );
      ok(!/Les Lilas|Porte/.test(text), route.pattern);
      hiddenCount += 1;
    }
    ok(hiddenCount > 60, `${hiddenCount} pages`);
  }));

Deno.test("an occupant gives their consent and withdraws it, by the form of the page only", () =>
  withHome(async (place) => {
    const { at } = place;
    const path = links.ownHouse(at);
    const visitor = await eve(place);
    match((await visitor.get(path)).text, /Vous n’avez pas donné votre accord\. Donner mon accord/);
    const given = await visitor.post(path, { form: "consent", agreed: "yes" });
    strictEqual(given.headers.get("location"), `${path}?saved=consent#consent`);
    const agreed = await visitor.get(path);
    match(
      agreed.text,
      /donné votre accord le 10\/02\/2026 \(sur cette page\)\. Retirer mon accord/,
    );
    await visitor.post(path, { form: "consent", agreed: "no" });
    match((await visitor.get(path)).text, /Vous avez retiré votre accord le 10\/02\/2026/);
    strictEqual((await visitor.post(path, { form: "consent", agreed: "" })).status, 400);
    strictEqual((await visitor.post(path, { form: "x", agreed: "yes" })).status, 400);
    const office = await place.office.post(path, { form: "consent", agreed: "yes" });
    strictEqual(office.status, 403, "nobody agrees in somebody's place here");
  }));

Deno.test("an occupant exports their data, reads the messages of the day, and keeps their account", () =>
  withHome(async (place) => {
    const { at, site, series } = place;
    const visitor = await eve(place);
    const message = {
      from: "2026-02-01",
      to: "2026-02-12",
      message: "Coupure d’eau",
      houseIds: [],
    };
    await site.store.atomic().set(keys.housingAlert(PROJECT, "m1"), message).commit();
    await site.platform.versions.bump([{ kind: "project", id: PROJECT }]);
    match(
      (await visitor.get(links.ownHouse(at))).text,
      /Message jusqu’au 12\/02\/2026 Coupure d’eau/,
    );
    const answer = await site.handler(
      new Request(SITE + links.ownData(at), { headers: { cookie: await sessionOf(site) } }),
    );
    strictEqual(answer.headers.get("content-type"), "application/zip");
    const files = unzipped(new Uint8Array(await answer.arrayBuffer()));
    match(files.get("releves.csv") ?? "", /2026-01-20;[^;]*;347;m³/);
    ok(!(files.get("releves.csv") ?? "").includes("2026-01-05"));
    const file = `${links.ownSeries(at, series, "monthly/2026")}?csv=comma`;
    match((await visitor.get(file)).html, /2026-01,347/);
    const account = await visitor.get(links.account());
    strictEqual(account.status, 200);
    match(account.text, /Mon logement Mon compte Déconnexion/);
    ok(!account.text.includes("Résidences"));
    strictEqual(account.value("surname"), "Eve Roux");
  }));

/** Her stay, which ends on the day of the tests. */
const ENDING = {
  name: "Eve Roux",
  email: EVE,
  from: "2026-01-18",
  to: "2026-02-10",
  consent: null,
};

/** The cookie of a session of Eve's. */
async function sessionOf(site: Site): Promise<string> {
  const answer = await site.handler(
    new Request(`${SITE}/login`, {
      method: "POST",
      headers: { origin: SITE },
      body: new URLSearchParams({ email: EVE, password: PASSWORD }),
    }),
  );
  return answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}

Deno.test("access ends with the occupancy, or when it is withdrawn, and the page explains the situation", () =>
  withHome(async (place) => {
    const { at, office, occupancyId, site, landlord } = place;
    const visitor = await eve(place);
    const occupant = links.occupants(at.projectId, at.houseId, occupancyId);
    const taken = await office.post(occupant, { form: "access-removal", intent: "remove" });
    strictEqual(taken.status, 303);
    strictEqual((await visitor.get(links.ownHouse(at))).status, 404);
    match((await visitor.get("/my-home")).text, /Aucun logement ne vous est ouvert/);
    strictEqual((await visitor.get("/")).headers.get("location"), "/home");
    match((await visitor.get("/home")).text, /Si vous habitez un logement/);
    strictEqual((await office.post(occupant, { form: "invitation" })).status, 303);
    strictEqual((await visitor.get(links.ownHouse(at))).status, 200);
    ok((await landlord("putOccupancy", { ...at, occupancyId, body: ENDING })).ok);
    match(
      (await visitor.get(links.ownHouse(at))).text,
      /depuis le 18\/01\/2026, jusqu’au 10\/02\/2026/,
    );
    site.clock.advance(DAY_MS);
    await visitor.signIn(EVE);
    await office.signIn();
    strictEqual((await visitor.get(links.ownHouse(at))).status, 404);
    const left = await office.get(occupant);
    strictEqual(left.status, 200);
    ok(!left.text.includes("Retirer l’accès"), "nobody who left is invited");
  }));

// @spec housing.invitations
Deno.test("a user of the organisation who opens the link of an occupant's dwelling reads whose page it is", () =>
  withHome(async ({ at, office }) => {
    const page = await office.get(links.ownHouse(at));
    strictEqual(page.status, 403);
    match(page.text, /Ce logement ne vous est pas ouvert/);
    doesNotMatch(page.text, /administrateur de votre organisation/);
  }));

Deno.test("where the occupants' application is off, an occupant is told of no invitation, which nobody can send", () =>
  withHome(async (place) => {
    const { at, occupancyId, site, landlord } = place;
    const visitor = await eve(place);
    await site.store.atomic().set(keys.project(PROJECT), aProject({ ecotouchAdmin: 0 })).commit();
    for (const path of ["/my-home", links.ownHouse(at)]) {
      const { text } = await visitor.get(path);
      match(text, /Votre bailleur choisit les résidences .* adressez-vous à lui/, path);
      doesNotMatch(text, /invitation/, path);
    }
    strictEqual(
      await codeOfCall(landlord("inviteOccupant", { ...at, occupancyId })),
      "occupants-application-off",
    );
  }));

// @spec housing.invitations
Deno.test("page left open by an occupant who moves out says that the access has ended, and the landlord sees it", () =>
  withHome(async (place) => {
    const { at, office, occupancyId, site, landlord } = place;
    const visitor = await eve(place);
    const path = links.ownHouse(at);
    const version = (await visitor.get(path)).version();
    ok((await landlord("putOccupancy", { ...at, occupancyId, body: ENDING })).ok);
    match(
      (await office.get(links.occupants(at.projectId, at.houseId))).text,
      /10\/02\/2026 Non Ouvert/,
    );
    site.clock.advance(DAY_MS);
    await visitor.signIn(EVE);
    await office.signIn();
    const sent = { form: "consent", intent: "give", version };
    for (const late of [await visitor.post(path, sent), await visitor.get(path)]) {
      strictEqual(late.status, 404);
      match(
        late.text,
        /Ce logement ne vous est pas ouvert L’accès commence le jour de votre entrée/,
      );
      ok(!late.text.includes("supprimé"));
    }
    match(
      (await office.get(links.occupants(at.projectId, at.houseId))).text,
      /10\/02\/2026 Non Non/,
    );
  }));

Deno.test("user who does not manage occupants' accounts can neither invite nor withdraw access", () =>
  withHome(async (place) => {
    const { site, at, occupancyId } = place;
    await someone(site, { email: "zoe@bailleur.fr", roles: ["collect"] });
    const visitor = await site.signIn("zoe@bailleur.fr");
    const occupant = links.occupants(at.projectId, at.houseId, occupancyId);
    const page = await visitor.get(occupant);
    strictEqual(page.status, 200);
    ok(!page.text.includes("Inviter"));
    strictEqual((await visitor.post(occupant, { form: "invitation" })).status, 403);
    strictEqual((await visitor.post(occupant, { form: "access-removal" })).status, 403);
    strictEqual((await visitor.get(links.ownHouse(at))).status, 403);
  }));

// @spec reports.one-occupancy
Deno.test("the occupant reads the report of each month since their arrival, and nobody else does", () =>
  withHome(async (place) => {
    const visitor = await eve(place);
    const report = (month: string) => links.ownReport({ ...place.at, month });
    match((await visitor.get(links.ownHouse(place.at))).text, /Mon bilan de consommation/);
    const { text, html } = await visitor.get(report("2026-01"));
    match(text, /Du 18 janvier 2026 au 31 janvier 2026/);
    match(text, new RegExp(`Eau froide ${DRAWN.own}`));
    strictEqual(html.includes(report("2025-12")), false);
    strictEqual((await visitor.get(report("2025-12"))).status, 404);
    strictEqual((await visitor.get(report("2099-03"))).status, 400);
    strictEqual((await place.office.get(report("2026-01"))).status, 403);
  }));

// @spec reports.image
Deno.test("the report shows the landlord's image to the landlord and to its occupant, each at their own address", () =>
  withHome(async (place) => {
    const { at, landlord, office, site } = place;
    const visitor = await eve(place);
    const month = "2026-01";
    const [own, ownImage] = [links.ownReport({ ...at, month }), links.ownReportImage(at)];
    const page = links.consumptionReport({ ...at, month });
    const pageImage = links.consumptionReportImage(PROJECT);
    const imageIn = ({ html }: { html: string }) => /<img src="([^"]*)" alt="([^"]*)"/.exec(html);
    strictEqual(imageIn(await visitor.get(own)), null);
    strictEqual((await visitor.get(ownImage)).status, 404);
    const data = new Uint8Array(6).fill(90);
    const image = new Uint8Array(encode({ width: 2, height: 1, data, channels: 3 })).toBase64();
    const body = { ...NO_REPORT_SETTINGS, image, imageMimeType: "image/png" as const };
    ok((await landlord("putConsumptionReportSettings", { projectId: PROJECT, body })).ok);
    for (
      const [reader, path, address] of [
        [visitor, own, ownImage],
        [office, page, pageImage],
      ] as const
    ) {
      const [, src = "", alt] = imageIn(await reader.get(path)) ?? [];
      // Fresh adds the key of its build.
      deepStrictEqual([src.split("?")[0], alt], [address, "Image choisie par le bailleur"]);
      const { status, headers } = await reader.get(src);
      deepStrictEqual([status, headers.get("content-type")], [200, "image/png"]);
      strictEqual(headers.get("x-content-type-options"), "nosniff");
    }
    strictEqual((await visitor.get(pageImage)).status, 404);
    strictEqual((await office.get(ownImage)).status, 403);
    const stranger = await site.visitor().get(ownImage);
    deepStrictEqual([stranger.status, stranger.headers.get("content-type")], [303, null]);
    const beside = await visitor.get(links.ownReportImage({ ...at, houseId: place.besideId }));
    strictEqual(beside.status, 404);
  }));
