import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import {
  aBoilerRoom,
  aGasBoilerRoom,
  anEquipment,
  aSeries,
  PROJECT,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { worksDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { CIRCUIT } from "./watched_circuit.ts";

const OF = `/collect/${PROJECT}`;

function withManager(test: (site: Site, ask: CallFunction, visitor: Visitor) => Promise<void>) {
  return withVisitor({ roles: ["collect"], isAdmin: true }, async ({ site, ask, visitor }) => {
    await test(site, ask, visitor);
  }, { residence: { features: { houseMode: 1 } } });
}

async function aCircuit(ask: CallFunction, boilerRoomId: string, outType: string): Promise<string> {
  const place = { name: CIRCUIT.name, parentId: boilerRoomId };
  const circuitId = await anEquipment(ask, "boilerroom-circuit", place);
  const at = { projectId: PROJECT, boilerRoomId, circuitId };
  ok((await ask("putCircuitSettings", { ...at, body: { ...CIRCUIT, outType } })).ok);
  return circuitId;
}

// @spec alarms.pages
Deno.test("alarms of circuits with one name say which boiler room each is in", () =>
  withManager(async ({ store }, ask, visitor) => {
    const alarmIds = [];
    for (const name of ["Chaufferie Est", "Chaufferie Ouest"]) {
      const boilerRoomId = await aBoilerRoom(ask, name);
      const seriesId = await aSeries(ask, "TDEP", boilerRoomId);
      const equipmentId = await aCircuit(ask, boilerRoomId, seriesId);
      const at = { boilerRoomId, equipmentId, seriesId, subjectKey: equipmentId };
      alarmIds.push(
        await storeAlarm(store, { scope: "boilerroom", handler: "boilerroom-circuit", ...at }),
      );
    }
    const { text } = await visitor.get(links.alarms(PROJECT));
    match(text, new RegExp(`Chaufferie Est, ${CIRCUIT.name} Circuits`));
    match(text, new RegExp(`Chaufferie Ouest, ${CIRCUIT.name} Circuits`));
    const one = await visitor.get(links.alarm(PROJECT, alarmIds[1] ?? ""));
    match(one.text, /Lieu Chaufferie Ouest, /);
    const ofOrg = await visitor.get(links.orgAlarms());
    match(ofOrg.text, new RegExp(`Les Lilas Chaufferie Est, ${CIRCUIT.name} Circuits`));
    match(ofOrg.text, new RegExp(`Les Lilas Chaufferie Ouest, ${CIRCUIT.name} Circuits`));
    const file = (await visitor.get(links.orgAlarms("csv=semicolon"))).html;
    match(file, new RegExp(`;Les Lilas;Chaufferie Est, ${CIRCUIT.name};`));
    const found = await visitor.get(links.orgAlarms("filter:search=ouest"));
    doesNotMatch(found.text, /Chaufferie Est/);
    match(found.text, /Chaufferie Ouest/);
  }));

// @spec alarms.mutes
Deno.test("works in one of two circuits with one name say which boiler room it is in, in the form, the list and the file", () =>
  withManager(async (_site, ask, visitor) => {
    const circuitIds = [];
    for (const name of ["Chaufferie Est", "Chaufferie Ouest"]) {
      const parentId = await aBoilerRoom(ask, name);
      circuitIds.push(
        await anEquipment(ask, "boilerroom-circuit", { name: CIRCUIT.name, parentId }),
      );
    }
    const path = `${OF}/alarms/settings`;
    const { html } = await visitor.get(path);
    deepStrictEqual(
      circuitIds.map((id) => new RegExp(`value="equipment:${id}"[^>]*>([^<]*)<`).exec(html)?.[1]),
      [`Chaufferie Est, ${CIRCUIT.name}`, `Chaufferie Ouest, ${CIRCUIT.name}`],
    );
    const body = worksDraft({ equipmentId: circuitIds[1] ?? "", reason: "Pompes" });
    ok((await ask("createAlarmMute", { projectId: PROJECT, body })).ok);
    match((await visitor.get(path)).text, new RegExp(`Pompes Chaufferie Ouest, ${CIRCUIT.name}`));
    const file = (await visitor.get(`${path}?csv=semicolon`)).html;
    match(file, new RegExp(`Pompes;Chaufferie Ouest, ${CIRCUIT.name};`));
  }));

// @spec alarms.places
Deno.test("the alarm of a circuit is on its pages, on its series, the energy balance and the overview", () =>
  withManager(async ({ store }, ask, visitor) => {
    const boilerRoomId = await aGasBoilerRoom(ask, "12345678901234");
    const otherId = await aBoilerRoom(ask, "Chaufferie Sud");
    const seriesId = await aSeries(ask, "TDEP", boilerRoomId);
    const circuitId = await aCircuit(ask, boilerRoomId, seriesId);
    const alarmId = await storeAlarm(store, {
      scope: "boilerroom",
      handler: "boilerroom-circuit",
      boilerRoomId,
      equipmentId: circuitId,
      seriesId,
      message: "Circuit Nord\u00A0: départ à 82,4\u00A0°C",
    });
    const says = /1.alerte ouverte Circuit Nord\u00A0: départ à 82,4/;
    for (
      const path of [
        `boilerrooms/${boilerRoomId}`,
        `equipment/${circuitId}`,
        `boilerrooms/${boilerRoomId}/circuits/${circuitId}/daily/2026/01`,
        `boilerrooms/${boilerRoomId}/energy-balance/monthly/2026`,
        `facilities/${seriesId}/monthly/2026`,
      ]
    ) {
      const { text, html } = await visitor.get(`${OF}/${path}`);
      match(text, says, path);
      ok(html.includes(`href="${links.alarm(PROJECT, alarmId)}"`), path);
    }
    match((await visitor.get(OF)).text, /Chaufferie 1.alerte ouverte .*Chaufferie Sud Configurer/);
    const beside = [`boilerrooms/${otherId}`, `boilerrooms/${otherId}/energy-balance/monthly/2026`];
    beside.push(`facilities/${await aSeries(ask, "TRET", boilerRoomId)}/monthly/2026`);
    for (const path of beside) {
      const page = await visitor.get(`${OF}/${path}`);
      strictEqual(page.status, 200, path);
      doesNotMatch(page.text, /alerte ouverte/, path);
    }
  }));

// @spec alarms.places
Deno.test("the alarms of a dwelling are on its series and in the list of dwellings, which can be sorted by them", () =>
  withManager(async ({ store, clock }, ask, visitor) => {
    const [calm, silent] = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const seriesId = await aHousingSeries(ask, "ECSV");
    doesNotMatch((await visitor.get(`${OF}/houses`)).text, /Alertes ouvertes/);
    const message = "A2\u00A0: aucune donnée reçue";
    await storeAlarm(store, { houseId: silent, message });
    // The alarm of its gateway is not one of the dwelling.
    const parentId = await storeAlarm(store, { subjectKey: "collect-online/g" });
    await storeAlarm(store, { subjectKey: "pilot-online/a2", houseId: silent, parentId });
    // A write of another process is visible within a second.
    clock.advance(1_000);
    const { html, text } = await visitor.get(`${OF}/houses?sort=alarmCount:desc`);
    match(text, /Alertes ouvertes.* A2 .*2.alertes .*A1/);
    match(html, new RegExp(`<a href="${OF}/houses/${silent}" class="alarm-count">2.alertes</a>`));
    match((await visitor.get(`${OF}/houses?csv=semicolon`)).html, /;Alertes ouvertes/);
    const series = (houseId: string) => `${OF}/houses/${houseId}/${seriesId}/monthly/2026`;
    match((await visitor.get(series(silent))).text, /2.alertes ouvertes A2.*aucune donnée reçue/);
    doesNotMatch((await visitor.get(series(calm))).text, /alerte ouverte/);
  }));

// @spec alarms.pages
Deno.test("the alarm of a dwelling's series shows its readings to a user who may see its hours", () =>
  withManager(async ({ store, platform }, ask, visitor) => {
    const houseId = await aHouse(ask, { name: "A1" });
    const seriesId = await aHousingSeries(ask);
    const handler = "pilot-threshold";
    const storedId = storedSeriesId(seriesId, houseId);
    const alarmId = await storeAlarm(store, {
      subjectKey: `${handler}/${storedId}`,
      handler,
      houseId,
      seriesId: storedId,
      message: "A1, Température\u00A0: 27\u00A0°C, seuil de 26\u00A0°C atteint",
    });
    const path = `${OF}/alarms/${alarmId}`;
    const hidden = await visitor.get(path);
    match(hidden.text, /seuil de 26\u00A0°C atteint/);
    doesNotMatch(hidden.text, /Autour du début/);
    const features = { ...NO_FEATURES, houseMode: 1 as const, houseHourly: 1 as const };
    await store.atomic().set(keys.projectFeatures(PROJECT), features).commit();
    await platform.versions.bump([{ kind: "project", id: PROJECT }]);
    const { html, text } = await visitor.get(path);
    match(text, /Autour du début de l’alerte .*Toute la série.: Température/);
    const place = { projectId: PROJECT, houseId };
    const month = links.housingSeries(place, seriesId, "daily/2026/01");
    ok(html.includes(`href="${month}?date=2026-01-15"`));
  }));

// @spec alarms.places, alarms.mutes
Deno.test("works in a boiler room are shown on its circuits and its series, also on cached pages", () =>
  withManager(async ({ clock }, ask, visitor) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const seriesId = await aSeries(ask, "TDEP", boilerRoomId);
    const circuitId = await aCircuit(ask, boilerRoomId, seriesId);
    const body = {
      ...{ equipmentId: boilerRoomId, houseId: null, reason: "Vannes" },
      handler: "boilerroom-circuit" as const,
      ...{ from: instantAfter(clock.now(), 5), to: instantAfter(clock.now(), 10) },
    };
    ok((await ask("createAlarmMute", { projectId: PROJECT, body })).ok);
    const paths = [
      `${OF}/boilerrooms/${boilerRoomId}/circuits/${circuitId}/daily/2026/02`,
      `${OF}/facilities/${seriesId}/daily/2026/02`,
      `${OF}/equipment/${circuitId}`,
      `${OF}/boilerrooms/${boilerRoomId}`,
    ];
    const beside = `${OF}/boilerrooms/${await aBoilerRoom(ask, "Chaufferie Sud")}`;
    const said = async () => {
      // Read twice, so that it is cached where possible.
      for (const path of paths) await visitor.get(path);
      const pages = await Promise.all(paths.map((path) => visitor.get(path)));
      doesNotMatch((await visitor.get(beside)).text, /alertes suspendues/);
      // 12:10 in Paris; only the alarms of circuits are muted.
      const words =
        /Travaux jusqu’au 10\/02\/2026 à 12:10.: alertes suspendues \(Circuits de chaufferie\) Vannes/;
      return pages.map(({ status, text }) => [status, words.test(text)]);
    };
    const each = (isSaid: boolean) => paths.map(() => [200, isSaid]);
    deepStrictEqual(await said(), each(false));
    clock.advance(5 * 60_000);
    deepStrictEqual(await said(), each(true));
    clock.advance(5 * 60_000);
    deepStrictEqual(await said(), each(false));
  }));

function instantAfter(nowMs: number, minutes: number): string {
  return new Date(nowMs + minutes * 60_000).toISOString();
}

// @spec alarms.season
Deno.test("out of the heating season, the page of a heating circuit and the alarm settings say so", () =>
  withManager(async ({ clock }, ask, visitor) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const seriesId = await aSeries(ask, "TDEP", boilerRoomId);
    const circuitId = await aCircuit(ask, boilerRoomId, seriesId);
    const paths = [
      `boilerrooms/${boilerRoomId}/circuits/${circuitId}/daily/2026/01`,
      "alarms/settings",
    ];
    const year = { yearStart: 2025, dateStart: "2025-10-01" };
    const texts = async (dateStop: string) => {
      const room = { projectId: PROJECT, boilerRoomId };
      const read = await answerOf(ask("getHeatingSeasons", room));
      const body = [{ ...year, dateStop }];
      ok((await ask("putHeatingSeasons", { ...room, version: read.version, body })).ok);
      clock.advance(61_000);
      return await Promise.all(paths.map(async (path) => {
        const { status, text } = await visitor.get(`${OF}/${path}`);
        strictEqual(status, 200, path);
        return text;
      }));
    };
    for (const text of await texts("2026-05-20")) doesNotMatch(text, /Hors saison/);
    const says = /Hors saison de chauffe Chaufferie\u00A0: les températures des circuits/;
    for (const text of await texts("2026-02-09")) match(text, says);
  }));

// @spec alarms.mutes, forms.typed-dates, forms.far-dates
Deno.test("works without end, stored as the last second of the calendar, are shown, and their reason is changed", () =>
  withManager(async ({ store }, ask, visitor) => {
    const works = worksDraft({ to: "9999-12-31T23:59:59Z", reason: "Chaufferie arrêtée" });
    await store.atomic().set(keys.alarmMute(PROJECT, "m1"), { ...works, accountId: "" }).commit();
    const path = `${OF}/alarms/settings?mute=m1`;
    const shown = await visitor.get(path);
    strictEqual(shown.status, 200);
    strictEqual(shown.value("toDate"), "9999-12-31");
    const names = ["fromDate", "fromTime", "toDate", "toTime", "shownFrom", "shownTo"];
    const days = Object.fromEntries(names.map((name) => [name, shown.value(name) ?? ""]));
    const typed = { form: "mute", place: "", handler: "", ...days, reason: "Arrêt" };
    const edit = async (fields: Readonly<Record<string, string>>) => {
      const version = (await visitor.get(path)).version("mute");
      return await visitor.post(path, { ...typed, ...fields, version });
    };
    strictEqual((await edit({})).status, 303);
    const [mute] = await answerOf(ask("listAlarmMutes", { projectId: PROJECT }));
    deepStrictEqual([mute?.reason, mute?.to], ["Arrêt", "9999-12-31T23:59:59Z"]);
    const later = await edit({ fromDate: "2026-03-01" });
    strictEqual(later.status, 400);
    match(later.message("toDate") ?? "", /400 jours au plus/);
  }));
