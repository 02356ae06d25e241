import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Role } from "@/lib/identity/roles.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aProject, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import {
  type Page,
  type Site,
  type Visitor,
  withSite,
  withVisitor,
} from "@/tests/helpers/a_site.ts";
import { noise } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { readText } from "@/tools/files.ts";

const MESSAGES = links.displayMessages(PROJECT);
const CONTACTS = links.displayContacts(PROJECT);
const SCREENS = links.displayTokens(PROJECT);

interface Choices {
  roles?: Role[];
  display?: boolean;
}

function withDisplay(
  test: (visitor: Visitor, site: Site) => Promise<void>,
  { roles = ["collect:display:write"], display = true }: Choices = {},
): Promise<void> {
  return withVisitor({ roles }, async ({ site, visitor }) => {
    await test(visitor, site);
  }, { residence: { features: { display } } });
}

const TYPED = {
  version: "",
  priority: "2",
  from: "2020-02-10",
  to: "2099-02-12",
  message: "Coupure d’eau",
};

// @spec display.preview
Deno.test("a reader of the messages sees the screen in their own session, nobody else does, and no cookie changes", async () => {
  const preview = links.screenPreview(PROJECT);
  await withDisplay(async (visitor) => {
    await visitor.post(MESSAGES, TYPED);
    const { status, text, headers } = await visitor.get(preview);
    deepStrictEqual([status, headers.get("set-cookie")], [200, null]);
    match(text, /Coupure d’eau/);
  });
  await withDisplay(async (visitor, site) => {
    for (const reader of [visitor, site.visitor()]) {
      strictEqual((await reader.get(preview)).status, 401);
    }
  }, { roles: ["collect:boilerroom:read"] });
});

// @spec display.messages
Deno.test("message of the screen is added, listed by state, changed, deleted, and in the file", () =>
  withDisplay(async (visitor) => {
    match((await visitor.get(MESSAGES)).text, /Aucun message/);
    const added = await visitor.post(MESSAGES, TYPED);
    strictEqual(added.headers.get("location"), `${MESSAGES}?saved=messages#messages`);
    await visitor.post(MESSAGES, { ...TYPED, from: "2030-03-01", to: "", message: "Ramonage" });
    await visitor.post(MESSAGES, {
      ...TYPED,
      from: "2020-01-01",
      to: "2020-01-02",
      message: "Fuite",
    });
    const list = await visitor.get(MESSAGES);
    match(
      list.text,
      /Coupure d’eau 2 10\/02\/2020 12\/02\/2099 En cours .*Ramonage .*À venir .*Fuite .*Passé/,
    );
    const file = await visitor.get(`${MESSAGES}?csv=semicolon`);
    match(file.html, /\r\nRamonage;2;2030-03-01;;À venir\r\n/);
    const id = /messages\?message=([^#"]+)/.exec(list.html)?.[1] ?? "";
    const path = links.displayMessages(PROJECT, `message=${id}`);
    const version = (await visitor.get(path)).version();
    strictEqual((await visitor.post(path, { ...TYPED, version, message: "Reportée" })).status, 303);
    strictEqual((await visitor.post(path, { ...TYPED, version, message: "Annulée" })).status, 409);
    strictEqual((await visitor.post(path, { intent: "remove" })).status, 303);
    ok(!(await visitor.get(MESSAGES)).text.includes("Reportée"));
    strictEqual((await visitor.get(path)).status, 404);
  }));

// @spec forms.conflicts
Deno.test("message deleted during an edit keeps the typed values, to be added again", () =>
  withDisplay(async (visitor) => {
    await visitor.post(MESSAGES, TYPED);
    const { html } = await visitor.get(MESSAGES);
    const [, id = ""] = /messages\?message=([^#"]+)/.exec(html) ?? [];
    const path = links.displayMessages(PROJECT, `message=${id}`);
    const version = (await visitor.get(path)).version();
    await visitor.post(path, { intent: "remove" });
    const late = await visitor.post(path, { ...TYPED, version, message: "Reportée" });
    strictEqual(late.status, 404);
    match(late.text, /supprimé entre-temps.*Ajouter/);
    match(late.html, />Reportée<\/textarea>/);
    match(late.html, new RegExp(`action="${MESSAGES}#screen-message-title"`));
    const opened = await visitor.get(path);
    strictEqual(opened.status, 404);
    match(opened.text, /n’existe plus.*Aucun message.*Nouveau message/);
    await visitor.post(MESSAGES, { ...TYPED, version, message: "Reportée" });
    match((await visitor.get(MESSAGES)).text, /Reportée 2/);
  }));

Deno.test("each wrong field of a message has its error, and the typed values stay", () =>
  withDisplay(async (visitor) => {
    const page = await visitor.refused(MESSAGES, { ...TYPED, priority: "0", to: "2020-02-09" });
    ok(page.message("priority"));
    ok(page.message("to"));
    match(page.html, />Coupure d’eau<\/textarea>/);
    match((await visitor.get(MESSAGES)).text, /Aucun message/);
  }));

Deno.test("a contact of the screen is added, listed by priority, changed and deleted", () =>
  withDisplay(async (visitor) => {
    match((await visitor.get(CONTACTS)).text, /Aucun contact/);
    const typed = { version: "", priority: "2", name: "Astreinte", phone: "03 83", mail: "" };
    strictEqual((await visitor.post(CONTACTS, typed)).status, 303);
    await visitor.post(CONTACTS, { ...typed, priority: "1", name: "Gardien", mail: "g@b.fr" });
    const list = await visitor.get(CONTACTS);
    match(list.text, /Gardien 1 03 83 g@b\.fr Astreinte 2 03 83/);
    const faults = { name: "", phone: "appelez-moi", mail: "personne" };
    const wrong = await visitor.refused(CONTACTS, { ...typed, ...faults });
    strictEqual(
      wrong.message("phone"),
      "Un numéro a au moins 3 chiffres, ou est le 15, le 17 ou le 18",
    );
    ok(wrong.message("mail"));
    strictEqual(wrong.message("name"), "Ce champ est obligatoire");
    const id = /contacts\?contact=([^#"]+)/.exec(list.html)?.[1] ?? "";
    const path = links.displayContacts(PROJECT, `contact=${id}`);
    strictEqual((await visitor.post(path, { intent: "remove" })).status, 303);
    ok(!(await visitor.get(CONTACTS)).text.includes("Gardien"));
  }));

Deno.test("user who reads the screen changes nothing and sees no address; without role or feature the page is not found", async () => {
  await withDisplay(async (visitor) => {
    for (const path of [MESSAGES, CONTACTS]) {
      const page = await visitor.get(path);
      strictEqual(page.status, 200);
      ok(!/<textarea|name="phone"/.test(page.html) && !page.text.includes("Écrans"), path);
      ok(page.html.includes(`href="${MESSAGES}" aria-current="true"`), path);
    }
    strictEqual((await visitor.post(MESSAGES, TYPED)).status, 403);
    strictEqual((await visitor.get(SCREENS)).status, 403);
    strictEqual((await visitor.post(SCREENS, { form: "token", name: "Hall" })).status, 403);
    ok((await visitor.get(links.residence(PROJECT))).html.includes(`href="${MESSAGES}"`));
  }, { roles: ["collect:display:read"] });
  await withDisplay(async (visitor) => {
    for (const path of [MESSAGES, CONTACTS, SCREENS]) {
      strictEqual((await visitor.get(path)).status, 404);
    }
    ok(!(await visitor.get(links.residence(PROJECT))).html.includes(MESSAGES));
  }, { display: false });
  await withDisplay(async (visitor) => {
    strictEqual((await visitor.get(MESSAGES)).status, 403);
  }, { roles: ["collect:boilerroom:read"] });
});

Deno.test("the address of a screen is shown once, opens it, and shows nothing once revoked", () =>
  withDisplay(async (visitor, site) => {
    match((await visitor.get(SCREENS)).text, /Aucun écran/);
    const created = await visitor.post(SCREENS, { form: "token", version: "", name: "Hall A" });
    strictEqual(created.headers.get("cache-control"), "no-store");
    const address = /http:\/\/127\.0\.0\.1:8000(\/display\/p1\?token=[\w.~-]+)/.exec(created.html);
    ok(address?.[1]);
    // Its form leads to the title of the section: what stands above it is out of sight.
    const [action] = /action="[^"]*#(token-title)"/.exec(created.html)?.slice(1) ?? [];
    ok(created.html.indexOf(`id="${action}"`) < address.index);
    const listed = await visitor.get(SCREENS);
    match(listed.text, /Hall A .*Jamais/);
    ok(!listed.html.includes(address[1].slice("/display/p1?token=".length)));
    const tablet = site.visitor();
    const opened = await tablet.get(address[1]);
    strictEqual(opened.headers.get("location"), "/display/p1");
    strictEqual(opened.headers.get("cache-control"), "no-store");
    strictEqual((await tablet.get("/display/p1")).status, 200);
    // Read-only data may be a minute old.
    site.clock.advance(60_000);
    ok(!(await visitor.get(SCREENS)).text.includes("Jamais"));
    const id = listed.value("id") ?? "";
    strictEqual((await visitor.post(SCREENS, { form: "revoke", id })).status, 303);
    strictEqual((await tablet.get("/display/p1")).status, 401);
  }));

const SCREEN = links.informationScreen(PROJECT);
const MESSAGE = { priority: 2, from: "2026-02-10", to: "2026-02-10", message: "Coupure d’eau" };
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

// @spec display.session, display.refresh
Deno.test("each answer prolongs the cookie, whose token no script or other site can read; without a script the page reloads itself, also turned off", () =>
  withHall(async ({ site, shows }) => {
    const { headers, html } = await shows();
    const cookie = headers.get("set-cookie") ?? "";
    match(cookie, /^screen=[\w.~-]{20,}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=34560000$/);
    strictEqual(headers.get("referrer-policy"), "no-referrer");
    ok(!html.includes(cookie.slice("screen=".length, cookie.indexOf(";"))));
    match(html, /<noscript><meta http-equiv="refresh" content="3[0-5]\d"/);
    // Unchanged, it is not sent again.
    const same = await shows();
    strictEqual(same.headers.get("etag"), (await shows()).headers.get("etag"));
    await site.store.atomic().set(keys.projectFeatures(PROJECT), NO_FEATURES).commit();
    await site.platform.versions.bump([{ kind: "project", id: PROJECT }]);
    const off = await shows();
    strictEqual(off.status, 403);
    match(off.text, /L’écran d’information est désactivé/);
    match(off.html, /<meta http-equiv="refresh" content="300"/);
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
Deno.test("the token of a residence opens no other one; a link whose token opens nothing leaves a tablet its screen, one that opens it replaces the token", () =>
  withHall(async ({ site, tablet, revoke, shows }) => {
    await site.store.atomic()
      .set(keys.project("p2"), aProject())
      .set(keys.projectOfOrg(ORG, "p2"), true)
      .set(keys.projectFeatures("p2"), { ...NO_FEATURES, display: true })
      .commit();
    strictEqual((await tablet.get(links.informationScreen("p2"))).status, 401);
    strictEqual((await tablet.get(links.informationScreen("nulle-part"))).status, 401);
    strictEqual((await tablet.get(links.displayMessages(PROJECT))).status, 303);
    // An account opens none.
    strictEqual((await (await site.signIn()).get(SCREEN)).status, 401);
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
