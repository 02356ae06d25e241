import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from "node:assert/strict";
import { addAuditLine, auditRecord } from "@/lib/api/audit.ts";
import { areaLabel, AREAS, auditActionText, CALLS } from "@/lib/app/catalogue.ts";
import { purgeAudit } from "@/lib/app/sweep.ts";
import { auditPageOf, auditSubjectText } from "@/lib/organisations/audit_pages.ts";
import { AUDIT_AREAS, type AuditEntry, type AuditPage } from "@/lib/organisations/schema.ts";
import { recordedRun } from "@/lib/platform/job_records.ts";
import { PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { type PurgeLine, purgeLineKey } from "@/lib/timeseries/store/purge.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount, WAITING } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { fieldValue, type Page, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const EVE = "eve@bailleur.fr";

/** The text of a page, with plain spaces. */
function said({ text }: Page): string {
  return text.replaceAll(/[\u00A0\u202F]/g, " ");
}

/** The form that contains a field. */
function formWith(html: string, id: string): string {
  const start = html.lastIndexOf("<form", html.indexOf(`id="${id}"`));
  return html.slice(start, html.indexOf("</form>", start));
}

/** A form whose boxes of one name may be ticked several times. */
function boxes(fields: Record<string, string | readonly string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}

Deno.test("an administrator is added by e-mail; an unknown address leads to an invitation", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    const path = "/home/admin/admins";
    const wrong = await visitor.post(path, { form: "add", email: "pas-un-email" });
    deepStrictEqual([wrong.status, wrong.message("email")], [
      400,
      "Format email incorrect",
    ]);
    const unknown = await visitor.refused(path, { form: "add", email: EVE });
    match(said(unknown), /Aucun compte n’a l’adresse eve@bailleur\.fr/);
    ok(unknown.html.includes(`href="/home/admin/invite?email=${encodeURIComponent(EVE)}"`));
    strictEqual(fieldValue(formWith(unknown.html, "email"), "email"), EVE);
    await anAccount(site, { email: EVE });
    const added = await visitor.post(path, { form: "add", email: EVE });
    strictEqual(added.headers.get("location"), `${path}?saved=list#list`);
    match(
      said(await visitor.get(`${path}?saved=list`)),
      /Modifications enregistrées.*eve@bailleur\.fr/,
    );
  }));

Deno.test("the last administrator cannot be removed, and sees why", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const refused = await visitor.post("/home/admin/admins", {
      form: "list",
      intent: "remove",
      email: "ada@bailleur.fr",
    });
    strictEqual(refused.status, 409);
    match(said(refused), /C’est le dernier administrateur de l’organisation/);
  }));

// @spec organisations.invitations
Deno.test("the page of an invited person says that a mail was sent only when a server sends it", async () => {
  const carrier = { carry: () => Promise.resolve({ outcome: "sent" as const }) };
  for (const mail of [WAITING, { ...WAITING, carrier }]) {
    await withVisitor({ isAdmin: true }, async ({ visitor }) => {
      const typed = { email: EVE, forename: "Eve", surname: "Blanc" };
      await visitor.post("/home/admin/invite", typed);
      const page = said(await visitor.get(`/home/admin/users/${encodeURIComponent(EVE)}`));
      strictEqual(page.includes("Un mail a été envoyé"), mail !== WAITING);
      strictEqual(page.includes("les mails attendent"), mail === WAITING);
      const link = said(await visitor.get("/providers/login?sent=1"));
      strictEqual(link.includes("un mail vient d’y partir"), mail !== WAITING);
    }, { mail });
  }
});

Deno.test("person is invited, and listed among the users", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const path = "/home/admin/invite";
    const opened = await visitor.get(`${path}?email=${EVE}`);
    strictEqual(opened.value("email"), EVE);
    match(said(opened), /Aucun serveur d’envoi n’est réglé/);
    const empty = await visitor.post(path, { email: "a\nb@c.fr", forename: "", surname: "" });
    deepStrictEqual(
      ["email", "forename", "surname"].map((name) => empty.message(name)),
      ["Format email incorrect", "Ce champ est obligatoire", "Ce champ est obligatoire"],
    );
    const typed = { email: EVE, forename: "Eve", surname: "Blanc" };
    const sent = await visitor.post(path, { ...typed, isAdmin: "on" });
    const page = `/home/admin/users/${encodeURIComponent(EVE)}`;
    strictEqual(sent.headers.get("location"), page);
    match(said(await visitor.get(page)), /Blanc Eve.*Administrateur/);
    const again = await visitor.post(path, typed);
    strictEqual(again.status, 409);
    match(again.message("email") ?? "", /déjà invitée.*renvoyer l’invitation/);
  }));

// @spec roles.of-person
Deno.test("roles are given without JavaScript: implied ones are shown once saved, and only the ticked ones are stored", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    await anAccount(site, { email: EVE });
    const list = `/collect/${PROJECT}/roles`;
    match(said(await visitor.get(list)), /Personne n’a de rôle sur cette résidence/);
    const chosen = await visitor.post(list, { email: EVE });
    const path = `${list}/${encodeURIComponent(EVE)}`;
    strictEqual(chosen.headers.get("location"), path);
    const version = (await visitor.get(path)).version();
    const sent = await visitor.post(
      path,
      boxes({ version, role: ["collect:alarm:write", "collect:alarm:comment:write"] }),
    );
    strictEqual(sent.headers.get("location"), `${path}?saved=roles#roles`);
    const { html, text } = await visitor.get(path);
    const box = /<input[^>]*id="role-collect:alarm:comment:write"[^>]*>/.exec(html)?.[0] ?? "";
    ok(/ checked/.test(box) && / disabled/.test(box), box);
    match(
      text.replaceAll("\u00A0", " "),
      /Inclus dans « Autorisation de suppression des alertes Eco-Platform »/,
    );
    const kept = await answerOf(ask("getProjectUserRoles", { projectId: PROJECT, email: EVE }));
    deepStrictEqual(kept.roles, ["collect:alarm:write"]);
    match(
      said(await visitor.get("/home/admin/audit")),
      /Rôles modifiés eve@bailleur\.fr : \+ Autorisation de suppression/,
    );
  }));

// @spec roles.of-person
Deno.test("role that is no longer offered is a ticked box until it is taken away", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    // The residence has no operation of self-consumption.
    await someone(site, { email: EVE, roles: ["collect:acc:write"] });
    const path = `/collect/${PROJECT}/roles/${encodeURIComponent(EVE)}`;
    const box = /<input[^>]*id="role-collect:acc:write"[^>]*>/;
    const save = async (role: string[]) => {
      const version = (await visitor.get(path)).version();
      strictEqual((await visitor.post(path, boxes({ version, role }))).status, 303);
      const saved = await answerOf(ask("getProjectUserRoles", { projectId: PROJECT, email: EVE }));
      return saved.roles;
    };
    match(box.exec((await visitor.get(path)).html)?.[0] ?? "", / checked/);
    const both = ["collect:acc:write", "collect:alarm:write"];
    deepStrictEqual(await save(both), both);
    deepStrictEqual(await save(["collect:alarm:write"]), ["collect:alarm:write"]);
    strictEqual(box.exec((await visitor.get(path)).html), null);
  }));

Deno.test("team is created, and deleted after a warning", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    await anAccount(site, { email: EVE });
    const empty = await visitor.post("/home/admin/teams/new", { name: " ", others: "x" });
    deepStrictEqual(
      [empty.message("name"), empty.message("others")],
      ["Ce champ est obligatoire", "Format email incorrect"],
    );
    const unknown = await visitor.post("/home/admin/teams/new", {
      name: "Nord",
      others: "nul@bailleur.fr",
    });
    match(unknown.message("others") ?? "", /Aucun compte ne correspond/);
    const fields = { name: "Nord", others: EVE, role: "collect:documents:read" };
    strictEqual((await visitor.post("/home/admin/teams/new", boxes(fields))).status, 303);
    const teams = await ask("listTeams", { orgId: ORG });
    ok(teams.ok);
    const [team] = teams.answer;
    deepStrictEqual([team?.users, team?.roles], [[EVE], ["collect:documents:read"]]);
    const path = `/home/admin/teams/${team?.id}`;
    const page = await visitor.get(path);
    match(said(page), /La personne de cette équipe perd les rôles qu’elle donne sur 1 résidence/);
    strictEqual((await visitor.post(path, { intent: "remove" })).status, 303);
    match(said(await visitor.get("/home/admin/teams")), /Aucune équipe/);
  }));

Deno.test("user is removed from the organisation on their page", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    await someone(site, { email: EVE, roles: ["collect:documents:read"] });
    const path = `/home/admin/users/${encodeURIComponent(EVE)}`;
    match(said(await visitor.get(path)), /Cette personne perd ses rôles sur 1 résidence/);
    const other = await visitor.post(path, { intent: "roles", projectId: PROJECT });
    strictEqual(
      other.headers.get("location"),
      `/collect/${PROJECT}/roles/${encodeURIComponent(EVE)}`,
    );
    for (const projectId of ["x".repeat(3_000), "nowhere", "//elsewhere"]) {
      const forged = await visitor.post(path, { intent: "roles", projectId });
      deepStrictEqual([forged.status, forged.headers.get("location")], [400, null]);
    }
    strictEqual((await visitor.post(path, { intent: "remove" })).status, 303);
    strictEqual((await visitor.get(path)).status, 404);
  }));

Deno.test("an administrator who leaves the organisation is led to their own start page, not to a list that is closed to them", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    await someone(site, { email: EVE, isAdmin: true });
    const path = `/home/admin/users/${encodeURIComponent("ada@bailleur.fr")}`;
    const left = await visitor.post(path, { intent: "remove" });
    deepStrictEqual([left.status, left.headers.get("location")], [303, "/"]);
    const start = await visitor.get("/");
    strictEqual((await visitor.get(start.headers.get("location") ?? "")).status, 200);
  }));

Deno.test("the log is paginated, keeps its filters, and is downloaded whole", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    const at = site.clock.now();
    for (let rank = 0; rank < 60; rank++) {
      const line = { email: EVE, accountId: null, action: "putTeam", projectId: null };
      await site.store.atomic()
        .set(keys.audit(ORG, at - rank, `l${rank}`), { ...line, subject: `Équipe ${rank}` })
        .commit();
    }
    const first = await visitor.get(`/home/admin/audit?email=${EVE}`);
    ok(first.text.includes("Équipe 49") && !first.text.includes("Équipe 50"));
    const older = /href="([^"]+after=[^"]+)"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await visitor.get(older);
    ok(second.text.includes("Équipe 50") && second.text.includes("Équipe 59"));
    ok(!second.html.includes("after=") && second.text.includes("Lignes les plus récentes"));
    const csv = await visitor.get(`/home/admin/audit?email=${EVE}&csv=comma`);
    const lines = csv.html.split("\n");
    deepStrictEqual([lines.length, lines[1]], [
      61,
      "2026-02-10T11:00:00.000Z,10/02/2026 à 12:00,eve@bailleur.fr,Équipe modifiée,Équipe 0,",
    ]);
    match(said(await visitor.get("/home/admin/audit?area=pilot")), /Aucune modification/);
  }));

Deno.test("the log is filtered by an author who has left, and keeps the choice", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    const eve = await someone(site, { email: EVE, isAdmin: true });
    const body = { name: "Équipe", roles: [], users: [], tags: [] };
    ok((await eve("createTeam", { orgId: ORG, body })).ok);
    ok((await eve("removeOrgUser", { orgId: ORG, email: EVE })).ok);
    match((await visitor.get("/home/admin/audit")).html, new RegExp(`<option +value="${EVE}"`));
    const filter = `email=${encodeURIComponent(EVE)}&from=2020-01-01&to=2020-01-31`;
    const none = await visitor.get(`/home/admin/audit?${filter}`);
    match(none.html, new RegExp(`<option[^>]* selected[^>]*>${EVE}<`));
    match(none.text, /Aucune modification/);
  }));

Deno.test("the page of the jobs names in French the failed and the interrupted ones", () =>
  withVisitor({ isAdmin: true }, async ({ site }) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    const { store, clock: { now } } = site;
    const faults = new RunFaults("mails");
    await faults.try("m1", () => Promise.reject(new Error("disk is full")));
    const failing = () => Promise.resolve().then(() => faults.end());
    await rejects(recordedRun({ store, now }, "send outbox", failing));
    const startedAt = now() - 7_200_000;
    const killed = { startedAt, endedAt: null, lastError: null, lastErrorAt: null };
    await store.atomic().set(keys.jobRun("purge series"), killed).commit();
    const jobs = said(await root.get("/platform/jobs"));
    match(jobs, /Envoi des mails En erreur .*échec pour 1 mail \(m1: Error: disk is full\)/);
    match(jobs, /Suppression des relevés trop anciens Interrompu/);
  }));

Deno.test("the platform administrator sees organisations, accounts, jobs, storage and mails", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor: ada }) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    match(said(await root.get("/platform")), /Bailleur 1 1 ada@bailleur\.fr/);
    const org = `/platform/orgs/${ORG}`;
    const version = (await root.get(org)).version();
    const named = await root.post(org, { form: "identity", name: "Habitat du Lac", version });
    strictEqual(named.headers.get("location"), `${org}?saved=identity#identity`);
    match(said(await ada.get("/home")), /Habitat du Lac/);
    for (let tries = 0; tries < 6; tries++) await site.visitor().signIn("ada@bailleur.fr", "faux");
    match(said(await root.get("/platform/accounts")), /ada@bailleur\.fr/);
    const unlocked = await root.post("/platform/accounts", { email: "ada@bailleur.fr" });
    strictEqual(unlocked.status, 303);
    match(said(await root.get("/platform/accounts")), /Aucun compte bloqué/);
    match(said(await root.get("/platform/jobs")), /Envoi des mails Pas encore passé Jamais/);
    match(said(await root.get("/platform/storage")), /Pas de fichier sur cette machine/);
    const sent = await root.post("/platform/mails", { email: "a@b.fr" });
    strictEqual(sent.headers.get("location"), "/platform/mails?saved=test#test");
    match(
      said(await root.get("/platform/mails")),
      /1 mail en attente.*a@b\.fr Message d’essai En attente/,
    );
    match(
      said(await root.get("/platform/mails?saved=test")),
      /Mail d’essai mis en attente d’envoi/,
    );
    const wrong = await root.post("/platform/mails", { email: "a@b.fr\r\nBcc: c@d.fr" });
    strictEqual(wrong.message("email"), "Format email incorrect");
  }));

const ACTIONS = Object.entries(CALLS).flatMap(([name, { audit }]) => audit ? [name] : []);

Deno.test("auditActionText() has French words for every audited call", () => {
  ok(ACTIONS.length > 120);
  for (const action of ACTIONS) {
    ok(/^\p{Lu}[^.]+$/u.test(auditActionText(action)), action);
    ok(!/['"]/.test(auditActionText(action)), action);
  }
  strictEqual(new Set(ACTIONS.map(auditActionText)).size, ACTIONS.length);
  strictEqual(auditActionText("anOldName"), "anOldName");
});

Deno.test("every action belongs to an area of the log's filter", () => {
  const inAreas = AUDIT_AREAS.flatMap((area) => Object.keys(AREAS[area]));
  for (const action of ACTIONS) ok(inAreas.includes(action), action);
  for (const area of AUDIT_AREAS) ok(areaLabel(area) !== area, area);
});

Deno.test("auditSubjectText() writes the labels of the roles given and removed", () => {
  strictEqual(
    auditSubjectText("putProjectUserRoles", "ada@bailleur.fr: +collect:read -pilot"),
    "ada@bailleur.fr\u00A0: +\u00A0Eco-Platform - Lecture seule, −\u00A0Eco-Pilot - Accès complet",
  );
  strictEqual(auditSubjectText("putProjectUserRoles", "ada@bailleur.fr:"), "ada@bailleur.fr");
  strictEqual(auditSubjectText("putTeam", "Nord: +pilot"), "Nord: +pilot");
});

/** Lines of a page. */
const PAGE = 1_000;

/** A log of the given number of pages. */
function aLog(pageCount: number) {
  const asked: (string | undefined)[] = [];
  const read = (after: string | undefined): Promise<AuditPage> => {
    asked.push(after);
    const page = Number(after ?? 0);
    const entries = Array.from({ length: PAGE }, (_, at): AuditEntry => ({
      id: String(page * PAGE + at),
      at: "2026-02-10T11:00:00.000Z",
      email: null,
      action: "putTeam",
      projectId: null,
      subject: "",
    }));
    return Promise.resolve({ entries, next: page + 1 < pageCount ? String(page + 1) : null });
  };
  return { asked, read };
}

// @spec organisations.audit
Deno.test("auditPageOf() gives a file every line of a log, each page read once the previous one is written", async () => {
  // More than the 100,000 lines at which a file was truncated.
  const { asked, read } = aLog(102);
  const { pages } = await auditPageOf(new URL("http://x/audit?csv=comma&after=7"), read);
  deepStrictEqual(asked, [undefined]);
  let [count, last] = [0, ""];
  for await (const entries of pages) {
    count += entries.length;
    last = entries.at(-1)?.id ?? "";
    strictEqual(asked.length, count / PAGE);
  }
  deepStrictEqual([count, last], [102_000, "101999"]);
});

async function aLine(store: Store, { orgId, at }: { orgId: string; at: string }): Promise<void> {
  const line = { caller: null, action: "putTeam", orgId, projectId: null, subject: at } as const;
  await addAuditLine(store.atomic(), line, Date.parse(at)).commit();
}

async function subjects(store: Store, orgId: string): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.audit.under(orgId) }));
  return entries.map(({ value }) => auditRecord.parse(value).subject);
}

// @spec organisations.audit
Deno.test("purgeAudit() deletes lines older than five years, in Paris days, from every log", () =>
  withResidence(async (built) => {
    const { store } = built;
    const now = () => Date.parse("2026-02-10T11:00:00Z");
    const first = "2021-02-09T23:00:00Z";
    const last = "2026-02-10T10:00:00Z";
    const instants = ["1970-01-01T00:00:00Z", "2021-02-09T22:59:59.999Z", first, last];
    for (const orgId of [ORG, PLATFORM_SCOPE]) {
      for (const at of instants) await aLine(store, { orgId, at });
    }
    strictEqual(await purgeAudit({ store, now }), 4);
    deepStrictEqual(await subjects(store, ORG), [first, last]);
    deepStrictEqual(await subjects(store, PLATFORM_SCOPE), [first, last]);
    strictEqual(await purgeAudit({ store, now }), 0);
  }));

Deno.test("durations must be in order; purges are listed, and in a file", () =>
  withVisitor({ isAdmin: true }, async ({ visitor, site }) => {
    const path = "/home/admin/options";
    const page = await visitor.get(path);
    match(page.text, /Rien n’a été supprimé pour son ancienneté/);
    match(
      page.text,
      /Prochaine suppression\s*: le [\d/]{10} à 0\d:43, heure de Paris\. Elle ne retirera rien\s*: aucun relevé d’avant le 01\//,
    );
    const version = page.version("retention");
    const form = { form: "retention", version };
    const years = (infraDailyYears: string, dailyYears: string, monthlyYears: string) => ({
      ...form,
      infraDailyYears,
      dailyYears,
      monthlyYears,
    });
    const wrong = await visitor.refused(path, years("4", "3", "7"));
    strictEqual(wrong.message("dailyYears"), "4 minimum");
    const saved = await visitor.post(path, years("1", "3", "10"));
    strictEqual(saved.headers.get("location"), `${path}?saved=retention#retention`);
    strictEqual((await visitor.get(path)).value("monthlyYears"), "10");
    const line: PurgeLine = {
      what: "points",
      date: "2024-02-01",
      atMs: Date.UTC(2026, 1, 21, 2),
      seriesId: null,
      seriesCount: 2,
      valueCount: 1_204,
      difference: null,
    };
    await site.store.atomic().set(purgeLineKey(PROJECT, line), line).commit();
    match(
      (await visitor.get(path)).text,
      /21\/02\/2026 à 03:00 .* Relevés supprimés Avant le 01\/02\/2024 2\u00A0séries 1\u202F204/,
    );
    match(
      (await visitor.get(`${path}?csv=comma`)).html,
      /,Relevés supprimés,Avant le 01\/02\/2024,/,
    );
  }));

// @spec organisations.documents-everywhere
Deno.test("an administrator who turns document management on is led to where its roles are given, and offered it on every residence; a second one joins the team that has it", () =>
  withVisitor({ isAdmin: true }, async ({ site, ask, visitor }) => {
    const path = links.organisationOptions();
    const offer = /Me donner ce rôle partout/;
    const toTeams = new RegExp(`<main[^]*href="${links.teams()}"[^]*</main>`);
    const before = await visitor.get(path);
    doesNotMatch(before.text, offer);
    doesNotMatch(before.html, toTeams);
    const typed = { form: "documents", version: before.version("documents") };
    strictEqual((await visitor.post(path, { ...typed, documentManagement: "on" })).status, 303);
    const managed = await visitor.get(path);
    match(managed.text, offer);
    match(managed.html, toTeams);
    doesNotMatch((await visitor.get("/home")).html, /href="\/home\/documents/);
    strictEqual((await visitor.post(path, { form: "everywhere" })).status, 303);
    doesNotMatch((await visitor.get(path)).text, offer);
    match((await visitor.get("/home")).html, /href="\/home\/documents/);
    const email = "eve@bailleur.fr";
    await someone(site, { email, isAdmin: true });
    const other = await site.signIn(email);
    strictEqual((await other.post(path, { form: "everywhere" })).status, 303);
    const teams = await answerOf(ask("listTeams", { orgId: ORG }));
    deepStrictEqual(teams.map(({ users, roles, tags }) => [users.length, roles, tags]), [
      [2, ["collect:documents:write"], []],
    ]);
  }));
