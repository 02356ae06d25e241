import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { PlatformChoices, TestPlatform } from "@/tests/helpers/a_platform.ts";
import { hire } from "@/tests/helpers/a_register.ts";
import { type Belonging, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { asLandlord, plain, type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type AddressServer, withAddressServer } from "@/tests/tools/map_services.ts";
import { isTimeZone } from "@/lib/base/time_zones.ts";
import { clockName, clockText, timeZoneOfAddress } from "@/lib/residences/time_zone.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { links } from "@/lib/ui/links.ts";
import { LOCATION, seriesDraft } from "@/tests/helpers/drafts.ts";

const PATH = `/collect/${PROJECT}/residence`;

interface Place {
  site: Site;
  visitor: Visitor;
  ask: CallFunction;
  server: AddressServer;
}

function withPlace(
  belonging: Belonging,
  test: (place: Place) => Promise<void>,
  choices: Pick<PlatformChoices, "addressTimeoutMs"> = {},
): Promise<void> {
  return withAddressServer((server) =>
    withVisitor(belonging, async ({ site, ask, visitor }) => {
      await test({ site, visitor, ask, server });
    }, { addressApi: server.url, ...choices })
  );
}

const ADMIN: Belonging = { isAdmin: true };

const TYPED = {
  name: "Les Grands Tilleuls",
  code: "T2",
  street: "2 rue de la Paix",
  zipCode: "75002",
  city: "Paris",
  latitude: "48,868425",
  longitude: "2,330587",
};

async function version(visitor: Visitor): Promise<string> {
  return (await visitor.get(PATH)).version();
}

Deno.test("an administrator changes the residence without JavaScript, and sees a confirmation", () =>
  withPlace(ADMIN, async ({ visitor, ask }) => {
    const sent = await visitor.post(PATH, { ...TYPED, version: await version(visitor) });
    strictEqual(sent.status, 303);
    strictEqual(sent.headers.get("location"), `${PATH}?saved=residence`);
    const page = await visitor.get(`${PATH}?saved=residence`);
    match(page.text, /Modifications enregistrées/);
    strictEqual(page.title, "Les Grands Tilleuls | Informations de la résidence");
    strictEqual(page.value("latitude"), "48,868425");
    const audit = await answerOf(ask("getAudit", { orgId: ORG }));
    strictEqual(audit.entries[0]?.action, "putProjectSettings");
  }));

// @spec projects.read-only
Deno.test("a user who does not administer the organisation reads the same blocks, and may not write", () =>
  withPlace({ roles: ["collect:minimal"] }, async ({ site, visitor }) => {
    const page = await visitor.get(PATH);
    strictEqual(page.status, 200);
    match(page.text, /Nom \/ Code .*Adresse .*Catégories/);
    ok(!page.html.includes("Enregistrer"));
    ok(!page.html.includes("data-guard"));
    strictEqual((await visitor.post(PATH, TYPED)).status, 403);
    match(page.text, /Latitude Non renseigné Longitude Non renseigné/);
    await someone(site, { email: "eve@bailleur.fr", isAdmin: true });
    const admin = await site.signIn("eve@bailleur.fr");
    strictEqual((await admin.post(PATH, { ...TYPED, version: await version(admin) })).status, 303);
    match(plain((await visitor.get(PATH)).text), /Latitude 48,868425 ° Longitude 2,330587 °/);
  }));

Deno.test("OK fills the address in without JavaScript, and saves nothing", () =>
  withPlace(ADMIN, async ({ visitor, ask }) => {
    const before = await ask("getProjectSettings", { projectId: PROJECT });
    const typed = { ...TYPED, zipCode: "", city: "", latitude: "", longitude: "" };
    const page = await visitor.post(PATH, { ...typed, lookup: "search", version: "x" });
    strictEqual(page.status, 200);
    match(page.text, /Adresse trouvée/);
    strictEqual(page.value("street"), "2 Rue de la Paix");
    strictEqual(page.value("city"), "Paris");
    strictEqual(page.value("longitude"), "2,330587");
    strictEqual(page.value("name"), "Les Grands Tilleuls");
    const after = await ask("getProjectSettings", { projectId: PROJECT });
    strictEqual(JSON.stringify(after), JSON.stringify(before));
  }));

// @spec projects.address-results
Deno.test("OK shows the result of the address service, and keeps the typed values", () =>
  withPlace(ADMIN, async ({ visitor, server }) => {
    const lookup = (street: string) =>
      visitor.post(PATH, { ...TYPED, street, zipCode: "", city: "", lookup: "search" });
    match((await lookup("chemin de la côte")).text, /Adresse incertaine, vérifiez le marqueur/);
    const none = await lookup("rue introuvable");
    match(none.text, /Aucune adresse trouvée/);
    strictEqual(none.value("street"), "rue introuvable");
    const nothing = await lookup(" ");
    match(nothing.text, /Saisissez une rue/);
    strictEqual(nothing.message("street"), "Ce champ est obligatoire");
    strictEqual(nothing.message("zipCode"), "Ce champ est obligatoire");
    server.limit = 0;
    match((await lookup("rue sollicitée")).text, /reçoit trop de demandes/);
    strictEqual((await lookup("autre rue")).status, 200);
  }));

Deno.test("OK reports an unavailable service, for any failure (QF8)", () =>
  withPlace(ADMIN, async ({ visitor, server }) => {
    for (const fault of ["slow", "slow-body", "garbage", "html", "huge", "down"] as const) {
      server.fault = fault;
      const page = await visitor.post(PATH, { ...TYPED, lookup: "search" });
      strictEqual(page.status, 200, fault);
      match(page.text, /ne répond pas. Votre saisie est gardée/);
      strictEqual(page.value("name"), "Les Grands Tilleuls");
    }
  }, { addressTimeoutMs: 300 }));

Deno.test("wrong field is reported beside it, and nothing is lost", () =>
  withPlace(ADMIN, async ({ visitor }) => {
    const wrong = { name: " ", zipCode: "7500", longitude: "" };
    const page = await visitor.refused(PATH, { ...TYPED, ...wrong });
    strictEqual(page.message("name"), "Ce champ est obligatoire");
    strictEqual(page.message("zipCode"), "5 chiffres attendus");
    strictEqual(page.message("longitude"), "Ce champ est obligatoire");
    strictEqual(page.value("city"), "Paris");
  }));

Deno.test("code of another residence is refused beside the code", () =>
  withPlace(ADMIN, async ({ visitor, ask }) => {
    await ask("createProject", { orgId: ORG, body: { ...settings("54000"), code: "T2" } });
    const page = await visitor.post(PATH, { ...TYPED, version: await version(visitor) });
    strictEqual(page.status, 409);
    strictEqual(page.message("code"), "Doit être unique");
  }));

Deno.test("more than fifty tags are refused with a clear message, and the typed values stay", () =>
  withPlace(ADMIN, async ({ visitor, ask }) => {
    const { version } = await answerOf(ask("getProjectSettings", { projectId: PROJECT }));
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...TYPED, version })) form.append(name, value);
    for (let rank = 0; rank < 51; rank++) form.append("tags", `t${rank}`);
    const refused = await visitor.refused(PATH, form);
    match(refused.text, /Gardez-en une seule par catégorie/);
    strictEqual(refused.value("name"), TYPED.name);
  }));

Deno.test("the providers of the residence are listed by name, read-only", () =>
  withPlace({ roles: ["collect:minimal"] }, async ({ site, visitor }) => {
    await hire(site, "Thermalia Exploitation", "Aquacontrol");
    match((await visitor.get(PATH)).text, /Prestataires .*Aquacontrol Thermalia/);
  }));

Deno.test("in the demo the operators of its boiler rooms are among its providers, and the search finds them", () =>
  asLandlord(async (landlord) => {
    match(
      (await landlord.get("/collect/p01/residence")).text,
      /Prestataires Aquacontrol Ramonage du Littoral SecuriFeu Thermalia Exploitation/,
    );
    match((await landlord.get("/home/search?q=thermalia")).text, /Prestataires \(\d+\)/);
  }));

// @spec projects.search-pages
Deno.test("the search finds the pages that the user may open, and those of the residence from which one searches", () =>
  asLandlord(async (landlord) => {
    const found = async (query: string) => (await landlord.get(`/home/search?${query}`)).text;
    const imports = await found("q=importer");
    match(imports, /Pages et actions \(2\) Importer le patrimoine Importer des relevés de gaz/);
    match(await found("q=importer&in=p01"), /Importer des relevés Les Tilleuls/);
    match(await found("q=ajouter+une+residence"), /Pages et actions \(1\) Ajouter une résidence/);
    match(await found("q=mise+en+service&in=p01"), /\(1\) Mise en service Les Tilleuls/);
    match(await found("q=mise+en+service&in=nowhere"), /Rien trouvé/);
    match(await found("q=tilleuls+A503"), /Logements \(1\) A503/);
    match(await found("q=mot+de+passe"), /\(1\) Mon compte/);
    match(await found("q=ajouter+un+logement&in=p01"), /\(1\) Logements Les Tilleuls/);
  }));

Deno.test("residence is created with an address that was looked up", () =>
  withPlace(ADMIN, async ({ visitor }) => {
    const found = await visitor.post("/home/projects/new", {
      ...TYPED,
      zipCode: "",
      lookup: "search",
    });
    strictEqual(found.status, 200);
    strictEqual(found.value("zipCode"), "75002");
    const made = await visitor.post("/home/projects/new", TYPED);
    strictEqual(made.status, 303);
    match(made.headers.get("location") ?? "", /^\/collect\//);
  }));

// @spec projects.clock
Deno.test("timeZoneOfAddress() is the time zone of the postal code", () => {
  const expected = {
    "54000": "Europe/Paris",
    "20000": "Europe/Paris",
    "97110": "America/Guadeloupe",
    "97200": "America/Martinique",
    "97300": "America/Cayenne",
    "97400": "Indian/Reunion",
    "97500": "America/Miquelon",
    "97600": "Indian/Mayotte",
    "98600": "Pacific/Wallis",
    "98714": "Pacific/Tahiti",
    "98800": "Pacific/Noumea",
    "98000": "Europe/Paris",
    "": "Europe/Paris",
  };
  for (const [zipCode, timeZone] of Object.entries(expected)) {
    strictEqual(timeZoneOfAddress({ zipCode }), timeZone);
    strictEqual(isTimeZone(timeZone), true);
    strictEqual(clockName(timeZone).includes("/"), false, "each clock has its French name");
  }
});

// @spec projects.clock
Deno.test("clockText() names the time zone of the days, and that of the address where it differs", () => {
  const location = { street: "", zipCode: "97400", city: "", latitude: null, longitude: null };
  strictEqual(
    clockText({ timeZone: "Indian/Reunion", location }),
    "Les jours et les mois de cette résidence sont comptés à l’heure de La Réunion, d’après son code postal. L’heure ne change plus après le premier relevé.",
  );
  strictEqual(
    clockText({ timeZone: "Europe/Paris", location }),
    "Les jours et les mois de cette résidence sont comptés à l’heure de Paris, comme ses premiers relevés\u00A0: l’adresse est à l’heure de La Réunion, mais l’heure ne change plus après le premier relevé.",
  );
});

function settings(zipCode: string) {
  return { name: "Les Flamboyants", code: "", location: { ...LOCATION, zipCode }, tags: [] };
}

async function created(ask: CallFunction, zipCode: string): Promise<string> {
  return (await answerOf(ask("createProject", { orgId: ORG, body: settings(zipCode) }))).id;
}

async function clockOf(ask: CallFunction, projectId: string): Promise<string> {
  return (await answerOf(ask("getProject", { projectId }))).timeZone;
}

/** One cubic metre an hour on 10 January 2026 in La Réunion: from 20:00 UTC the day before. */
async function drawOneDay({ store, clock }: TestPlatform, ask: CallFunction, projectId: string) {
  const body = seriesDraft({ dataUnitId: "EFSV" });
  const made = await answerOf(ask("createDataseries", { projectId, body }));
  const seriesId = made.id;
  const fromS = Date.UTC(2026, 0, 8, 20) / 1_000;
  const readings = Array.from({ length: 73 }, (_, hour) => ({
    epochS: fromS + hour * 3_600,
    value: Math.min(Math.max(hour - 24, 0), 24),
  }));
  await new StoredSeries(store, projectId, clock.now).append([{
    seriesId,
    kind: "index",
    readings,
  }]);
  return seriesId;
}

async function daysOf(ask: CallFunction, projectId: string, series: string) {
  const at = { projectId, series, segment: "daily-2026-01" };
  const read = await answerOf(ask("getFacilityRangeData", at));
  return read.slots.slice(8, 11).map(({ value }) => value);
}

// @spec projects.clock
Deno.test("residence of La Réunion counts its days in its own time zone, compacted or not", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    for (const [zipCode, days] of [["97400", [0, 24, 0]], ["54000", [3, 21, 0]]] as const) {
      const projectId = await created(ask, zipCode);
      const series = await drawOneDay(built, ask, projectId);
      deepStrictEqual(await daysOf(ask, projectId, series), days);
      strictEqual(await compact(built.store, projectId, built.clock.now), "done");
      deepStrictEqual(await daysOf(ask, projectId, series), days);
    }
  }));

// @spec projects.clock
Deno.test("corrected address changes the time zone until the first reading", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    const projectId = await created(ask, "54000");
    const save = async (zipCode: string) => {
      await answerOf(ask("putProjectSettings", { projectId, body: settings(zipCode) }));
      return await clockOf(ask, projectId);
    };
    strictEqual(await save("97200"), "America/Martinique");
    strictEqual(await save("97400"), "Indian/Reunion");
    const series = await drawOneDay(built, ask, projectId);
    strictEqual(await save("54000"), "Indian/Reunion");
    strictEqual(await compact(built.store, projectId, built.clock.now), "done");
    strictEqual(await save("54000"), "Indian/Reunion");
    deepStrictEqual(await daysOf(ask, projectId, series), [0, 24, 0]);
    const stored = await answerOf(ask("getProjectSettings", { projectId }));
    strictEqual(stored.location.zipCode, "54000");
  }));

// @spec projects.clock
Deno.test("the pages of a residence name the time zone of its days", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const path = links.residenceSheet(PROJECT);
    const before = await visitor.get(path);
    match(before.text, /comptés à l’heure de Paris, d’après son code postal/);
    const sent = await visitor.post(path, {
      name: "Les Flamboyants",
      street: "1 rue Haute",
      zipCode: "97400",
      city: "Saint-Denis",
      version: before.version(),
    });
    strictEqual(sent.status, 303);
    match((await visitor.get(path)).text, /comptés à l’heure de La Réunion/);
    match((await visitor.get(links.residence(PROJECT))).text, /Heure locale Heure de La Réunion/);
    match((await visitor.get(links.newResidence())).text, /celle de son code postal/);
  }));
