import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { gasPceRecord, NEW_GAS_PCE } from "@/lib/gas/records.ts";
import type { GasConsent } from "@/lib/gas/schema.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { aGasBoilerRoom, aMember, ORG, someone } from "@/tests/helpers/a_residence.ts";
import { plain, type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";

const PCE = "21546987412365";
const YEAR = `/home/gas/${PCE}/monthly/2025`;

/** Lines of the export: two published months, a gas day. The tests are on 10 February 2026. */
const FILE =
  `Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS;Conversion
Publiée;01/01/2025;01/02/2025;771;951;180;2032;0,968;11,66;11,29
Informative;16/01/2025;17/01/2025;;1325;1;8;;;11,16
Publiée;01/02/2025;01/03/2025;951;1051;100;1129;;;11,29
`;

interface Opened {
  site: Site;
  visitor: Visitor;
}

/**
 * A site whose organisation has one boiler room on gas, and a visitor with some roles on its
 * residence.
 */
function withGas(
  { roles = ["collect"], isAdmin = false }: { roles?: Role[]; isAdmin?: boolean },
  test: (opened: Opened) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    const { ask: setter } = await aMember(site, {
      email: "tom@bailleur.fr",
      roles: ["collect"],
    });
    await aGasBoilerRoom(setter, PCE, "Chaufferie nord");
    await someone(site, { isAdmin, roles });
    const visitor = await site.signIn();
    await test({ site, visitor });
  });
}

function form(text: string | null, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  const all = { intent: "import", pce: PCE, ...fields };
  for (const [name, value] of Object.entries(all)) data.set(name, value);
  if (text !== null) data.set("file", new File([text], "gaz.csv"));
  return data;
}

/** The cells of a page's table, row by row, without its head and foot. */
function rows(html: string): string[][] {
  const body = /<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? "";
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
      plain(cell.replace(/<[^>]*>/g, ""))
    )
  );
}

Deno.test("file is checked, then imported; its lines are in the year's table, the latest end first", () =>
  withGas({}, async ({ visitor }) => {
    const tried = await visitor.post("/home/gas/import", form(FILE, { intent: "try" }));
    match(plain(tried.text), /Essai : rien n’a été enregistré 3 lignes lues, 3 ajoutées/);
    match((await visitor.get(YEAR)).text, /Aucun relevé en 2025/);
    const done = await visitor.post("/home/gas/import", form(FILE));
    match(plain(done.text), /Import terminé 3 lignes lues, 3 ajoutées/);
    const page = await visitor.get(YEAR);
    strictEqual(page.title, `${PCE} | Relevés de gaz`);
    match(page.text, new RegExp(`PCE ${PCE}.*Chaufferie nord, Les Lilas`));
    deepStrictEqual(rows(page.html), [
      ["Publiée", "01/02/2025", "01/03/2025", "951", "1 051", "100", "1 129", "", "", "11,29"],
      [
        "Publiée",
        "01/01/2025",
        "01/02/2025",
        "771",
        "951",
        "180",
        "2 032",
        "0,968",
        "11,66",
        "11,29",
      ],
      ["Informative", "16/01/2025", "17/01/2025", "", "1 325", "1", "8", "", "", "11,16"],
    ]);
    match(plain(page.text), /Total des lignes publiées 280 3 161/);
    match(plain(page.text), /Total des lignes informatives 1 8/);
  }));

// @spec gas.import
Deno.test("the file of a year, imported elsewhere, gives the same file", async () => {
  const files: string[] = [];
  for (const _ of ["exported", "imported"]) {
    await withGas({}, async ({ visitor }) => {
      await visitor.post("/home/gas/import", form(files[0] ?? FILE));
      files.push((await visitor.get(`${YEAR}?csv=semicolon`)).html);
    });
  }
  strictEqual(files[0]?.split("\r\n").length, 4);
  strictEqual(files[1], files[0]);
});

Deno.test("the type filter keeps one type, on the page and in its file; the file is named after the PCE and can be imported again", () =>
  withGas({}, async ({ visitor }) => {
    await visitor.post("/home/gas/import", form(FILE));
    const page = await visitor.get(`${YEAR}?filter:type=informative`);
    deepStrictEqual(rows(page.html).map(([type]) => type), ["Informative"]);
    const href = `${YEAR}?filter:type=informative&csv=`;
    ok(page.html.replaceAll("&amp;", "&").includes(`${href}semicolon"`));
    const file = await visitor.get(`${href}semicolon`);
    match(file.headers.get("content-disposition") ?? "", new RegExp(`filename="${PCE}\\.csv"`));
    strictEqual(
      file.html,
      "\uFEFFType;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS;Conversion\r\n" +
        "Informative;16/01/2025;17/01/2025;;1325;1;8;;;11,16",
    );
    const commas = await visitor.get(`${YEAR}?filter:type=published&sort=energy:asc&csv=comma`);
    strictEqual(
      commas.html,
      "\uFEFFType,Du,Au,Index de début (m³),Index de fin (m³),Volume (m³),Énergie (kWh),PTA,PCS,Conversion\n" +
        "Publiée,01/02/2025,01/03/2025,951,1051,100,1129,,,11.29\n" +
        "Publiée,01/01/2025,01/02/2025,771,951,180,2032,0.968,11.66,11.29",
    );
    const back = await visitor.post("/home/gas/import", form(commas.html));
    match(
      plain(back.text),
      /2 lignes lues, 0 ajoutée, 0 remplacée, 2 identiques/,
    );
  }));

Deno.test("the navigator ends at the current year, and a later one is a bad period", () =>
  withGas({}, async ({ visitor }) => {
    const bare = await visitor.get(`/home/gas/${PCE}`);
    strictEqual(bare.status, 303);
    const current = bare.headers.get("location") ?? "";
    const year = Number(current.slice(-4));
    strictEqual(current, `/home/gas/${PCE}/monthly/${year}`);
    const now = await visitor.get(current);
    const years = (html: string) =>
      [...html.matchAll(/<a href="[^"]*\/monthly\/(\d{4})" aria-label="([^"]*)"/g)].map((found) =>
        plain(found.slice(1).join(" "))
      );
    deepStrictEqual(years(now.html), [`${year - 1} Année précédente : ${year - 1}`]);
    deepStrictEqual(years((await visitor.get(YEAR)).html), [
      "2024 Année précédente : 2024",
      "2026 Année suivante : 2026",
    ]);
    for (
      const period of [
        `monthly/${year + 1}`,
        "monthly/1999",
        "daily/2025/01",
        "2025",
        "monthly-shifted/2025",
      ]
    ) {
      strictEqual((await visitor.get(`/home/gas/${PCE}/${period}`)).status, 400, period);
    }
    const next = await visitor.get(`/home/gas/${PCE}/monthly/${year + 1}`);
    const why = `L’année ${
      year + 1
    } ne se lit pas : les périodes vont de 2000 à ${year}. Voir ${year}`;
    ok(plain(next.text).includes(why), next.text);
    ok(next.html.includes(`href="/home/gas/${PCE}/monthly/${year}"`));
    strictEqual((await visitor.get("/home/gas/21000000000001/monthly/2025")).status, 404);
  }));

Deno.test("the address may name an organisation: the user's own is shown, another is not found", () =>
  withGas({}, async ({ site, visitor }) => {
    await visitor.post("/home/gas/import", form(FILE));
    await site.store.atomic().set(keys.org("o2"), { name: "Autre bailleur" }).commit();
    const page = await visitor.get(`/home/orgs/${ORG}/gas/${PCE}/monthly/2025`);
    strictEqual(rows(page.html).length, 3);
    ok(page.html.includes(`href="/home/orgs/${ORG}/gas/${PCE}/monthly/2024"`));
    strictEqual((await visitor.get(`/home/orgs/o2/gas/${PCE}/monthly/2025`)).status, 404);
    const bare = await visitor.get(`/home/orgs/${ORG}/gas/${PCE}`);
    match(
      bare.headers.get("location") ?? "",
      new RegExp(`^/home/orgs/${ORG}/gas/${PCE}/monthly/20\\d\\d$`),
    );
  }));

Deno.test("the list shows each delivery point, its boiler room and its last reading, and finds them by words", () =>
  withGas({}, async ({ visitor }) => {
    await visitor.post("/home/gas/import", form(FILE));
    const page = await visitor.get("/home/gas");
    strictEqual(page.title, "Bailleur | Points de livraison de gaz");
    deepStrictEqual(rows(page.html), [
      [PCE, "Chaufferie nord", "Les Lilas", "01/03/2025", "1 051", "Pas encore demandé"],
    ]);
    match(
      (await visitor.get("/home/gas?filter:search=rien")).text,
      /Aucun point de livraison trouvé/,
    );
    const file = await visitor.get("/home/gas?csv=semicolon");
    strictEqual(
      file.html,
      "\uFEFFPCE;Chaufferie;Résidence;Dernier relevé;Index (m³);Consentement GRDF\r\n" +
        `${PCE};Chaufferie nord;Les Lilas;01/03/2025;1051;`,
    );
  }));

Deno.test("readers read and import nothing; without a boiler room the page is not found; an administrator sees declared points", () => {
  const other = "21000000000001";
  return withGas({ roles: ["collect:boilerroom:read"] }, async ({ site, visitor }) => {
    const list = await visitor.get("/home/gas");
    strictEqual(list.status, 200);
    ok(!list.html.includes("/home/gas/import"));
    strictEqual((await visitor.get("/home/gas/import")).status, 403);
    strictEqual((await visitor.post("/home/gas/import", form(FILE))).status, 403);
    await someone(site, { email: "eve@bailleur.fr", roles: ["collect:minimal"] });
    const without = await site.signIn("eve@bailleur.fr");
    for (const path of ["/home/gas", "/home/gas/consents", "/home/gas/import", YEAR]) {
      strictEqual((await without.get(path)).status, 403, path);
    }
    await someone(site, { email: "lea@bailleur.fr", isAdmin: true });
    const admin = await site.signIn("lea@bailleur.fr");
    match(
      (await admin.get("/home/gas")).text,
      /Aucun point de livraison.*configuration d’une chaufferie/,
    );
    const done = await admin.post(
      "/home/gas/import",
      form(`PCE;${FILE.replaceAll("\n", `\n${other};`)}`, { pce: "" }),
    );
    match(done.text, /Import terminé/);
    deepStrictEqual(rows((await admin.get("/home/gas")).html).map(([pce]) => pce), [other]);
  });
});

Deno.test("missing or invalid file is refused on its form, an unusable line is named", () =>
  withGas({}, async ({ visitor }) => {
    const none = await visitor.refused("/home/gas/import", form(null));
    strictEqual(none.message("file"), "Ce champ est obligatoire");
    match(none.html, new RegExp(`<option[^>]* value="${PCE}" selected`));
    strictEqual((await visitor.post("/home/gas/import", form("nom;ville\na;b\n"))).status, 400);
    const wrong = await visitor.post(
      "/home/gas/import",
      form(FILE.replace("01/03/2025", "01/03/2031")),
    );
    match(plain(wrong.text), /2 ajoutées.*Ligne 4 : la fin est dans le futur/);
  }));

Deno.test("consents are shown with those that end within sixty days, and those that GRDF no longer gives", () =>
  withGas({}, async ({ site, visitor }) => {
    const shown = async (consent: GasConsent | null) => {
      const record = { ...NEW_GAS_PCE, consent, askedAt: consent && "2026-02-10T05:17:00.000Z" };
      await site.store.atomic().set(keys.gasPce(ORG, PCE), gasPceRecord.parse(record)).commit();
      await site.platform.versions.bump([{ kind: "org", id: ORG }]);
      const page = await visitor.get("/home/gas/consents");
      strictEqual(page.title, "Bailleur | Consentements GRDF");
      return plain(page.text);
    };
    const active = { state: "active", isUsable: true } as const;
    match(await shown(null), /GRDF n’a pas encore été interrogé/);
    // From 10 February: 18 days of the month, then 12.
    match(
      await shown({ ...active, endDate: "2026-03-12" }),
      /1 consentement se termine dans les 60 jours.*Se termine dans 30 jours/,
    );
    const far = await shown({ ...active, endDate: "2999-04-12" });
    ok(!far.includes("dans les 60 jours"));
    match(far, /Actif 12\/04\/2999 10\/02\/2026 à 06:17/);
    match(
      await shown({ ...active, endDate: "2020-01-31" }),
      /1 point de livraison dont GRDF ne donne plus rien.*Terminé 31\/01\/2020/,
    );
    match(
      await shown({ state: "revoked", isUsable: false, endDate: "2999-01-01" }),
      /1 point de livraison dont GRDF ne donne plus rien.*Révoqué 01\/01\/2999/,
    );
  }));

Deno.test("the balance of a boiler room on gas links to its delivery point's year", () =>
  withSite(async (site) => {
    const visitor = await site.signIn("bailleur@demo.example", "demo-bailleur");
    const page = await visitor.get("/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025");
    const [, href = ""] = /href="(\/home\/gas\/[^"]*)"[^>]*>Relevés de gaz/.exec(page.html) ?? [];
    match(href, /^\/home\/gas\/\d{14}\/monthly\/2025$/);
    match((await visitor.get(href)).text, /Chaufferie principale, Les Tilleuls/);
  }, { demo: true }));
