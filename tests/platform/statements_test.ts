import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import {
  accessibilityStatement,
  legalNotice,
  privacyStatement,
  type StatementPart,
} from "@/lib/platform/statements.ts";
import { aMember } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { filesUnder, ROOT } from "@/tools/files.ts";

const PAGES = ["/accessibility", "/legal-notice", "/privacy"];

/** The text of all parts of a statement. */
function textOf(parts: readonly StatementPart[]): string {
  return parts.flatMap(({ title, paragraphs, list = [] }) => [title, ...paragraphs, ...list])
    .join("\n");
}

const { publisher: SAID, tiles: TILES } = readConfig({
  PUBLISHER: "Office du Lac, 1 quai Sud, 74000 Annecy",
  PUBLISHER_CONTACT: "contact@lac.example",
  DATA_CONTACT: "dpo@lac.example",
  HOSTING: "Hébergeur du Lac, Annecy",
  ACCESSIBILITY: "partial",
  TILE_URL: "https://tuiles.example/{z}/{x}/{y}.png",
  TILE_CREDIT: "© les contributeurs OpenStreetMap",
});

Deno.test("the legal pages are public, and linked from every page", () =>
  withSite(async (site) => {
    await aMember(site);
    const visitor = site.visitor();
    for (const path of PAGES) {
      const page = await visitor.get(path);
      strictEqual(page.status, 200, path);
      match(page.text, /ne l’a pas encore indiqué/);
      ok((await visitor.get("/login")).html.includes(`href="${path}"`), path);
    }
    await visitor.signIn();
    for (const path of PAGES) ok((await visitor.get("/home")).html.includes(`href="${path}"`));
  }));

// @spec platform.statements
Deno.test("legalNotice() names the publisher and the host of the instance, from its settings", () => {
  const text = textOf(legalNotice(SAID, TILES));
  match(
    text,
    /Éditeur\nOffice du Lac, 1 quai Sud, 74000 Annecy\nContact\u00A0: contact@lac.example/,
  );
  match(text, /Hébergement\nHébergeur du Lac, Annecy/);
  match(text, /Fond de carte\u00A0: © les contributeurs OpenStreetMap\./);
});

Deno.test("privacyStatement() has the contact for personal data, else the publisher's", () => {
  match(textOf(privacyStatement(SAID, TILES)), /Contact\u00A0: dpo@lac.example/);
  const without = privacyStatement({ ...SAID, dataContact: null }, TILES);
  match(textOf(without), /Contact\u00A0: contact@lac.example/);
  match(textOf(without), /demandé par votre navigateur à tuiles\.example\./);
  match(textOf(without), /fins 2 ans, les valeurs par jour 3 ans, par mois 7 ans/);
});

// @spec platform.statements
Deno.test("privacyStatement() names every cookie of the program, and how long the log outlives accounts", () => {
  const parts = privacyStatement(SAID, TILES);
  const cookies = textOf(parts.filter(({ title }) => title === "Cookies"));
  const set = filesUnder("lib", ".ts").flatMap((path) => cookieNamesIn(path)).toSorted();
  deepStrictEqual(set, Object.keys(WORDS_OF_COOKIES).toSorted());
  for (const words of Object.values(WORDS_OF_COOKIES)) match(cookies, words);
  match(
    textOf(parts.filter(({ title }) => title === "Combien de temps")),
    /lignes du journal, 5 ans\u00A0: l’adresse email de qui a agi y reste après la suppression du compte.*dans les résidences et sur les documents reste, sans son adresse/,
  );
});

/** The statement's words for each cookie. */
const WORDS_OF_COOKIES: Readonly<Record<string, RegExp>> = {
  session: /session d’un compte/,
  provider: /d’un prestataire/,
  screen: /d’un écran d’information/,
  organisation: /dernière organisation choisie/,
  refresh: /l’arrêt de l’actualisation des pages/,
  said: /dire une seule fois qu’un formulaire est enregistré/,
};

/** Names of the cookies that a source file declares, without their https prefix. */
function cookieNamesIn(path: string): string[] {
  const source = Deno.readTextFileSync(`${ROOT}${path}`);
  return [...source.matchAll(/new HostCookie\("(\w+)"|_COOKIE = "(\w+)"/g)].map((
    [, ofHost, plain],
  ) => ofHost ?? plain ?? "");
}

Deno.test("accessibilityStatement() claims the result of an audit, and nothing without one", () => {
  match(textOf(accessibilityStatement(SAID)), /Eco-Platform est partiellement conforme avec/);
  const none = textOf(accessibilityStatement(readConfig({}).publisher));
  match(none, /est non conforme avec le référentiel .* Aucun audit complet des 106 critères/);
});
