import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aProject, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const LEVELS = {
  residence: `/collect/${PROJECT}/alarms/reports`,
  organisation: "/home/admin/alarm-reports",
  own: "/home/alarms/reports",
} as const;

const REPORT = {
  name: "Astreinte",
  emails: "nuit@oph.fr, jour@oph.fr",
  notifyStart: "on",
  everyCount: "2",
  everyUnit: "h",
  handler: "collect-online",
  projects: PROJECT,
};

Deno.test("a report of each level is created, changed and deleted by forms", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor }) => {
    for (const [level, path] of Object.entries(LEVELS)) {
      match((await visitor.get(path)).text, /Aucun rapport d’alerte/);
      const made = await visitor.post(`${path}/new`, REPORT);
      strictEqual(made.status, 303);
      strictEqual(made.headers.get("location"), path);
      const again = await visitor.post(`${path}/new`, { ...REPORT, name: "ASTREINTE" });
      strictEqual(again.status, 409);
      strictEqual(again.message("name"), "Doit être unique");
      const list = await visitor.get(path);
      const reach = level === "residence" ? "" : "1\u00A0résidence ";
      const line = `Astreinte Réception des capteurs ${reach}2\u00A0adresses ` +
        "Au début, toutes les 2\u00A0heures";
      ok(list.text.includes(line), list.text);
      const one = new RegExp(`href="(${path}/[^"]+)">Astreinte`).exec(list.html)?.[1] ?? "";
      const page = await visitor.get(one);
      match(page.html, />nuit@oph\.fr\njour@oph\.fr<\/textarea>/);
      const version = page.version();
      const changed = await visitor.post(one, { ...REPORT, name: "Nuit", version });
      strictEqual(changed.status, 303);
      strictEqual((await visitor.post(one, { intent: "remove" })).status, 303);
      strictEqual((await visitor.get(one)).status, 404);
    }
  }));

Deno.test("errors in a report are shown beside their fields, and the typed values stay", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const wrong = {
      ...REPORT,
      name: "",
      emails: "nuit@oph.fr pas-une-adresse",
      everyCount: "deux",
      handler: "",
      projects: "0",
    };
    const page = await visitor.refused(`${LEVELS.own}/new`, wrong);
    strictEqual(page.message("name"), "Ce champ est obligatoire");
    strictEqual(
      page.message("emails"),
      "Format email incorrect\u00A0: «\u00A0pas-une-adresse\u00A0»",
    );
    strictEqual(page.message("everyCount"), "Doit être un nombre");
    strictEqual(page.value("everyCount"), "deux");
    strictEqual(page.message("selections"), "Ce champ est obligatoire");
    strictEqual(page.message("projects"), "Choisissez des résidences, ou toutes");
    match(page.html, />nuit@oph\.fr pas-une-adresse<\/textarea>/);
  }));

Deno.test("user who belongs to no organisation has no reports of their own", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "seule@ailleurs.fr" });
    const visitor = site.visitor();
    await visitor.signIn("seule@ailleurs.fr");
    strictEqual((await visitor.get(LEVELS.own)).status, 404);
    strictEqual((await visitor.get("/home/alarms")).status, 403);
  }));

// @spec alarms.webhooks
Deno.test("the page of a residence's report shows when a post or a mail failed, in the residence's time zone", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor, ask, site }) => {
    const { store, platform } = site;
    const url = "https://exemple.fr/alertes";
    const hook = { webhookUrl: url, webhookSecret: "Rhododendron-4711" };
    const made = await visitor.post(`${LEVELS.residence}/new`, { ...REPORT, ...hook });
    strictEqual(made.status, 303);
    const [{ id } = { id: "" }] = await answerOf(ask("listAlarmReports", { projectId: PROJECT }));
    const failure = { at: "2026-02-10T09:00:00Z", answer: "503", isGivenUp: false, url };
    await store.atomic()
      .set(keys.webhookFailure(PROJECT, id), { ...failure, attempts: 1, untilMs: 0 })
      .set(keys.project(PROJECT), aProject({ timeZone: "Indian/Reunion" })).commit();
    await platform.versions.bump([{ kind: "project", id: PROJECT }]);
    const { text } = await visitor.get(`${LEVELS.residence}/${id}`);
    match(text, /Dernier envoi au webhook sans succès, le 10\/02\/2026 à 13:00 \(503\)/);
  }));

// @spec alarms.choices
Deno.test("a report about one boiler room keeps it after its deletion, until its box is unticked", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor, ask }) => {
    const [north] = [await aBoilerRoom(ask, "Nord"), await aBoilerRoom(ask, "Sud")];
    const filter = "boilerroom-circuit.boilerRoom";
    const fields = { ...REPORT, handler: "boilerroom-circuit", [filter]: north };
    strictEqual((await visitor.post(`${LEVELS.residence}/new`, fields)).status, 303);
    const at = { projectId: PROJECT, equipmentId: north };
    strictEqual((await ask("deleteEquipment", at)).ok, true);
    const list = await visitor.get(LEVELS.residence);
    const one = new RegExp(`href="(${LEVELS.residence}/[^"]+)">Astreinte`).exec(list.html)?.[1] ??
      "";
    const page = await visitor.get(one);
    match(page.text, /Chaufferies\u00A0: 1 sur 2 Sud Lieu supprimé/);
    const box = new RegExp(`<input[^>]*name="${filter}"[^>]*value="${north}"[^>]*>`).exec(
      page.html,
    );
    match(box?.[0] ?? "", / checked/);
    const version = page.version();
    strictEqual((await visitor.post(one, { ...fields, name: "Nuit", version })).status, 303);
    const selections = async () => {
      const read = await answerOf(ask("listAlarmReports", { projectId: PROJECT }));
      return read.map(({ name, selections }) => [name, selections]);
    };
    const circuits = { handler: "boilerroom-circuit" };
    deepStrictEqual(await selections(), [["Nuit", [{
      ...circuits,
      filters: { boilerRoom: [north] },
    }]]]);
    const { [filter]: _, ...unticked } = fields;
    const now = (await visitor.get(one)).version();
    strictEqual((await visitor.post(one, { ...unticked, version: now })).status, 303);
    deepStrictEqual(await selections(), [["Astreinte", [{ ...circuits, filters: {} }]]]);
  }));

Deno.test("without script, the buttons of the list of alerts change it and keep the typed values, without a secret", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor }) => {
    const path = `${LEVELS.residence}/new`;
    const press = (intent: string, fields: Record<string, string>) =>
      visitor.post(path, { ...REPORT, handler: "", everyCount: "", intent, ...fields });
    const nothing = await press("add-selection", { picked: "0" });
    strictEqual(nothing.status, 200);
    match(nothing.text, /Aucune alerte choisie/);
    const added = await press("add-selection", { picked: "accessory-status" });
    strictEqual(added.status, 200);
    match(added.html, /name="handler" value="accessory-status"/);
    match(added.html, />nuit@oph\.fr, jour@oph\.fr<\/textarea>/);
    const both = await press("add-selection", {
      handler: "accessory-status",
      picked: "collect-online",
    });
    match(both.text, /État des accessoires .* OU Réception des capteurs/);
    const removed = await press("remove-selection:accessory-status", {
      handler: "accessory-status",
    });
    match(removed.text, /Aucune alerte choisie/);
    const secret = "Rhododendron-47";
    const shown = await press("add-selection", { picked: "0", webhookSecret: secret });
    ok(!shown.html.includes(secret));
    match(shown.text, /À saisir de nouveau\u00A0: un mot de passe n’est pas gardé/);
  }));

// @spec forms.alarms
Deno.test("without script, an alert chosen and not added yet stays chosen when the form is shown again", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor }) => {
    const path = `${LEVELS.residence}/new`;
    const picked = "accessory-status";
    const none = await visitor.post(path, { ...REPORT, handler: "", picked });
    strictEqual(none.message("selections"), "Ce champ est obligatoire");
    const wrong = await visitor.post(path, { ...REPORT, emails: "", picked });
    const other = await visitor.post(path, {
      ...REPORT,
      intent: "remove-selection:collect-online",
      picked,
    });
    for (const page of [none, wrong, other]) strictEqual(page.value("picked"), picked);
    const added = await visitor.post(path, {
      ...REPORT,
      handler: "",
      intent: "add-selection",
      picked,
    });
    strictEqual(added.value("picked"), "");
    match(added.html, new RegExp(`name="handler" value="${picked}"`));
    const hostile = await visitor.post(path, { ...REPORT, emails: "", picked: "&handler=x" });
    strictEqual(hostile.value("picked"), "");
  }));

Deno.test("the list of reports is also a file, with every address", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor }) => {
    await visitor.post(`${LEVELS.own}/new`, { ...REPORT, allProjects: "on", projects: "" });
    const page = await visitor.get(LEVELS.own);
    match(page.html, /href="\/home\/alarms\/reports\?csv=semicolon"/);
    const file = await visitor.get(`${LEVELS.own}?csv=comma`);
    strictEqual(
      file.html,
      "\uFEFFRapport,Alertes,Résidences,Destinataires,Envoi\n" +
        'Astreinte,Réception des capteurs,Toutes,nuit@oph.fr jour@oph.fr,"Au début, toutes les 2\u00A0heures"',
    );
  }));

// @spec alarms.report-preview
Deno.test("the page of a report previews its mails of the last 30 days, in the time zone of its level", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ site, visitor }) => {
    const project = aProject({ timeZone: "Indian/Reunion" });
    await site.store.atomic().set(keys.project(PROJECT), project).commit();
    const clocks = new Set<string>();
    const instant = (daysAgo: number) =>
      new Date(site.clock.now() - daysAgo * 24 * 3_600_000).toISOString();
    // Half a day too early.
    await storeAlarm(site.store, { start: instant(40), end: instant(30.5) });
    await storeAlarm(site.store, {
      subjectKey: "collect-online/s2",
      start: instant(3),
      end: instant(1),
    });
    for (const [level, path] of Object.entries(LEVELS)) {
      await visitor.post(`${path}/new`, { ...REPORT, everyCount: "1", everyUnit: "d" });
      const list = await visitor.get(path);
      const one = new RegExp(`href="(${path}/[^"]+)">Astreinte`).exec(list.html)?.[1] ?? "";
      const { text } = await visitor.get(one);
      // It started three days ago, lasted two, and its end is not selected.
      match(text, /Aperçu.*2\u00A0mails/);
      match(text, /1\u00A0alerte toujours ouverte.*1\u00A0nouvelle alerte/);
      const [, hour = ""] = /Aperçu.*?à (\d\d):/.exec(text) ?? [];
      clocks.add(`${level === "residence" ? "residence" : "organisation"} ${hour}`);
    }
    const hourOf = (level: string) =>
      Number([...clocks].find((one) => one.startsWith(level))?.slice(-2));
    // La Réunion is three hours ahead of Paris in winter.
    deepStrictEqual([clocks.size, (hourOf("residence") - hourOf("organisation") + 24) % 24], [
      2,
      3,
    ]);
  }));
