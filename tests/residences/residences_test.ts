import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { NO_FEATURES, type ProjectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aProject,
  ORG,
  PROJECT,
  someone,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";

/** Writes residences "Résidence 1"… of the organisation; `over` changes each by its rank. */
async function writeResidences(
  { store }: Site,
  count: number,
  over: (rank: number) => Partial<ProjectRecord> = () => ({}),
): Promise<void> {
  const atomic = store.atomic().set(keys.org(ORG), { name: "Bailleur" });
  for (let rank = 1; rank <= count; rank++) {
    const id = `p${rank}`;
    atomic.set(keys.project(id), aProject({ name: `Résidence ${rank}`, ...over(rank) }))
      .set(keys.projectFeatures(id), NO_FEATURES)
      .set(keys.projectOfOrg(ORG, id), true);
  }
  await atomic.commit();
}

/** Runs a test as an administrator of those residences. */
function withResidences(
  count: number,
  test: (place: { readonly visitor: Visitor; readonly site: Site }) => Promise<void>,
  over?: Parameters<typeof writeResidences>[2],
): Promise<void> {
  return withSite(async (site) => {
    await writeResidences(site, count, over);
    await someone(site, { isAdmin: true });
    await test({ visitor: await site.signIn(), site });
  });
}

/** Writes a residence, and a user of its organisation and of another. */
async function writeTwoOrganisations(site: Site, isAdmin: boolean): Promise<void> {
  await writeResidence(site);
  const accountId = await anAccount(site);
  const atomic = site.store.atomic().set(keys.org("o2"), { name: "Autre bailleur" });
  for (const orgId of [ORG, "o2"]) {
    atomic.set(keys.member(orgId, accountId), { isAdmin, awaitsRole: true })
      .set(keys.orgOfAccount(accountId, orgId), true);
  }
  await atomic.commit();
}

/** Names of the residences of the table, in order. */
function rowsOf(html: string): string[] {
  return [...html.matchAll(/<th scope="row"\s*><a href="\/collect\/[^"]*">([^<]*)</g)]
    .map(([, name = ""]) => name);
}

const CITIES = ["Nancy", "Metz", "Nancy"];

function inCities(rank: number): Partial<ProjectRecord> {
  const city = CITIES[rank - 1] ?? "Dijon";
  return { location: { ...LOCATION, street: `${rank} rue`, city }, code: `C${rank}` };
}

Deno.test("the residences are listed by name in French order, 20 a page", () =>
  withResidences(22, async ({ visitor }) => {
    const first = await visitor.get("/home");
    strictEqual(first.title, "Bailleur | Résidences");
    const names = Array.from({ length: 22 }, (_, index) => `Résidence ${index + 1}`);
    deepStrictEqual(rowsOf(first.html), names.slice(0, 20));
    match(first.text, /Lignes 1 à 20 sur 22/);
    match(first.html, /<a href="\/home\?page=2"[^>]*>2<\/a>/);
    const second = await visitor.get("/home?page=2");
    deepStrictEqual(rowsOf(second.html), names.slice(20));
    const clamped = await visitor.get("/home?page=99");
    deepStrictEqual(rowsOf(clamped.html), names.slice(20));
  }));

Deno.test("filters offer Tous and the existing values; the search matches any field, ignoring accents", () =>
  withResidences(3, async ({ visitor }) => {
    const all = await visitor.get("/home");
    const [, options = ""] = /name="filter:city">([\s\S]*?)<\/select>/.exec(all.html) ?? [];
    deepStrictEqual([...options.matchAll(/>([^<]+)</g)].map(([, label]) => label), [
      "Tous",
      "Metz",
      "Nancy",
    ]);
    deepStrictEqual(rowsOf((await visitor.get("/home?filter:city=Metz")).html), ["Résidence 2"]);
    const found = await visitor.get("/home?filter:search=RESIDENCE+nancy");
    deepStrictEqual(rowsOf(found.html), ["Résidence 1", "Résidence 3"]);
    match(found.text, /2\u00A0résidences sur 3/);
    match((await visitor.get("/home?filter:city=Lyon")).text, /Aucune résidence trouvée/);
  }, inCities));

/** A residence with a known position: in Nancy for even ranks, otherwise in Metz. */
function placed(rank: number): Partial<ProjectRecord> {
  const city = rank % 2 === 0 ? "Nancy" : "Metz";
  const place = { latitude: 48 + rank / 1_000, longitude: 6 };
  return { location: { street: "", zipCode: "54000", city, ...place } };
}

Deno.test("the list does not contain the pins of the map: a script requests those that match the filters", () =>
  withResidences(30, async ({ visitor }) => {
    const { html } = await visitor.get("/home?filter:city=Nancy&sort=name:desc&page=2");
    ok(!html.includes("48.0"), "a latitude");
    const address = links.residencePins(ORG, "filter:city=Nancy");
    // Fresh writes the props of its islands as text within a text: a backslash ends the address there.
    const ends = ["&", '"', "\\"];
    ok(ends.some((end) => html.includes(address + end)), "the address of the pins");
    const pins = await visitor.get(address);
    strictEqual(pins.headers.get("content-type"), "application/json");
    strictEqual(pins.headers.get("cache-control"), "no-store");
    const named: readonly { name: string }[] = JSON.parse(pins.html);
    strictEqual(named.length, 15);
    deepStrictEqual(named[0], {
      name: "Résidence 2",
      href: links.residence("p2"),
      latitude: 48.002,
      longitude: 6,
      alarms: null,
    });
  }, placed));

Deno.test("members of an organisation get the pins of the residences that they see, other users none", () =>
  withSite(async (site) => {
    await writeResidences(site, 3, placed);
    await site.store.atomic().set(keys.org("o2"), { name: "Autre bailleur" }).commit();
    await someone(site, { roles: ["collect"] });
    const visitor = site.visitor();
    const anonymous = await visitor.get(links.residencePins(ORG));
    strictEqual(anonymous.status, 303);
    await visitor.signIn();
    const pins: readonly { href: string }[] = JSON.parse(
      (await visitor.get(links.residencePins(ORG))).html,
    );
    deepStrictEqual(pins.map(({ href }) => href), [links.residence("p1")]);
    strictEqual((await visitor.get(links.residencePins("o2"))).status, 404);
  }));

// @spec organisations.several
Deno.test("the selected organisation is remembered in this browser", () =>
  withSite(async (site) => {
    await writeTwoOrganisations(site, true);
    const visitor = await site.signIn();
    const before = await visitor.get("/home");
    match(before.html, /<button[^>]*name="orgId" value="o(1|2)"/);
    strictEqual((await visitor.post("/home/organisation", { orgId: "o2" })).status, 303);
    strictEqual((await visitor.get("/home")).title, "Autre bailleur | Résidences");
    strictEqual((await visitor.post("/home/organisation", { orgId: "not-mine" })).status, 404);
    strictEqual((await visitor.get("/home")).title, "Autre bailleur | Résidences");
  }));

// @spec organisations.several
Deno.test("the links of an old page lead to its own organisation, whichever was selected in another tab", () =>
  withSite(async (site) => {
    await writeTwoOrganisations(site, true);
    const visitor = await site.signIn();
    await visitor.post("/home/organisation", { orgId: ORG });
    const residence = await visitor.get(links.residence(PROJECT));
    const old = [residence, await visitor.get("/home"), await visitor.get(links.newResidence())];
    for (const { html } of old) {
      for (const name of ["Résidences", "Alertes", "Utilisateurs"]) {
        // In another tab.
        await visitor.post("/home/organisation", { orgId: "o2" });
        const hrefs = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g)]
          .filter(([, , content = ""]) => content.replace(/<[^>]*>/g, "").trim().startsWith(name))
          .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
          .filter((href) => href.includes("/home") && !href.includes("sort="));
        ok(hrefs.length > 0, name);
        for (const href of hrefs) {
          const sent = await visitor.get(href);
          const { title } = await visitor.get(sent.headers.get("location") ?? "");
          ok(title.startsWith("Bailleur | "), `${href}: ${title}`);
          await visitor.post("/home/organisation", { orgId: "o2" });
        }
      }
    }
  }));

// @spec organisations.mailed-links
Deno.test("the link of a mail leads to the page of its organisation, whichever was selected last", () =>
  withSite(async (site) => {
    await writeTwoOrganisations(site, false);
    const visitor = site.visitor();
    const mailed = links.inOrganisation("o2", links.orgAlarms());
    const signIn = (await visitor.get(mailed)).headers.get("location") ?? "";
    strictEqual(new URLSearchParams(signIn.split("?")[1]).get("back"), mailed);
    await visitor.signIn();
    await visitor.post("/home/organisation", { orgId: ORG });
    strictEqual((await visitor.get(mailed)).headers.get("location"), links.orgAlarms());
    match((await visitor.get(links.orgAlarms())).text, /Alertes Autre bailleur/);
    for (const elsewhere of ["//evil.example", "https://evil.example/", "/\\evil.example"]) {
      const { headers } = await visitor.get(links.inOrganisation(ORG, elsewhere));
      strictEqual(headers.get("location"), links.residences());
    }
    strictEqual((await visitor.get(links.inOrganisation("not-mine", "/home/alarms"))).status, 404);
  }));

Deno.test("user without an organisation sees what to do", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = await site.signIn();
    const page = await visitor.get("/home");
    strictEqual(page.status, 200);
    match(page.text, /Vous n’appartenez à aucune organisation/);
    match((await visitor.get("/home/comparison")).text, /Aucune chaufferie à comparer/);
    match(page.text, /Demandez à l’administrateur/);
  }));

Deno.test("a residence is created by an administrator, with the rules of its form", () =>
  withResidences(1, async ({ visitor }) => {
    const typed = {
      name: "Les Tilleuls",
      code: "A1",
      street: "3 rue des Lilas",
      zipCode: "5400",
      city: "Nancy",
      latitude: "48,69",
      longitude: "",
    };
    const refused = await visitor.refused("/home/projects/new", typed);
    strictEqual(refused.message("zipCode"), "5 chiffres attendus");
    strictEqual(refused.message("longitude"), "Ce champ est obligatoire");
    const right = { ...typed, zipCode: "54000", longitude: "6,18" };
    const made = await visitor.post("/home/projects/new", right);
    strictEqual(made.status, 303);
    const taken = await visitor.post("/home/projects/new", right);
    strictEqual(taken.status, 409);
    strictEqual(taken.message("code"), "Doit être unique");
    const sheet = await visitor.get(made.headers.get("location") ?? "");
    strictEqual(sheet.title, "Les Tilleuls | Vue d’ensemble");
    match(sheet.text, /3 rue des Lilas, 54000 Nancy/);
  }));

Deno.test("the pilot's account sees its one residence", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const reader = visitor();
    await reader.signIn(email, password);
    match((await reader.get("/home")).text, /1\u00A0résidence /);
  }, { demo: true }));

// @spec projects.attention
Deno.test("the home page shows what is red today, within its reader's roles", () =>
  withSite(async (site) => {
    const landlord = await site.signIn(
      DEMO_ACCOUNTS.landlord.email,
      DEMO_ACCOUNTS.landlord.password,
    );
    const { text } = await landlord.get("/home");
    match(
      text,
      /À faire Eau chaude trop froide \(légionelles\) Circuit ECS.: départ à 57,\d.°C, au-dessous de 60.°C Les Tilleuls · depuis 3.jours · pris en charge par Sophie Garnier Suivi/,
    );
    match(
      text,
      /Écart au-dessus du seuil \+\d+(,\d)?.% sur (les|\d+ des) 30.derniers jours, seuil 5.% \S/,
    );
    match(
      text,
      /Voir tout 12 mois, à météo égale [+-]?\d+,\d.% .* Écart au contrat, saison [+-]?\d+,\d.% au gaz, \d+.chaufferies .* Au-dessus du seuil \d.résidences? À faire \d+ /,
    );
    match(text, /Écart de la saison.* Dérive depuis.* Séries muettes Documents en retard Alertes/);
    const { text: all } = await landlord.get("/home/todo?page=2");
    match(
      all,
      /Terminé le \S+ Les Grands Champs, .* Consentement de gaz .* 5.documents refusés Documents refusés/,
    );
    ok(!(await landlord.get("/home?page=2")).text.includes("À faire"));
  }, { demo: true }));

Deno.test("when nothing is red the home page says so, within its reader's roles", () =>
  withVisitor({ roles: ["collect:documents:read"] }, async ({ visitor }) => {
    const { text } = await visitor.get("/home");
    match(text, /À faire Rien à signaler aujourd’hui/);
  }));

// @spec projects.attention, calls.unread
Deno.test("values that do not fit their schema hide no residence, and administrators read which", () =>
  withVisitor(
    { isAdmin: true, roles: ["collect", "collect:documents:read"] },
    async ({ site, visitor, ask }) => {
      const wrong = { wrong: true };
      const roomId = await aBoilerRoom(ask);
      await site.store.atomic()
        .set(keys.orgFeatures(ORG), { documentManagement: true })
        .set(keys.contract(ORG, "c1"), wrong)
        .set(keys.gasPce(ORG, "12345678901234"), wrong)
        .set(keys.heatingSeasons(PROJECT, roomId), wrong)
        .commit();
      const { status, text } = await visitor.get("/home");
      strictEqual(status, 200);
      match(text, /Les Lilas/);
      match(text, /3\u00A0données enregistrées sont illisibles/);
      for (const key of ["contract/o1/c1", "gas_pce/o1/12345678901234", "heating_seasons/"]) {
        ok(text.includes(key), key);
      }
      const places = site.faults.splice(0).map((fault) => / at (\w+)\//.exec(String(fault))?.[1]);
      deepStrictEqual([...new Set(places)].sort(), ["contract", "gas_pce", "heating_seasons"]);
    },
  ));

/** A store whose gas delivery points cannot be listed. */
function withoutGas(store: Store): Store {
  return aroundStore(store, {
    list: (selector, options) => {
      const [kind] = "prefix" in selector ? selector.prefix : [];
      if (kind === keys.gasPce.doc.name) throw new RangeError("gas");
      return store.list(selector, options);
    },
  });
}

// @spec projects.attention
Deno.test("a source that cannot be read hides no residence, and the home page names it", () =>
  withVisitor({ roles: ["collect"] }, async ({ site, visitor }) => {
    const { status, text } = await visitor.get("/home");
    strictEqual(status, 200);
    match(text, /Les Lilas/);
    match(text, /Illisibles pour l’instant\u00A0: consentements de gaz/);
    ok(!text.includes("Rien à signaler"));
    deepStrictEqual(site.faults.splice(0).map(String), ["RangeError: gas"]);
  }, { before: withoutGas }));
