import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { runningSeasonText, weatherText } from "@/lib/facilities/text.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { links } from "@/lib/ui/links.ts";
import {
  aBoilerRoom,
  anEquipment,
  anOutdoorSource,
  aSeries,
  PROJECT,
  someone,
} from "@/tests/helpers/a_residence.ts";
import {
  asLandlord,
  type Site,
  type Visitor,
  withVisitor,
  withWriter,
} from "@/tests/helpers/a_site.ts";
import { circuitDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { flowAt, heatCurve } from "@/lib/facilities/heat_curve.ts";
import type { Role } from "@/lib/identity/roles.ts";

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

// @spec facilities.recent-totals
Deno.test("a register has what it counted today, yesterday and in seven days; a flow has its bounds and its alarm", () =>
  withRoom(async ({ site, ask, visitor, boilerRoomId, path }) => {
    const gas = await aSeries(ask, "GAZV", boilerRoomId);
    const circuitId = await anEquipment(ask, "boilerroom-circuit", { parentId: boilerRoomId });
    const flow = await aSeries(ask, "TDEP", circuitId);
    const body = circuitDraft({ outMin: 60, outMax: 70, outType: flow, isHotWater: true });
    const at = { projectId: PROJECT, boilerRoomId, circuitId };
    ok((await ask("putCircuitSettings", { ...at, body })).ok);
    // A register of 10 m³ a day, read each hour for eight days.
    const hours = Array.from({ length: 8 * 24 }, (_, hour) => hour).reverse();
    await new StoredSeries(site.store, PROJECT, () => NOW).append([{
      seriesId: gas,
      kind: "index",
      readings: hours.map((hour) => ({
        epochS: minutesAgo(60 * hour),
        value: 6_695_980 + 10 * (8 - hour / 24),
      })),
    }]);
    await read(site, flow, [{ epochS: minutesAgo(5), value: 57.8 }], "instant");
    const alarmId = await storeAlarm(site.store, {
      handler: "boilerroom-circuit",
      boilerRoomId,
      equipmentId: circuitId,
      seriesId: flow,
      message: "Circuit\u00A0: départ à 57,8\u00A0°C",
    });
    const { text, html } = await visitor.get(path);
    match(text, /aujourd’hui, à \d+:\d\d Hier.: 10.m³ 7.jours.: (70.m³|inconnu)/);
    ok(!/6.69\d.\d{3}/.test(text), "the register");
    match(text, /57,8.°C .* Hors bornes 60 à 70 Alerte ouverte/);
    ok(html.includes(`href="${links.alarm(PROJECT, alarmId)}"`));
    const [totals] = await answerOf(ask("listRecentTotals", { projectId: PROJECT, boilerRoomId }));
    strictEqual(Math.round(totals?.yesterday ?? 0), 10);
  }));

// @spec balance.season-gap
Deno.test("the page of a boiler room has the gap of its season in large, as its balance has it", () =>
  asLandlord(async (visitor) => {
    const { text } = await visitor.get("/collect/p01/boilerrooms/p01-c1");
    const gap =
      /Écart, saison 2025 à 2026 (-?\d+,\d).% \S.* NC ([\d\s]+).kWh contre N’B ([\d\s]+).kWh, sur \d+.j /
        .exec(text);
    ok(gap, text);
    const balance = await visitor.get(
      "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly-shifted/2025",
    );
    for (const figure of gap.slice(1)) ok(balance.text.includes(figure ?? "-"), figure);
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

// @spec balance.residence-year
Deno.test("the page of a residence's energy links to each balance, and its card to the settings that it requires", async () => {
  await asLandlord(async (visitor) => {
    const { html, text } = await visitor.get(links.energy("p01"));
    ok(html.includes(`href="${links.energyBalance("p01", "p01-c1")}"`));
    match(text, /MWh sur 12\smois [+-]\d+,\d\s% en un an En un an, à météo égale [+-]\d/);
    match(text, /kWh \d+e sur 22, \de quart Part de l’eau chaude \d/);
    match(text, /Chaufferie principale -?\d+,\d\s% \S.* écart, saison 20\d\d-20\d\d/);
    match(text, /Alertes ouvertes \d+ Documents en retard \d+ Logements 64 dont \d\d en ligne/);
    const file = await visitor.get(`${links.energy("p01")}?csv=comma`);
    strictEqual(file.html.match(/20\d\d-\d\d,\d/g)?.length, 12, file.html);
  });
  await withRoom(async ({ visitor }) => {
    match((await visitor.get(links.residence(PROJECT))).text, /Configurer le bilan énergétique/);
    const { text } = await visitor.get(links.energy(PROJECT));
    match(text, /Aucune chaufferie n’a de bilan .* sans réglages du bilan/);
  });
});

interface BuildingPlace {
  site: Site;
  ask: CallFunction;
  visitor: Visitor;
  /** Address of a building. */
  path: string;
  building: string;
}

function withBuilding(test: (place: BuildingPlace) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect"] }, async ({ site, ask, visitor }) => {
    const building = await anEquipment(ask, "building");
    const path = `/collect/${PROJECT}/buildings/${building}`;
    await test({ site, ask, visitor, path, building });
  });
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
    await read(site, gate, [{ epochS: hoursAgo(4), value: 0 }, {
      epochS: hoursAgo(3),
      value: 1,
    }]);
    const page = await visitor.get(path);
    match(page.text, /Skydome Skydome Fermé .*Portail Portail Ouvert depuis plus de 2\u202Fh/);
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...body, alarmFrom: 3.5 } })).ok);
    match((await visitor.get(path)).text, /Portail Portail Ouvert \d/);
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...body, alarmFrom: 0.25 } })).ok);
    match((await visitor.get(path)).text, /Portail Portail Ouvert depuis plus de 0,25\u202Fh/);
    ok((await ask("putGateSettings", { ...at, gateId, body: { ...body, alarmFrom: 0 } })).ok);
    match((await visitor.get(path)).text, /Portail Portail Ouvert \d/);
  }));

Deno.test("weatherText() gives the dates of a season once it begins, and its end once it ends", () => {
  deepStrictEqual([
    weatherText(null, null),
    weatherText("2026-10-30", null),
    weatherText(null, "2026-04-20"),
    weatherText("2025-10-14", "2026-04-20"),
  ], [
    "",
    "D’après la météo\u00A0: depuis le 30/10/2026",
    "D’après la météo\u00A0: jusqu’au 20/04/2026, sans début connu",
    "D’après la météo\u00A0: du 14/10/2025 au 20/04/2026",
  ]);
});

Deno.test("runningSeasonText() says that the weather gives no start, before the season or its readings", () => {
  strictEqual(
    runningSeasonText({ yearStart: 2026, dateStart: null, dateStop: null }),
    "Saison 2026 à 2027. D’après la météo\u00A0: pas de début connu.",
  );
});

/** Slots of a day each, by their values. */
function slots(values: readonly (number | null)[]): { slot: string; value: number | null }[] {
  return values.map((value, rank) => ({ slot: `2026-01-0${rank + 1}`, value }));
}

Deno.test("heatCurve() pairs water and weather slot by slot, from the coldest to the mildest", () => {
  const curve = heatCurve(slots([50, 62, null, 44, 30]), slots([6, 0, 3, 9, null]));
  deepStrictEqual(curve.points, [
    { slot: "2026-01-02", outdoorC: 0, flowC: 62 },
    { slot: "2026-01-01", outdoorC: 6, flowC: 50 },
    { slot: "2026-01-04", outdoorC: 9, flowC: 44 },
  ]);
});

// @spec facilities.heat-curve
Deno.test("heatCurve() finds the line of the water temperature", () => {
  // 62 − 2 × outdoors, in each of the three.
  const { line } = heatCurve(slots([62, 50, 44]), slots([0, 6, 9]));
  deepStrictEqual(line, { slope: -2, atZeroC: 62 });
  strictEqual(line && flowAt(line, -5), 72);
});

Deno.test("heatCurve() fits only the slots that are colder than 18 °C", () => {
  const { points, line } = heatCurve(slots([62, 50, 44, 24, 24]), slots([0, 6, 9, 18, 25]));
  strictEqual(points.length, 5);
  deepStrictEqual(line, { slope: -2, atZeroC: 62 });
});

Deno.test("heatCurve() has no line through too few heated slots, or a single temperature", () => {
  strictEqual(heatCurve(slots([62, 50, 24]), slots([0, 6, 20])).line, null);
  strictEqual(heatCurve(slots([62, 50, 44]), slots([5, 5, 5])).line, null);
});

Deno.test("heatCurve() of fewer than three points: 'Not enough times'", () => {
  const error = new RangeError("Not enough times");
  throws(() => heatCurve(slots([62, 50]), slots([0, 6])), error);
  throws(() => heatCurve(slots([62, 50, 44]), slots([0, null, 9])), error);
  throws(() => heatCurve(slots([62, 50, 44]), slots([0])), error);
});

interface CircuitPlace {
  stored: StoredSeries;
  ask: CallFunction;
  visitor: Visitor;
  boilerRoomId: string;
  /** A circuit whose water has a sensor of its own. */
  circuitId: string;
  /** Series of the water. */
  flow: string;
  /** Address of its curve. */
  path: string;
}

const BOUNDS = { outMin: 20, outMax: 75, backMin: null, backMax: null, backType: null };

function withCircuit(
  test: (place: CircuitPlace) => Promise<void>,
  roles: Role[] = ["collect"],
): Promise<void> {
  return withWriter({ roles }, async ({ ask, stored, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const flow = await aSeries(ask, "TDEP", boilerRoomId);
    const place = { name: "Radiateurs", parentId: boilerRoomId };
    const circuitId = await anEquipment(ask, "boilerroom-circuit", place);
    const body: Input<"putCircuitSettings">["body"] = {
      ...BOUNDS,
      name: "Radiateurs",
      enabled: true,
      isHotWater: false,
      outType: flow,
    };
    const at = { projectId: PROJECT, boilerRoomId, circuitId };
    ok((await ask("putCircuitSettings", { ...at, body })).ok);
    const path = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}/circuits/${circuitId}`;
    await test({ stored, ask, visitor, boilerRoomId, circuitId, flow, path });
  });
}

/** Readings at noon of the first days of January 2026. */
async function readAtNoon(stored: StoredSeries, seriesId: string, values: number[]): Promise<void> {
  const readings = values.map((value, rank) => ({
    epochS: Date.parse(`2026-01-0${rank + 1}T11:00:00Z`) / 1_000,
    value,
  }));
  await stored.append([{ seriesId, kind: "instant", readings }]);
}

Deno.test("the curve of a circuit shows its water against the weather, with the fitted line", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path, boilerRoomId }) => {
    const outdoor = await aSeries(ask, "TEXT");
    await readAtNoon(stored, flow, [62, 50, 44]);
    await readAtNoon(stored, outdoor, [0, 6, 9]);
    const page = await visitor.get(`${path}/daily/2026/01`);
    strictEqual(page.title, "Radiateurs | Courbe de chauffe");
    match(page.html, /<path class="chart-dots chart-blue" d="M/);
    match(page.text, /1er janvier 2026 0 62 62 2 janvier 2026 6 50 50 3 janvier 2026 9 44 44/);
    // 62 − 2 × −5 = 72, 62 − 2 × 15 = 32.
    match(
      page.text,
      /Un point par jour. Départ de 72.°C à -5.°C et de 32.°C à 15.°C dehors.; pente 2\./,
    );
    const file = await visitor.get(`${path}/daily/2026/01?csv=semicolon`);
    match(
      file.html,
      /^\uFEFFJour;Extérieur \(°C\);Départ \(°C\);Départ selon la droite \(°C\);Annotations\r\n/,
    );
    match(file.html, /\r\n2026-01-03;9;44;44;$/);
    const name = file.headers.get("content-disposition") ?? "";
    match(name, /filename="Radiateurs Courbe de chauffe daily-2026-01.csv"/);
    ok((await visitor.get(`/collect/${PROJECT}/boilerrooms/${boilerRoomId}`)).html.includes(path));
  }));

Deno.test("the weather of a curve is that of its boiler room, else of an outdoor source, else another of the residence", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path, boilerRoomId }) => {
    await readAtNoon(stored, flow, [62, 50, 44]);
    const second = async () =>
      /2 janvier 2026 (\d+) 50/.exec((await visitor.get(`${path}/daily/2026/01`)).text)?.[1];
    const [one, two] = [await aSeries(ask, "TEXT"), await aSeries(ask, "TEXT")];
    await readAtNoon(stored, one, [0, 1, 9]);
    await readAtNoon(stored, two, [0, 2, 9]);
    // Either is shown without a source: the other one is chosen.
    const [seriesId, chosen] = await second() === "1" ? [two, "2"] : [one, "1"];
    const body = { name: "Cour", method: "mean" as const, seriesId, station: "" };
    ok((await ask("createOutdoorSource", { projectId: PROJECT, body })).ok);
    strictEqual(await second(), chosen);
    await readAtNoon(stored, await aSeries(ask, "TEXT", boilerRoomId), [0, 3, 9]);
    strictEqual(await second(), "3");
  }));

Deno.test("two points are not enough for a curve: the page says what to do", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path }) => {
    match((await visitor.get(`${path}/daily/2026/01`)).text, /Rattachez une sonde de départ/);
    const outdoor = await aSeries(ask, "TEXT");
    await readAtNoon(stored, flow, [62, 50]);
    await readAtNoon(stored, outdoor, [0, 6, 9]);
    const { status, text } = await visitor.get(`${path}/daily/2026/01`);
    strictEqual(status, 200);
    match(text, /Moins de trois points .*Choisissez une autre période/);
  }));

Deno.test("weather station with imported days gives days, and nothing finer", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path }) => {
    const outdoorSourceId = await anOutdoorSource(ask, { station: "Nancy" });
    const days = [[-2, 2], [4, 8], [7, 11]].map(([low, high], rank) =>
      `1;NANCY;2026010${rank + 1};${low};${high}`
    );
    const file = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX", ...days].join("\n");
    await answerOf(ask("importOutdoorDays", {
      projectId: PROJECT,
      outdoorSourceId,
      body: file,
    }));
    await readAtNoon(stored, flow, [62, 50, 44]);
    match((await visitor.get(`${path}/daily/2026/01`)).text, /2 janvier 2026 6 50 50/);
    match((await visitor.get(`${path}/weekly/2026`)).text, /Moins de trois points/);
    strictEqual((await visitor.get(`${path}/monthly/2026`)).status, 200);
    strictEqual((await visitor.get(`${path}/hourly/2026/01/02`)).status, 400);
  }));

Deno.test("without a period the curve is of this month; a wrong one, or an unknown circuit, is not found", () =>
  withCircuit(async ({ visitor, path }) => {
    const first = await visitor.get(path);
    strictEqual(first.status, 303);
    match(first.headers.get("location") ?? "", /\/daily\/\d{4}\/\d{2}$/);
    strictEqual((await visitor.get(`${path}/fivemin/2026/01/02`)).status, 400);
    strictEqual((await visitor.get(`${path}x/daily/2026/01`)).status, 404);
  }));
