import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aMember, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const BOB = "bob@bailleur.fr";

const WORKS = { from: "2026-02-10T07:00:00Z", to: "2026-02-10T12:00:00Z", reason: "Coupure" };

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

Deno.test("an alarm that closes while a comment is written accepts it, and Back shows the comment", () =>
  withTwoTabs(async ({ site: { store }, tab, other }) => {
    const path = links.alarm(PROJECT, await storeAlarm(store));
    match((await tab.get(path)).text, /État Ouverte/);
    strictEqual((await other.post(path, { form: "archive", intent: "remove" })).status, 303);
    strictEqual((await tab.post(path, { form: "comment", text: "Vu sur place" })).status, 303);
    match((await tab.get(path)).text, /État Close.*Vu sur place/);
  }));

// @spec alarms.mutes
Deno.test("works of a deleted equipment keep their place in the list and in their form, and never become the residence's", () =>
  withTwoTabs(async ({ site, tab, bob }) => {
    const equipmentId = await aBoilerRoom(bob);
    const body = { ...WORKS, equipmentId, houseId: null, handler: null };
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
    const body = { ...WORKS, equipmentId: null, houseId: houses[0] ?? "", handler: null };
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
