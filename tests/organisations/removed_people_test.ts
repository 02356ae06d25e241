import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const EVE = "eve@bailleur.fr";
const AT = { orgId: ORG, email: EVE };

/** An administrator with a form open, and Eve, a member without any role. */
function withEve(
  test: (opened: { site: Site; visitor: Visitor; ask: CallFunction }) => Promise<void>,
): Promise<void> {
  return withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    await someone(site, { email: EVE });
    await test({ site, visitor, ask });
  });
}

async function isMember(ask: CallFunction): Promise<boolean> {
  return (await answerOf(ask("listOrgUsers", { orgId: ORG }))).some(({ email }) => email === EVE);
}

// @spec organisations.removed
Deno.test("the form of roles of a user removed meanwhile restores nothing: both versions are shown, with the reason", () =>
  withEve(async ({ visitor, ask }) => {
    const path = links.userRoles(PROJECT, EVE);
    const version = (await visitor.get(path)).version();
    ok((await ask("removeOrgUser", AT)).ok);
    const refused = await visitor.post(path, { version, role: "collect" });
    strictEqual(refused.status, 409);
    match(refused.text, /Une autre personne a enregistré une modification entre-temps/);
    match(refused.text, /n’appartient pas, ou plus, à l’organisation/);
    strictEqual(await isMember(ask), false);
    // The ticked roles are shown, and can be sent again.
    match(refused.html, /<input[^>]*id="role-collect"[^>]* checked/);
    const fresh = refused.version();
    strictEqual((await visitor.post(path, { version: fresh, role: "collect" })).status, 303);
    strictEqual(await isMember(ask), true);
  }));

// @spec organisations.removed
Deno.test("the forms of roles of a user added meanwhile are saved without a conflict", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    await anAccount(site, { email: EVE });
    const path = links.userRoles(PROJECT, EVE);
    const version = (await visitor.get(path)).version();
    ok((await ask("addOrgAdmin", { orgId: ORG, body: { email: EVE } })).ok);
    strictEqual((await visitor.post(path, { version, role: "collect" })).status, 303);
  }));

// @spec organisations.removed
Deno.test("team form with a ticked user who was removed meanwhile is not saved, and names the user", () =>
  withEve(async ({ visitor, ask }) => {
    const typed = { name: "Exploitation", user: EVE, role: "collect:read", others: "" };
    const body = { name: "Astreinte", roles: [], users: [], tags: [] };
    const made = await answerOf(ask("createTeam", { orgId: ORG, body }));
    const team = links.team(made.id);
    const version = (await visitor.get(team)).version();
    ok((await ask("removeOrgUser", AT)).ok);
    for (const [path, more] of [[links.newTeam(), {}], [team, { version }]] as const) {
      const refused = await visitor.refused(path, { ...typed, ...more });
      match(refused.message("others") ?? "", /^eve@bailleur\.fr n’est plus dans/);
      strictEqual(refused.value("name"), "Exploitation");
      strictEqual(await isMember(ask), false);
    }
    // Typing the address adds them again.
    const { user: _, ...others } = { ...typed, others: EVE };
    strictEqual((await visitor.post(links.newTeam(), others)).status, 303);
    strictEqual(await isMember(ask), true);
  }));

// @spec organisations.cancelling
Deno.test("an invited user is marked until they sign in; their invitation is cancelled on their page, then sent again", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const typed = { email: EVE, forename: "Eve", surname: "Blanc" };
    const page = links.user(EVE);
    for (let round = 0; round < 2; round++) {
      const invited = await visitor.post(links.invitation(), typed);
      strictEqual(invited.headers.get("location"), page);
      match((await visitor.get(links.users())).text, /Blanc Eve Invitation sans réponse/);
      match((await visitor.get(page)).text, /Invitation sans réponse.*Confirmer l’annulation/);
      const removed = await visitor.post(page, { intent: "remove" });
      strictEqual(removed.headers.get("location"), links.users());
    }
  }));

// @spec organisations.resending
Deno.test("an invitation is sent again from the list as it is shown, and from the page of the user", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    const typed = { email: EVE, forename: "Eve", surname: "Blanc" };
    await visitor.post(links.invitation(), typed);
    match(
      (await visitor.post(links.invitation(), typed)).text,
      /déjà invitée, et n’a pas encore répondu/,
    );
    const list = links.users("filter%3Asearch=eve");
    match((await visitor.get(list)).html, /Renvoyer l’invitation <span[^>]*>à eve@bailleur\.fr</);
    for (const [page, mark] of [[list, "&"], [links.user(EVE), "?"]] as const) {
      const sent = await visitor.post(page, { intent: "resend", email: EVE });
      const next = `${decodeURIComponent(page)}${mark}saved=invitation#invitation`;
      strictEqual(decodeURIComponent(sent.headers.get("location") ?? ""), next);
      match((await visitor.get(sent.headers.get("location") ?? "")).text, /Invitation renvoyée/);
    }
    await anAccount(site, { email: "noe@bailleur.fr" });
    await someone(site, { email: "zoe@bailleur.fr" });
    const late = await visitor.post(links.users(), { intent: "resend", email: "zoe@bailleur.fr" });
    match(late.text, /Cette personne a déjà accepté l’invitation/);
    const left = await visitor.post(links.users(), { intent: "resend", email: "noe@bailleur.fr" });
    match(left.text, /Cet élément n’existe pas ou plus/);
    const member = await visitor.post(links.invitation(), { ...typed, email: "zoe@bailleur.fr" });
    match(member.text, /Cette personne est déjà dans l’organisation\./);
    const stranger = await visitor.post(links.invitation(), { ...typed, email: "noe@bailleur.fr" });
    match(stranger.text, /Un compte existe déjà avec cette adresse\. Donnez-lui un rôle/);
  }));
