import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import {
  anEquipment,
  aSeries,
  PROJECT,
  someone,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";

interface Place {
  site: Site;
  ask: CallFunction;
  visitor: Visitor;
  /** Address of a building. */
  path: string;
  building: string;
}

function withBuilding(test: (place: Place) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect"] }, async ({ site, ask, visitor }) => {
    const building = await anEquipment(ask, "building");
    const path = `/collect/${PROJECT}/buildings/${building}`;
    await test({ site, ask, visitor, path, building });
  });
}

async function read(
  { store, clock }: Site,
  seriesId: string,
  readings: readonly Point[],
  kind: "instant" | "state" = "state",
): Promise<void> {
  await storedSeries({ store, clock }).append([{ seriesId, kind, readings }]);
}

Deno.test("an empty building explains what can be monitored there; the residence links to it", () =>
  withBuilding(async ({ visitor, path }) => {
    match((await visitor.get(path)).text, /Rien n’est suivi dans ce bâtiment/);
    const overview = await visitor.get(`/collect/${PROJECT}`);
    match(overview.text, /Bâtiments Un building Rien n’y est suivi/);
    ok(overview.html.includes(path));
    strictEqual((await visitor.get(`/collect/${PROJECT}/buildings/none`)).status, 404);
  }));

Deno.test("ventilation unit is shown with its bounds, within them or not", () =>
  withBuilding(async ({ site, ask, visitor, path, building }) => {
    const cmvId = await anEquipment(ask, "cmv", { parentId: building });
    const seriesId = await aSeries(ask, "TEMP", cmvId);
    const body = { name: "VMC nord", min: 14, max: 28, seriesId };
    ok((await ask("putCmvSettings", { projectId: PROJECT, cmvId, body })).ok);
    const nowS = Math.floor(site.clock.now() / 1_000);
    await read(site, seriesId, [{ epochS: nowS - 600, value: 28.3 }], "instant");
    match((await visitor.get(path)).text, /VMC nord Température 28,3 °C 14 à 28 Hors bornes/);
    ok((await ask("putCmvSettings", { projectId: PROJECT, cmvId, body: { ...body, max: 29 } })).ok);
    match((await visitor.get(path)).text, /28,3 °C 14 à 29 Dans les bornes/);
    const bare = { ...body, name: "VMC sud", seriesId: null };
    ok((await ask("putCmvSettings", { projectId: PROJECT, cmvId, body: bare })).ok);
    match((await visitor.get(path)).text, /VMC sud Aucune série 14 à 28 Pas de valeur récente/);
  }));

Deno.test("roof light is open or closed since a date; a gate open too long is marked", () =>
  withBuilding(async ({ site, ask, visitor, path, building }) => {
    const skydomeId = await anEquipment(ask, "skydome", { parentId: building });
    const gateId = await anEquipment(ask, "gate", { parentId: building });
    const light = await aSeries(ask, "ETAT", skydomeId);
    const gate = await aSeries(ask, "ETAT", gateId);
    const at = { projectId: PROJECT };
    const skydome = { name: "Skydome", seriesId: light };
    ok((await ask("putSkydomeSettings", { ...at, skydomeId, body: skydome })).ok);
    const settings = { type: "gate" as const, alarmFrom: 2, hsType: "none" as const };
    const body = { name: "Portail", ...settings, seriesId: gate };
    ok((await ask("putGateSettings", { ...at, gateId, body })).ok);
    const hoursAgo = (hours: number) => site.clock.now() / 1_000 - hours * 3_600;
    await read(site, light, [
      { epochS: hoursAgo(5), value: 0, text: "ouvert" },
      { epochS: hoursAgo(4), value: 0, text: "fermé" },
      { epochS: hoursAgo(1), value: 0, text: "fermé" },
    ]);
    await read(site, gate, [{ epochS: hoursAgo(4), value: 0 }, { epochS: hoursAgo(3), value: 1 }]);
    const page = await visitor.get(path);
    match(page.text, /Skydome Skydome Fermé .*Portail Portail Ouvert depuis plus de 2\u202Fh/);
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...body, alarmFrom: 3.5 } })).ok);
    match((await visitor.get(path)).text, /Portail Portail Ouvert \d/);
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...body, alarmFrom: 0.25 } })).ok);
    match((await visitor.get(path)).text, /Portail Portail Ouvert depuis plus de 0,25\u202Fh/);
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...body, alarmFrom: 0 } })).ok);
    match((await visitor.get(path)).text, /Portail Portail Ouvert \d/);
  }));

Deno.test("users without access to buildings are refused the page", () =>
  withBuilding(async ({ site, path }) => {
    await someone(site, { email: "b@b.fr", roles: ["collect:boilerroom:read"] });
    const reader = await site.signIn("b@b.fr");
    strictEqual((await reader.get(path)).status, 403);
    ok(!(await reader.get(`/collect/${PROJECT}`)).text.includes("Bâtiments"));
  }));
