import { match, ok, strictEqual } from "node:assert/strict";
import type { Role } from "../../../lib/domain/roles/roles.ts";
import { PROJECT, someone, writeResidence } from "../../backend/a_residence.ts";
import { fieldMessage, type Visitor, withSite } from "./a_site.ts";

const LEVELS = {
  residence: `/collect/${PROJECT}/alarms/reports`,
  organisation: "/home/admin/alarm-reports",
  own: "/home/alarms/reports",
} as const;

const REPORT = {
  name: "Astreinte",
  emails: "nuit@oph.fr, jour@oph.fr",
  notifyStart: "on",
  every: "2",
  unit: "h",
  handler: "collect-online",
};

function withVisitor(
  belonging: { isAdmin?: boolean; roles?: Role[] },
  test: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    await someone(site, belonging);
    const visitor = site.visitor();
    await visitor.signIn();
    await test(visitor);
  });
}

function valueOf(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}

for (const [level, path] of Object.entries(LEVELS)) {
  Deno.test(`a report of the level ${level} is made, changed and deleted by forms`, () =>
    withVisitor({ isAdmin: true, roles: ["collect"] }, async (visitor) => {
      match((await visitor.get(path)).text, /Aucun rapport d’alerte/);
      const made = await visitor.post(`${path}/new`, REPORT);
      strictEqual(made.status, 303);
      strictEqual(made.headers.get("location"), path);
      const list = await visitor.get(path);
      match(list.text, /Astreinte 2.adresses au début, toutes les 2.h Réception des capteurs/);
      const one = new RegExp(`href="(${path}/[^"]+)">Astreinte`).exec(list.html)?.[1] ?? "";
      const page = await visitor.get(one);
      match(page.html, />nuit@oph\.fr\njour@oph\.fr<\/textarea>/);
      const version = valueOf(page.html, "version");
      const changed = await visitor.post(one, { ...REPORT, name: "Nuit", version });
      strictEqual(changed.status, 303);
      const late = await visitor.post(one, { ...REPORT, name: "Jour", version });
      strictEqual(late.status, 409);
      match(late.text, /Jour.*Nuit/);
      strictEqual((await visitor.post(one, { intent: "remove" })).status, 303);
      strictEqual((await visitor.get(one)).status, 404);
    }));
}

Deno.test("what is wrong in a report is said beside its field, and what was typed stays", () =>
  withVisitor({ isAdmin: true }, async (visitor) => {
    const wrong = {
      ...REPORT,
      name: "",
      emails: "nuit@oph.fr pas-une-adresse",
      every: "deux",
      handler: "",
    };
    const page = await visitor.post(`${LEVELS.own}/new`, wrong);
    strictEqual(page.status, 400);
    strictEqual(fieldMessage(page.html, "name"), "Ce champ est obligatoire");
    strictEqual(fieldMessage(page.html, "emails"), "Format email incorrect");
    strictEqual(fieldMessage(page.html, "every"), "Doit être un nombre entier");
    strictEqual(fieldMessage(page.html, "handlers"), "Ce champ est obligatoire");
    match(page.html, />nuit@oph\.fr pas-une-adresse<\/textarea>/);
    match(page.html, /value="deux"/);
  }));

Deno.test("each level is opened by whom it is for", () =>
  withVisitor({ roles: ["collect:alarm:report:write"] }, async (visitor) => {
    strictEqual((await visitor.get(LEVELS.residence)).status, 200);
    strictEqual((await visitor.get(LEVELS.own)).status, 200);
    strictEqual((await visitor.get(LEVELS.organisation)).status, 403);
    strictEqual((await visitor.post(`${LEVELS.organisation}/new`, REPORT)).status, 403);
  }));

Deno.test("whoever may not manage a residence's reports does not see them", () =>
  withVisitor({ roles: ["collect:boilerroom:read"] }, async (visitor) => {
    strictEqual((await visitor.get(LEVELS.residence)).status, 403);
    strictEqual((await visitor.get("/home/reports")).status, 200);
    ok((await visitor.get("/home/reports")).text.includes("Aucun rapport demandé"));
  }));
