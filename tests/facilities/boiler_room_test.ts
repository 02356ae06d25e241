import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { links } from "@/lib/ui/links.ts";
import {
  aBoilerRoom,
  anEquipment,
  aSeries,
  PROJECT,
  someone,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";

interface Place {
  site: Site;
  ask: CallFunction;
  visitor: Visitor;
  boilerRoomId: string;
  path: string;
}

function withRoom(test: (place: Place) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect"] }, async ({ site, ask, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const path = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}`;
    await test({ site, ask, visitor, boilerRoomId, path });
  });
}

function minutesAgo(minutes: number): number {
  return NOW / 1_000 - 60 * minutes;
}

/** Writes readings as a collector does, and invalidates the caches. */
async function read(
  { store, platform }: Site,
  seriesId: string,
  readings: readonly Point[],
  kind: "instant" | "state" = "state",
): Promise<void> {
  await new StoredSeries(store, PROJECT, () => NOW).append([{ seriesId, kind, readings }]);
  await platform.versions.bump([{ kind: "project", id: PROJECT }]);
}

Deno.test("a room without series leads to the form that creates one, for who may create it", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ site, ask, visitor }) => {
    const path = links.boilerRoom(PROJECT, await aBoilerRoom(ask));
    const creation = `href="${links.newSeries(PROJECT)}"`;
    ok((await visitor.get(path)).html.includes(creation));
    const email = "lea@bailleur.fr";
    await someone(site, { email, roles: ["collect:boilerroom:read"] });
    const page = await (await site.signIn(email)).get(path);
    strictEqual(page.status, 200);
    ok(!page.html.includes(creation));
    match(page.text, /Une personne qui configure la résidence peut en créer/);
  }));

Deno.test("each kind of fault detector reports its fault by its own rule", () =>
  withRoom(async ({ site, ask, visitor, boilerRoomId, path }) => {
    const detectors = [
      // By emission, 5 minutes ago; by silence, 2 hours ago; by data of 1; by data of 0, inverted.
      { alarmKind: 0, ago: 5, value: 0, faulty: /Détecteur 0 Quand il émet En défaut/ },
      { alarmKind: 1, ago: 120, value: 0, faulty: /Détecteur 1 Quand il n’émet plus En défaut/ },
      {
        alarmKind: 2,
        ago: 5,
        value: 1,
        faulty: /Détecteur 2 Quand sa donnée n’est pas nulle En d/,
      },
      { alarmKind: 3, ago: 5, value: 0, faulty: /Détecteur 3 Quand sa donnée est nulle .* En déf/ },
    ] as const;
    for (const { alarmKind, ago, value } of detectors) {
      const faultDetectorId = await anEquipment(ask, "boilerroom-faultdetector", {
        parentId: boilerRoomId,
      });
      const seriesId = await aSeries(ask, "ETAT", faultDetectorId);
      const body = { name: `Détecteur ${alarmKind}`, alarmKind, seriesId };
      const at = { projectId: PROJECT, boilerRoomId, faultDetectorId };
      ok((await ask("putFaultDetectorSettings", { ...at, body })).ok);
      await read(site, seriesId, [{ epochS: minutesAgo(ago), value }]);
    }
    const { text } = await visitor.get(path);
    for (const { faulty } of detectors) match(text, faulty);
    ok(!text.includes("Pas de défaut"));
  }));

Deno.test("code that is not normal is an error, shown with the normal codes", () =>
  withRoom(async ({ site, ask, visitor, boilerRoomId, path }) => {
    const errorCodeId = await anEquipment(ask, "boilerroom-errorcode", { parentId: boilerRoomId });
    const seriesId = await aSeries(ask, "ETAT", errorCodeId);
    const body = { name: "Régulation", normalCodes: ["0", "OK"], seriesId };
    const at = { projectId: PROJECT, boilerRoomId, errorCodeId };
    ok((await ask("putErrorCodeSettings", { ...at, body })).ok);
    match((await visitor.get(path)).text, /À tout code, sauf 0, OK Pas de valeur récente/);
    await read(site, seriesId, [{ epochS: minutesAgo(20), value: 0, text: "OK" }]);
    match((await visitor.get(path)).text, /Régulation À tout code, sauf 0, OK Code normal OK/);
    await read(site, seriesId, [{ epochS: minutesAgo(10), value: 0, text: "E34" }]);
    match((await visitor.get(path)).text, /Code d’erreur E34/);
  }));

Deno.test("door open too long, and ventilation out of its bounds, are also marked in a boiler room", () =>
  withRoom(async ({ site, ask, visitor, boilerRoomId, path }) => {
    const gateId = await anEquipment(ask, "gate", { parentId: boilerRoomId });
    const cmvId = await anEquipment(ask, "cmv", { parentId: boilerRoomId });
    const door = await aSeries(ask, "ETAT", gateId);
    const air = await aSeries(ask, "TEMP", cmvId);
    const at = { projectId: PROJECT };
    const gate = { name: "Porte", type: "door", alarmFrom: 2, hsType: "none" } as const;
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...gate, seriesId: door } })).ok);
    const cmv = { name: "Extraction", min: 14, max: 28, seriesId: air };
    ok((await ask("putCmvSettings", { ...at, cmvId, body: cmv })).ok);
    await read(site, door, [{ epochS: minutesAgo(180), value: 1 }]);
    await read(site, air, [{ epochS: minutesAgo(5), value: 31 }], "instant");
    const { text } = await visitor.get(path);
    match(text, /Porte Porte Ouvert depuis plus de 2\u202Fh/);
    match(text, /Extraction Température 31 °C 14 à 28 Hors bornes/);
  }));

Deno.test("the air of the room is shown with its bounds", () =>
  withRoom(async ({ site, ask, visitor, boilerRoomId, path }) => {
    const seriesId = await aSeries(ask, "TEMP", boilerRoomId);
    const own = { name: "Chaufferie", code: "", location: "", operator: "" };
    const body = { ...own, tempMin: 5, tempMax: 30, humMin: null, humMax: null };
    ok((await ask("putBoilerRoomSettings", { projectId: PROJECT, boilerRoomId, body })).ok);
    const bare = await visitor.get(path);
    strictEqual(bare.status, 200);
    ok(!bare.text.includes("Hors bornes"));
    await read(site, seriesId, [{ epochS: minutesAgo(5), value: 33 }], "instant");
    match((await visitor.get(path)).text, /Température 33\s+°C .* Hors bornes 5 à 30/);
  }));

Deno.test("the card of a boiler room links to its balance, or to the settings that it requires", async () => {
  await asLandlord(async (visitor) => {
    const { html } = await visitor.get(links.residence("p01"));
    ok(html.includes(`href="${links.energyBalance("p01", "p01-c1")}"`));
  });
  await withRoom(async ({ visitor, boilerRoomId }) => {
    const { html, text } = await visitor.get(links.residence(PROJECT));
    match(text, /Configurer le bilan énergétique/);
    ok(!html.includes(`href="${links.energyBalance(PROJECT, boilerRoomId)}"`));
  });
});
