import { match, ok, strictEqual } from "node:assert/strict";
import { aBoilerRoom, aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Page, type Visitor, withSite } from "@/tests/helpers/a_site.ts";

async function aReader(site: Parameters<Parameters<typeof withSite>[0]>[0]): Promise<Visitor> {
  await aMember(site, { roles: ["collect:boilerroom:read"] });
  return await site.signIn();
}

Deno.test("missing page explains what to do, with the reference to quote", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    const page = await visitor.get("/nothing-here");
    strictEqual(page.status, 404);
    strictEqual(page.title, "Eco-Platform | Page introuvable");
    match(page.html, /<h1>Page introuvable<\/h1>/);
    match(page.text, /Repartez de la liste/);
    const reference = /Référence\u00A0: (\S+)/.exec(page.text)?.[1];
    strictEqual(reference, page.headers.get("x-request-id"));
  }));

Deno.test("hidden residence is not found, like one that does not exist", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    await someone(site, { email: "autre@bailleur.fr" });
    const stranger = await site.signIn("autre@bailleur.fr");
    const hidden = await stranger.get(`/collect/${PROJECT}`);
    const missing = await stranger.get("/collect/nothing");
    strictEqual(hidden.status, 404);
    strictEqual(hidden.title, missing.title);
    // A user of the organisation keeps the menu, and it is the same for both.
    const menuOf = ({ html }: Page) =>
      html.slice(html.indexOf("<header"), html.indexOf("<main"))
        .replace(/(?<=name="page:[^"]*" value=")[^"]*/, "");
    match(menuOf(await visitor.get("/collect/nothing")), /href="\/home"/);
    strictEqual(menuOf(hidden), menuOf(missing));
    strictEqual((await visitor.get(`/collect/${PROJECT}`)).status, 200);
  }));

Deno.test("page that a user's roles do not open is forbidden, and no link leads to it", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    const writer = await someone(site, {
      email: "chef@bailleur.fr",
      roles: ["collect:boilerroom:write"],
    });
    const boilerRoomId = await aBoilerRoom(writer);
    const room = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}`;
    const page = await visitor.get(`${room}/settings`);
    strictEqual(page.status, 403);
    strictEqual(page.title, "Eco-Platform | Accès refusé");
    match(page.text, /Demandez-les à un administrateur/);
    ok(!(await visitor.get(room)).html.includes("/settings"));
    strictEqual((await visitor.post(`${room}/settings`, { grid: "identity" })).status, 403);
    strictEqual((await visitor.get(`/collect/${PROJECT}/sensors`)).status, 403);
    const equipment = `/collect/${PROJECT}/equipment`;
    ok(!(await visitor.get(`${equipment}?kind=boilerroom`)).html.includes("new-equipment"));
    strictEqual((await visitor.post(equipment, { kind: "boilerroom", name: "C" })).status, 403);
  }));

Deno.test("bad period has a page with the valid periods", () =>
  withSite(async (site) => {
    const visitor = await aReader(site);
    const page = await visitor.get(`/collect/${PROJECT}/outdoor-sources/x?period=monthly-99999`);
    strictEqual(page.status, 400);
    match(page.text, /L’année 99999 ne se lit pas.*de 1970 à 2100/);
  }));

Deno.test("a form sent by another site is refused", () =>
  withSite(async (site) => {
    await aReader(site);
    const response = await site.handler(
      new Request("http://127.0.0.1:8000/logout", {
        method: "POST",
        headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
        body: new URLSearchParams({}),
      }),
    );
    strictEqual(response.status, 403);
  }));

Deno.test("an address with a trailing slash redirects to the page, with its query", () =>
  withSite(async ({ visitor }) => {
    for (const path of ["/login/?back=%2Fhome", "/api/auth/features/", "/legal-notice/"]) {
      const { status, headers } = await visitor().get(path);
      strictEqual(status, 302);
      strictEqual(headers.get("location"), path.replace(/\/(?=$|\?)/, ""));
    }
  }));

Deno.test("write to an address with trailing slashes is redirected without them, with its method and body", () =>
  withSite(async ({ visitor }) => {
    for (const path of ["/write/?db=x", "/api/v2/write/", "/login///", "//evil.example/"]) {
      const { status, headers } = await visitor().post(path, { a: "b" });
      strictEqual(status, 308);
      strictEqual(headers.get("location"), path.replace(/\/+(?=$|\?)/, "").replace(/^\/+/, "/"));
    }
  }));
