import { match, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aProject, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Page, type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { noise } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { readText } from "@/tools/files.ts";

const SCREEN = links.informationScreen(PROJECT);
const MESSAGE = { priority: 2, from: "2026-02-10", to: "2026-02-10", message: "Coupure d’eau" };
const HOUR_MS = 3_600_000;

interface Hall {
  site: Site;
  tablet: Visitor;
  /** Revokes the tablet's token. */
  revoke(): Promise<void>;
  shows(): Promise<Page>;
}

function withHall(
  test: (hall: Hall) => Promise<void>,
  messages: Readonly<Record<string, object>> = { m1: MESSAGE },
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { features: { display: true } });
    for (const [id, message] of Object.entries(messages)) {
      await site.store.atomic().set(keys.displayMessage(PROJECT, id), message).commit();
    }
    const ask = await someone(site, { roles: ["collect:display:write"] });
    const { id: tokenId, token } = await answerOf(
      ask("createDisplayToken", { projectId: PROJECT, body: { name: "Hall" } }),
    );
    const tablet = site.visitor();
    strictEqual((await tablet.get(links.informationScreen(PROJECT, token))).status, 303);
    const shows = () => tablet.get(SCREEN);
    const revoke = async () => {
      ok((await ask("revokeDisplayToken", { projectId: PROJECT, tokenId })).ok);
    };
    await test({ site, tablet, revoke, shows });
  });
}

// @spec display.screen
Deno.test("the screen shows the residence, the day, its messages by priority and its contacts", () =>
  withHall(async ({ site, shows }) => {
    const contact = { priority: 1, name: "Gardien", phone: "03 83 00 00 00", mail: "g@b.fr" };
    await site.store.atomic().set(keys.displayContact(PROJECT, "c1"), contact).commit();
    const page = await shows();
    strictEqual(page.status, 200);
    match(
      page.text,
      /Les Lilas mardi 10 février 2026 Messages Urgent Coupure d’eau Jusqu’au mardi 10 février 2026 Contacts Gardien 03 83 00 00 00 g@b\.fr/,
    );
  }, { m1: MESSAGE, m2: { ...MESSAGE, priority: 1, to: null, message: "Urgent" } }));

Deno.test("message disappears at midnight, and the screen says that there is none", () =>
  withHall(async ({ site, shows }) => {
    match((await shows()).text, /Coupure d’eau/);
    // It is noon in Paris; the previous answer may be cached for a minute.
    site.clock.advance(12 * HOUR_MS + 60_000);
    const { text } = await shows();
    match(text, /mercredi 11 février 2026 Messages Aucun message aujourd’hui\./);
    ok(!text.includes("Coupure"));
  }));

// @spec display.session
Deno.test("each answer prolongs the cookie, from which no script or other site can read the token", () =>
  withHall(async ({ shows }) => {
    const { headers, html } = await shows();
    const cookie = headers.get("set-cookie") ?? "";
    match(cookie, /^screen=[\w.~-]{20,}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=34560000$/);
    strictEqual(headers.get("referrer-policy"), "no-referrer");
    ok(!html.includes(cookie.slice("screen=".length, cookie.indexOf(";"))));
  }));

Deno.test("revoked, wrong or missing token shows a page with the person to contact", () =>
  withHall(async ({ site, revoke, shows }) => {
    await revoke();
    const revoked = await shows();
    strictEqual(revoked.status, 401);
    match(revoked.text, /Cet écran n’est pas autorisé .*Demandez une nouvelle adresse/);
    ok(!revoked.text.includes("Les Lilas"));
    const wrong = site.visitor();
    for (const token of [undefined, "x".repeat(43), "a b", "%00"]) {
      await wrong.get(links.informationScreen(PROJECT, token));
      strictEqual((await wrong.get(SCREEN)).status, 401);
    }
  }));

// @spec display.session
Deno.test("a link whose token opens nothing leaves a tablet its screen; one that opens it replaces the token", () =>
  withHall(async ({ site, tablet, revoke, shows }) => {
    await site.store.atomic()
      .set(keys.project("p2"), aProject()).set(keys.projectOfOrg(ORG, "p2"), true).commit();
    const ask = await someone(site, {
      isAdmin: true,
      roles: ["collect:display:write"],
      email: "eve@b.fr",
    });
    const { token: ingestToken } = await answerOf(
      ask("createIngestToken", { projectId: "p2", body: { name: "Passerelle" } }),
    );
    for (const token of ["x".repeat(43), "abc", ingestToken]) {
      strictEqual((await tablet.get(links.informationScreen(PROJECT, token))).status, 303);
      match((await shows()).text, /Coupure d’eau/);
    }
    const other = await answerOf(
      ask("createDisplayToken", { projectId: PROJECT, body: { name: "Entrée" } }),
    );
    await tablet.get(links.informationScreen(PROJECT, other.token));
    await revoke();
    strictEqual((await shows()).status, 200);
  }));

Deno.test("the token of a residence opens no other one, and an account opens none", () =>
  withHall(async ({ site, tablet }) => {
    await site.store.atomic()
      .set(keys.project("p2"), aProject())
      .set(keys.projectOfOrg(ORG, "p2"), true)
      .set(keys.projectFeatures("p2"), { ...NO_FEATURES, display: true })
      .commit();
    strictEqual((await tablet.get(links.informationScreen("p2"))).status, 401);
    strictEqual((await tablet.get(links.informationScreen("nulle-part"))).status, 401);
    const visitor = await site.signIn();
    strictEqual((await visitor.get(SCREEN)).status, 401);
    strictEqual((await tablet.get(links.displayMessages(PROJECT))).status, 303);
  }));

Deno.test("where the screen was turned off, its page says so and refreshes", () =>
  withHall(async ({ site, shows }) => {
    await site.store.atomic().set(keys.projectFeatures(PROJECT), NO_FEATURES).commit();
    await site.platform.versions.bump([{ kind: "project", id: PROJECT }]);
    const off = await shows();
    strictEqual(off.status, 403);
    match(off.text, /L’écran d’information est désactivé/);
    match(off.html, /<meta http-equiv="refresh" content="300"/);
  }));

// @spec display.refresh
Deno.test("without a script the page reloads itself; unchanged, it is not sent again", () =>
  withHall(async ({ shows }) => {
    const { html } = await shows();
    match(html, /<noscript><meta http-equiv="refresh" content="3[0-5]\d"/);
    const same = await shows();
    strictEqual(same.headers.get("etag"), (await shows()).headers.get("etag"));
  }));

Deno.test("the page, its style and its script weigh 8 KB at most together, gzip", () =>
  withHall(
    async ({ shows }) => {
      const { html } = await shows();
      const parts = [html, readText("static/screen.css"), readText("static/screen.js")];
      const weight = parts.reduce((total, part) => total + gzipSync(part).length, 0);
      ok(weight <= 8_192, `${weight} bytes`);
    },
    Object.fromEntries(
      Array.from({ length: 20 }, (_, rank) => [`m${rank}`, {
        ...MESSAGE,
        message: `Message ${rank} ${noise(16, rank).toHex()} sur le ramonage, l’eau et les clés. `
          .repeat(2),
      }]),
    ),
  ));
