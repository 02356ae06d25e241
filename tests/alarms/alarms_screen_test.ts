import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aMember,
  aProject,
  aSeries,
  ORG,
  PROJECT,
  someone,
  storedSeries,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import {
  type Site,
  type VisitedSite,
  type Visitor,
  withSite,
  withVisitor,
} from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const OF_ORG = "/home/alarms";
const OF_RESIDENCE = `/collect/${PROJECT}/alarms`;

function withReader(roles: readonly Role[], test: (opened: VisitedSite) => Promise<void>) {
  return withVisitor({ roles, isAdmin: true }, test);
}

function pathOf(alarmId: string): string {
  return `${OF_RESIDENCE}/${encodeURIComponent(alarmId)}`;
}

// @spec alarms.pages
Deno.test("the list of an organisation shows times in each residence's time zone, as the residence's list does", () =>
  withReader(["collect"], async ({ visitor, site: { store, platform } }) => {
    const hour = { from: "2026-02-10T09:00:00Z", to: "2026-02-10T13:00:00Z" };
    const works = { equipmentId: null, houseId: null, handler: null, reason: "", accountId: "" };
    await store.atomic()
      .set(keys.project(PROJECT), aProject({ timeZone: "Indian/Reunion" }))
      .set(keys.alarmMute(PROJECT, "m1"), { ...works, ...hour })
      .commit();
    await platform.versions.bump([{ kind: "project", id: PROJECT }, { kind: "org", id: ORG }]);
    await storeAlarm(store, { message: "Concentrateur muet", start: "2026-01-15T09:30:00.000Z" });
    for (const path of [OF_ORG, OF_RESIDENCE]) {
      // 9:30 UTC is 13:30 in La Réunion.
      const { text } = await visitor.get(path);
      match(text, /15\/01\/2026 à 13:30/, path);
      match(text, /Travaux jusqu’au 10\/02\/2026 à 17:00/, path);
      match((await visitor.get(`${path}?csv=semicolon`)).html, /15\/01\/2026 à 13:30;/, path);
    }
  }));

// @spec alarms.pages
Deno.test("the lists of an organisation and of a residence show the open alarms, their filters and their file", () =>
  withReader(["collect"], async ({ visitor, site: { store }, ask }) => {
    const boilerRoomId = await aBoilerRoom(ask, "Chaufferie Nord");
    await storeAlarm(store, { message: "Concentrateur muet" });
    await storeAlarm(store, {
      subjectKey: "boilerroom-circuit/r1/out",
      scope: "boilerroom",
      handler: "boilerroom-circuit",
      boilerRoomId,
      equipmentId: boilerRoomId,
      message: "Circuit Nord\u00A0: départ à 82,4\u00A0°C, au-dessus de 80\u00A0°C",
      start: "2026-01-15T09:30:00.000Z",
    });
    const org = await visitor.get(OF_ORG);
    match(org.text, /Circuit Nord\u00A0: départ à 82,4\u00A0°C.*Les Lilas.*15\/01\/2026 à 10:30/);
    const list = await visitor.get(OF_RESIDENCE);
    match(list.text, /Circuit Nord.*Chaufferie Nord Circuits de chaufferie.*Concentrateur muet/);
    const filtered = await visitor.get(`${OF_RESIDENCE}?filter:handler=collect-online`);
    match(filtered.text, /1.alerte sur 2/);
    doesNotMatch(filtered.text, /Circuit Nord/);
    const file = await visitor.get(`${OF_ORG}?csv=semicolon`);
    match(
      file.html,
      /Circuit Nord\u00A0: départ.*;Les Lilas;Chaufferie Nord;Circuits de chaufferie;15\/01\/2026 à 10:30;/,
    );
    strictEqual(org.headers.get("cache-control")?.includes("no-store"), true);
  }));

// @spec alarms.children
Deno.test("the alarms of a silent gateway are nested under it, and the menu counts it once", () =>
  withReader(["collect"], async ({ visitor, site: { store } }) => {
    const parentId = await storeAlarm(store, { message: "Concentrateur muet", childCount: 3 });
    for (const house of ["12", "13", "14"]) {
      const message = `Logement ${house} muet`;
      await storeAlarm(store, { subjectKey: `collect-online/s${house}`, message, parentId });
    }
    const { html, text } = await visitor.get(OF_RESIDENCE);
    match(html, /<details class="alarm-children"><summary>3.alertes en dépendent<\/summary>/);
    match(text, /1.alerte /);
    match(html, /href="[^"]*\/alarms"[^>]*>.*?Alertes <span class="side-count">1<\/span>/);
    match(
      (await visitor.get("/home")).html,
      /href="[^"]*\/alarms"[^>]*>.*?Alertes <span class="side-count">1<\/span>/,
    );
    const file = await visitor.get(`${OF_RESIDENCE}?csv=semicolon`);
    match(file.html, /Logement 13 muet;Les Lilas;.*;Concentrateur muet;0/);
    const parent = await visitor.get(pathOf(parentId));
    match(parent.text, /3.alertes en dépendent .*Logement 14 muet.*Logement 12 muet/);
  }));

// @spec alarms.pages
Deno.test("closed alarms are listed by the year of their start", () =>
  withReader(["collect"], async ({ visitor, site: { store } }) => {
    const end = "2025-06-01T10:05:00.000Z";
    const start = "2025-06-01T08:00:00.000Z";
    await storeAlarm(store, { message: "Porte ouverte", start, end });
    for (const list of [OF_ORG, OF_RESIDENCE]) {
      match((await visitor.get(`${list}/closed/2026`)).text, /Aucune alerte close cette année/);
      const { text } = await visitor.get(`${list}/closed/2025`);
      match(text, /Porte ouverte .*01\/06\/2025 à 10:00 01\/06\/2025 à 12:05 2.h.05/);
      match((await visitor.get(list)).text, /Aucune alerte ouverte/);
      for (const year of ["2027", "1969", "abcd"]) {
        strictEqual((await visitor.get(`${list}/closed/${year}`)).status, 404, year);
      }
    }
  }));

// @spec alarms.pages
Deno.test("an alarm is read, commented and archived, and its page links to the next one", () =>
  withReader(["collect:alarm:write"], async ({ visitor, site: { store } }) => {
    const first = await storeAlarm(store, { message: "Concentrateur muet" });
    const later = { subjectKey: "collect-online/s2", start: "2026-01-15T09:00:00.000Z" };
    const second = await storeAlarm(store, { ...later, message: "Passerelle muette" });
    const path = pathOf(second);
    const { text, html, title } = await visitor.get(path);
    strictEqual(title, "Les Lilas | Alerte");
    match(text, /État Ouverte Type Réception des capteurs Période Depuis le 15\/01\/2026 à 10:00/);
    match(text, /Aucun commentaire/);
    ok(html.includes(`href="${pathOf(first)}" accesskey="n"`), html);
    doesNotMatch(text, /Alerte précédente/);
    const empty = await visitor.refused(path, { form: "comment", text: " " });
    strictEqual(empty.message("text"), "Ce champ est obligatoire");
    const said = await visitor.post(path, { form: "comment", text: "Vu sur place.\nÀ suivre" });
    strictEqual(said.headers.get("location"), `${path}?saved=comment#comment`);
    match((await visitor.get(path)).text, /Ada Durand, le .* Vu sur place\. À suivre/);
    const archived = await visitor.post(path, { form: "archive", intent: "remove" });
    strictEqual(archived.headers.get("location"), OF_RESIDENCE);
    doesNotMatch((await visitor.get(OF_RESIDENCE)).text, /Passerelle muette/);
    doesNotMatch((await visitor.get(OF_ORG)).text, /Passerelle muette/);
    const after = await visitor.get(path);
    match(after.text, /État Close.* Vu sur place/);
    doesNotMatch(after.text, /Archiver l’alerte/);
    strictEqual((await visitor.get(pathOf("unknown"))).status, 404);
  }));

// @spec roles.screens
// @spec alarms.pages
Deno.test("the page of an alarm shows the hours from a day before its start to a day after", () =>
  withReader(["collect"], async ({ visitor, site, ask }) => {
    const { store } = site;
    const seriesId = await aSeries(ask, "TEMP", await aBoilerRoom(ask));
    // From 13 to 18 January, each hour.
    const readings = Array.from({ length: 120 }, (_, hour) => ({
      epochS: Date.parse("2026-01-13T00:00:00Z") / 1_000 + 3_600 * hour,
      value: hour,
    }));
    await storedSeries(site).append([{ seriesId, kind: "instant", readings }]);
    const start = "2026-01-15T09:30:00.000Z";
    const alarm = { seriesId, start, bounds: { min: null, max: 50 } };
    const { text, html } = await visitor.get(pathOf(await storeAlarm(store, alarm)));
    match(html, /<svg[^>]*>(?:(?!<\/svg>).)*chart-red(?:(?!<\/svg>).)*<\/svg>/s);
    match(text, /Borne/);
    // 9:30 UTC is 10:30 in Paris.
    match(text, /À savoir 10:00 33 11:00 34 .* 10:00 57 Début de l’alerte 11:00 58 /);
    match(text, / 09:00 80 10:00 81 Exporter/);
    // A day after the start of an hour, that hour has not begun.
    const onTheHour = {
      ...alarm,
      subjectKey: "collect-online/2",
      start: "2026-01-15T09:00:00.000Z",
    };
    const next = await visitor.get(pathOf(await storeAlarm(store, onTheHour)));
    match(next.text, / 08:00 79 09:00 80 Exporter/);
    // The file has the day of the residence: 23:30 UTC is 0:30 of the next day in Paris.
    const atNight = {
      ...alarm,
      subjectKey: "collect-online/3",
      start: "2026-01-14T23:30:00.000Z",
    };
    const path = pathOf(await storeAlarm(store, atNight));
    const { headers } = await visitor.get(`${path}?csv=semicolon&table=valeurs`);
    match(headers.get("content-disposition") ?? "", / 2026-01-15\.csv"/);
  }));

// @spec alarms.pages
Deno.test("the page of an alarm on a state shows the intervals that overlap the day before its start and the day after", () =>
  withReader(["collect"], async ({ visitor, site, ask }) => {
    const seriesId = await aSeries(ask, "ETAT", await aBoilerRoom(ask));
    const readings = [
      { at: "2026-01-13T08:00:00Z", value: 1 },
      { at: "2026-01-14T09:30:00Z", value: 2 },
      { at: "2026-01-15T09:30:00Z", value: 3 },
      { at: "2026-01-16T09:30:00Z", value: 4 },
    ].map(({ at, value }) => ({ epochS: Date.parse(at) / 1_000, value }));
    await storedSeries(site).append([{ seriesId, kind: "state", readings }]);
    const alarm = { seriesId, start: "2026-01-15T09:30:00.000Z" };
    const { text } = await visitor.get(pathOf(await storeAlarm(site.store, alarm)));
    // The first state ended as the curve began, the fourth began as it ended.
    match(
      text,
      /Durée 15\/01\/2026 à 10:30 16\/01\/2026 à 10:30 3 1.j 14\/01\/2026 à 10:30 15\/01\/2026 à 10:30 2 1.j Toute la série/,
    );
    const last = { seriesId, subjectKey: "collect-online/2", start: "2026-01-17T09:30:00.000Z" };
    const next = await visitor.get(pathOf(await storeAlarm(site.store, last)));
    match(next.text, /Durée 16\/01\/2026 à 10:30 4 Toute la série/);
  }));

Deno.test("member of a residence reads its alarms; commenting and archiving require their roles", () =>
  withVisitor({ roles: ["collect:boilerroom:read"] }, async ({ site, visitor }) => {
    const alarmId = await storeAlarm(site.store);
    const path = pathOf(alarmId);
    const { text } = await visitor.get(path);
    match(text, /Plus de relevés/);
    doesNotMatch(text, /Commenter|Archiver/);
    strictEqual((await visitor.post(path, { form: "comment", text: "Vu" })).status, 403);
    strictEqual((await visitor.post(path, { form: "archive" })).status, 403);
    match((await visitor.get(OF_ORG)).text, /Plus de relevés/);
  }));

// @spec alarms.readers, alarms.menu
Deno.test("every list, file and count contains the alarms that the reader sees, and no other", () =>
  withSite(async (site) => {
    const cases: readonly (readonly [Role, readonly string[]])[] = [
      ["collect:documents:read", []],
      ["collect:agg:daily", ["Logement 12 muet"]],
      ["collect:boilerroom:read", ["Départ trop chaud"]],
      ["collect:read", ["Départ trop chaud", "Logement 12 muet"]],
    ];
    await writeResidence(site);
    const dwelling = { houseId: "h12", seriesId: "s1", message: "Logement 12 muet" };
    const hidden = await storeAlarm(site.store, dwelling);
    const circuit = {
      ...{ handler: "boilerroom-circuit", scope: "boilerroom", boilerRoomId: "b1" } as const,
      ...{ equipmentId: "e1", subjectKey: "x", message: "Départ trop chaud" },
    };
    await storeAlarm(site.store, circuit);
    const shown = (html: string) =>
      ["Départ trop chaud", "Logement 12 muet"].filter((one) => html.includes(one));
    for (const [rank, [role, seen]] of cases.entries()) {
      const email = `r${rank}@bailleur.fr`;
      await someone(site, { email, roles: [role] });
      const visitor = await site.signIn(email);
      for (const path of [OF_ORG, OF_RESIDENCE]) {
        const page = await visitor.get(path);
        deepStrictEqual(shown(page.html), seen, `${role} ${path}`);
        deepStrictEqual(shown((await visitor.get(`${path}?csv=comma`)).html), seen);
      }
      const { html } = await visitor.get("/home");
      deepStrictEqual(shown(html), seen);
      const count = seen.length === 0
        ? null
        : `${seen.length}\u00A0alerte${seen.length > 1 ? "s" : ""}`;
      strictEqual(/class="alarm-count"[^>]*>([^<]*)</.exec(html)?.[1] ?? null, count, role);
      const [, inFile = ""] = (await visitor.get("/home?csv=semicolon")).html.trim().split("\r\n");
      strictEqual(inFile.split(";").at(-1), String(seen.length), role);
      const menu = /Alertes (\d+)/.exec((await visitor.get(OF_RESIDENCE)).text)?.[1] ?? null;
      strictEqual(menu, seen.length === 0 ? null : String(seen.length), role);
      const one = await visitor.get(pathOf(hidden));
      strictEqual(one.status, seen.includes("Logement 12 muet") ? 200 : 404, role);
    }
  }));

// @spec alarms.mutes
Deno.test("works planned from an alarm are for its place: a dwelling, an equipment, what a silent gateway is in, or all", () =>
  withReader(["collect:alarm:write", "collect:agg:daily"], async ({ visitor, site: { store } }) => {
    const placeOf = async (at: Parameters<typeof storeAlarm>[1]) => {
      const { html } = await visitor.get(pathOf(await storeAlarm(store, at)));
      return decodeURIComponent(/settings(?:\?place=([^"#]*))?#mute"/.exec(html)?.[1] ?? "all");
    };
    const room = { boilerRoomId: "b1", scope: "boilerroom" } as const;
    const circuit = { ...room, equipmentId: "c1", subjectKey: "boilerroom-circuit/c1" };
    strictEqual(await placeOf(circuit), "equipment:c1");
    strictEqual(await placeOf({ ...room, subjectKey: "collect-online/g1" }), "equipment:b1");
    const house = { houseId: "h1", buildingId: "b2", subjectKey: "collect-online/h1" };
    strictEqual(await placeOf(house), "house:h1");
    strictEqual(await placeOf({ subjectKey: "collect-online/g2" }), "all");
  }));

const SETTINGS = `${OF_RESIDENCE}/settings`;

const WORKS = {
  form: "mute",
  place: "",
  handler: "boilerroom-circuit",
  fromDate: "2026-02-10",
  fromTime: "08:00",
  toDate: "2026-02-11",
  toTime: "18:00",
  reason: "Vanne à changer",
};

// @spec alarms.mutes
Deno.test("works are planned, changed and deleted; those that end before they begin are refused", () =>
  withReader(["collect"], async ({ visitor }) => {
    match((await visitor.get(SETTINGS)).text, /Aucuns travaux prévus/);
    const backwards = await visitor.refused(SETTINGS, { ...WORKS, toDate: "2026-02-09" });
    ok(backwards.message("toDate"));
    const nowhere = await visitor.refused(SETTINGS, { ...WORKS, place: "house:none" });
    ok(nowhere.message("place"));
    const sent = await visitor.post(SETTINGS, WORKS);
    strictEqual(sent.headers.get("location"), `${SETTINGS}?saved=mutes#mutes`);
    const list = await visitor.get(SETTINGS);
    // Ada is in Paris: 8 o'clock there.
    match(
      list.text,
      /Vanne à changer Toute la résidence Circuits de chaufferie 10\/02\/2026 à 08:00 11\/02\/2026 à 18:00 Ada Durand En cours/,
    );
    match((await visitor.get(`${SETTINGS}?csv=comma`)).html, /Vanne à changer,Toute la résidence,/);
    const one = /href="([^"]*\?mute=[^"#]+)#mute"/.exec(list.html)?.[1] ?? "";
    const page = await visitor.get(one);
    strictEqual(page.value("toTime"), "18:00");
    // Also true of works to come or finished, during which alarms are raised.
    match(page.text, /Les alertes du lieu ne seront plus suspendues pendant ces travaux\./);
    const version = page.version();
    const changed = await visitor.post(one, { ...WORKS, version, reason: "Pompe à changer" });
    strictEqual(changed.status, 303);
    match((await visitor.get(SETTINGS)).text, /Pompe à changer/);
    strictEqual((await visitor.post(one, { form: "mute", intent: "remove" })).status, 303);
    match((await visitor.get(SETTINGS)).text, /Aucuns travaux prévus/);
    strictEqual((await visitor.get(one)).status, 404);
  }));

// @spec alarms.delays
Deno.test("delays are shown and changed, within a day; a reader only sees the planned works", () =>
  withReader(["collect:alarm:write"], async ({ visitor }) => {
    const page = await visitor.get(SETTINGS);
    strictEqual(page.value("boilerroom-circuit"), "15");
    const delays = {
      form: "delays",
      version: "",
      "boilerroom-circuit": "30",
      "building-cmv": "15",
      "building-skydome": "0",
      "pilot-threshold": "0",
    };
    await visitor.refused(SETTINGS, { ...delays, "building-cmv": "1441" });
    const versions = [...page.html.matchAll(/name="version" value="([^"]*)"/g)];
    const version = versions.at(-1)?.[1] ?? "";
    const saved = await visitor.post(SETTINGS, { ...delays, version });
    strictEqual(saved.headers.get("location"), `${SETTINGS}?saved=delays#delays`);
    strictEqual((await visitor.get(SETTINGS)).value("boilerroom-circuit"), "30");
  }));

const BOB = "bob@bailleur.fr";

const OUTAGE = { from: "2026-02-10T07:00:00Z", to: "2026-02-10T12:00:00Z", reason: "Coupure" };

function withTwoTabs(
  test: (opened: { site: Site; tab: Visitor; other: Visitor; bob: CallFunction }) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { roles: ["collect"], isAdmin: true });
    const bob = await someone(site, { email: BOB, roles: ["collect"] });
    const [tab, other] = [site.visitor(), site.visitor()];
    await tab.signIn();
    await other.signIn(BOB);
    await test({ site, tab, other, bob });
  });
}

// @spec alarms.archive
Deno.test("two users archive the same alarm: both are redirected to the list, and it ends once", () =>
  withTwoTabs(async ({ site: { store, clock }, tab, other }) => {
    const path = links.alarm(PROJECT, await storeAlarm(store));
    const archive = (visitor: Visitor) => visitor.post(path, { form: "archive", intent: "remove" });
    strictEqual((await archive(tab)).status, 303);
    const first = (await tab.get(path)).text;
    clock.advance(60_000);
    strictEqual((await archive(other)).status, 303);
    // The second one changes neither its end nor its duration.
    strictEqual((await tab.get(path)).text, first);
    const events = await Array.fromAsync(store.list({ prefix: keys.alarmEvent.under(ORG) }));
    deepStrictEqual(events.map(({ key }) => key.at(-1)), ["end", "start"]);
  }));

// @spec alarms.mutes
Deno.test("works of a deleted equipment keep their place in the list and in their form, and never become the residence's", () =>
  withTwoTabs(async ({ site, tab, bob }) => {
    const equipmentId = await aBoilerRoom(bob);
    const body = { ...OUTAGE, equipmentId, houseId: null, handler: null };
    const made = await answerOf(bob("createAlarmMute", { projectId: PROJECT, body }));
    ok((await bob("deleteEquipment", { projectId: PROJECT, equipmentId })).ok);
    const settings = links.alarmSettings(PROJECT);
    const list = await tab.get(settings);
    match(list.text, /Coupure Équipement supprimé/);
    const path = `${settings}?mute=${made.id}`;
    const place = `equipment:${equipmentId}`;
    const selected = new RegExp(`value="${place}" selected>Équipement supprimé`);
    const page = await tab.get(path);
    match(page.html, selected);
    const fields = Object.fromEntries(
      ["fromDate", "fromTime", "toDate", "toTime", "reason", "version", "shownFrom", "shownTo"]
        .map((name) => [name, page.value(name) ?? ""]),
    );
    const typed = { ...fields, form: "mute", place, handler: "" };
    const refused = await tab.refused(path, { ...typed, reason: "" });
    match(refused.html, selected);
    strictEqual((await tab.post(path, typed)).status, 303);
    // The link of an alarm whose place its reader may not list.
    const asked = await site.signIn();
    match(
      (await asked.get(`${settings}?place=house:h9`)).html,
      /value="house:h9" selected>Un logement/,
    );
    doesNotMatch((await asked.get(`${settings}?place=x`)).html, /value="x"/);
  }));

// @spec alarms.mutes
Deno.test("works of a deleted dwelling say so to who may list the dwellings", () =>
  withTwoTabs(async ({ tab, bob }) => {
    const houses = [await aHouse(bob, { name: "A1" }), await aHouse(bob, { name: "A2" })];
    const body = { ...OUTAGE, equipmentId: null, houseId: houses[0] ?? "", handler: null };
    ok((await bob("createAlarmMute", { projectId: PROJECT, body })).ok);
    const settings = links.alarmSettings(PROJECT);
    match((await tab.get(settings)).text, /Coupure A1/);
    ok((await bob("deleteHouse", { projectId: PROJECT, houseId: houses[0] ?? "" })).ok);
    match((await tab.get(settings)).text, /Coupure Logement supprimé/);
  }));

// @spec alarms.lists
Deno.test("the comments of a removed account stay, without a name", () =>
  withTwoTabs(async ({ site: { store, clock }, tab, other, bob }) => {
    const path = links.alarm(PROJECT, await storeAlarm(store));
    strictEqual((await other.post(path, { form: "comment", text: "Vanne fermée" })).status, 303);
    ok((await bob("removeAccount", { body: { password: PASSWORD } })).ok);
    clock.advance(10 * 60_000);
    const { text } = await tab.get(path);
    match(text, /Compte supprimé, le .*Vanne fermée/);
    ok(!text.includes(BOB));
  }));

// @spec roles.of-person
Deno.test("user who loses a right while typing sees the reason, with the typed values", () =>
  withTwoTabs(async ({ site, other, bob }) => {
    const alarm = links.alarm(PROJECT, await storeAlarm(site.store));
    const settings = links.alarmSettings(PROJECT);
    strictEqual((await other.get(alarm)).status, 200);
    const ada = (await signedIn(site, "ada@bailleur.fr")).ask;
    const body = { roles: ["collect:read" as const] };
    ok((await ada("putProjectUserRoles", { projectId: PROJECT, email: BOB, body })).ok);
    strictEqual((await bob("getProject", { projectId: PROJECT })).ok, true);
    const comment = await other.post(alarm, { form: "comment", text: "Vu sur place" });
    strictEqual(comment.status, 403);
    match(comment.text, /Vos droits ne permettent pas cette action/);
    match(comment.html, /<textarea[^>]*>Vu sur place<\/textarea>/);
    const works = {
      ...{ form: "mute", place: "", handler: "", reason: "Coupure" },
      ...{ fromDate: "2026-02-10", fromTime: "08:00", toDate: "2026-02-10", toTime: "13:00" },
    };
    const planned = await other.post(settings, works);
    match(planned.text, /Vos droits ne permettent pas cette action/);
    strictEqual(planned.value("reason"), "Coupure");
    // Their next visit shows what their roles allow.
    doesNotMatch((await other.get(alarm)).html, /<textarea/);
  }));
