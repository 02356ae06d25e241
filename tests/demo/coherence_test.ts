import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { DEMO_ORG, SAMPLE_ORG } from "@/lib/demo/seed/people.ts";
import { type DemoSite, demoSites, sampleSites } from "@/lib/demo/seed/site_table.ts";
import { demoSeries } from "@/lib/demo/simulation/demo_series.ts";
import { houseSeriesId } from "@/lib/demo/simulation/house_series.ts";
import { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import { tempOffsetC } from "@/lib/housing/temperature_offset.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { placeIn, QUERIES } from "@/tests/helpers/schema_examples.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";
import { allRoutes, pathOf, type Place } from "@/tests/tools/routes.ts";
import { EMPTY_ANSWERS, type EmptyAnswers } from "./demo_empty_answers.ts";
import { inDemo } from "./in_demo.ts";

/** Greatest difference between the temperature of a heated dwelling and its setpoint, °C. */
const SPREAD_C = 0.5;

const PILOTED = demoSites().flatMap((site, index) =>
  site.hasPilot ? [{ site, projectId: siteId(index) }] : []
);

/** The series of a dwelling that each kind of report uses. */
const SUFFIXES: Readonly<Record<string, string>> = {
  temp: "temp",
  coldWater: "efs",
  hotWater: "ecs",
  heating: "cha",
  electricity: "elec",
  lights: "ecl",
};

function readerOf(site: DemoSite, projectId: string): SimulatedReader {
  const series = demoSeries(site, projectId, NOW);
  return new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now: () => NOW });
}

function meterOf(projectId: string, houseId: string, suffix: string): string {
  return storedSeriesId(houseSeriesId(projectId, { suffix }), houseId);
}

/** How much the thermometer of a dwelling overestimates, °C. */
function offsetOf(site: DemoSite, projectId: string, houseId: string): number {
  const house = housesOfSite(site, projectId).find(({ id }) => id === houseId);
  return tempOffsetC(house?.config ?? {});
}

// @spec demo.simulation, pilot.temperatures
Deno.test("dwellings of the demo are as warm as the setpoints of their modules", () =>
  inDemo("landlord", async (ask) => {
    for (const { projectId } of PILOTED) {
      const statuses = await answerOf(ask("listModulesStatus", { projectId }));
      const known = statuses.filter(({ temperatureC }) => temperatureC !== null);
      ok(known.length > 0, projectId);
      for (const { moduleId, temperatureC, setpointC } of known) {
        const gapC = (temperatureC ?? NaN) - (setpointC ?? NaN);
        ok(Math.abs(gapC) <= SPREAD_C, `${moduleId}: ${temperatureC} for ${setpointC} °C`);
      }
    }
  }));

// @spec demo.simulation, pilot.wishes
Deno.test("in January a dwelling of the demo cools at night by its night decrease at most", () =>
  inDemo("landlord", async (ask) => {
    let measuredCount = 0;
    for (const { site, projectId } of PILOTED) {
      const [configs, houses] = await Promise.all([
        ask("listModulesConfig", { projectId }),
        ask("listModulesStatus", { projectId }),
      ]);
      ok(configs.ok && houses.ok);
      const reader = readerOf(site, projectId);
      const applied = new Set(
        houses.answer.filter(({ wish }) => wish.state === "applied").map((one) => one.moduleId),
      );
      for (const { moduleId, temp_conf, occupantTempC, night_decrease } of configs.answer) {
        if (!applied.has(moduleId)) continue;
        const askedC = occupantTempC ?? temp_conf;
        const hours = await hoursOn(reader, meterOf(projectId, moduleId, "temp"), "2026-01-15");
        const means = hours.flatMap(({ mean }) => mean === null ? [] : [mean]);
        measuredCount += means.length > 0 ? 1 : 0;
        const offsetC = offsetOf(site, projectId, moduleId);
        ok(Math.max(...means) - offsetC <= askedC + SPREAD_C, moduleId);
        ok(Math.min(...means) - offsetC >= askedC - night_decrease - SPREAD_C, moduleId);
      }
    }
    ok(measuredCount > 50, `${measuredCount} dwellings`);
  }));

// @spec demo.simulation, reports.uses
Deno.test("the reports of the demo equal the meters of the dwelling over a month", () =>
  inDemo("landlord", async (ask) => {
    for (const projectId of ["p01", "p04"]) {
      const site = demoSites().find((_, index) => siteId(index) === projectId);
      ok(site);
      const reader = readerOf(site, projectId);
      const found = await answerOf(ask("getConsumptionAnalysis", { projectId, month: "2026-01" }));
      const whole = found.houses.filter(({ notices }) => notices.length === 0);
      ok(whole.length > 5, projectId);
      for (const { houseId, items } of whole) {
        for (const { kind, value } of items) {
          const [month] = await reader.months(
            meterOf(projectId, houseId, SUFFIXES[kind] ?? ""),
            2026,
          );
          const read: number | null | undefined = kind === "temp"
            ? (month?.mean ?? NaN) - offsetOf(site, projectId, houseId)
            : month?.sum;
          ok(
            Math.abs((value ?? NaN) - (read ?? NaN)) < 0.01,
            `${houseId} ${kind}: ${value}, ${read}`,
          );
        }
        const valueOf = (kind: string) => items.find((one) => one.kind === kind)?.value ?? 0;
        ok(valueOf("lights") < valueOf("electricity"), houseId);
        strictEqual(items.some(({ kind }) => kind === "lights"), site.hasLightsMeters ?? false);
      }
    }
  }));

const SILENCES: ReadonlySet<string> = new Set(["collect-online", "pilot-online"]);

// @spec demo.stories, housing.connectivity
Deno.test("silent dwelling of the demo has an alarm", () =>
  inDemo("landlord", async (ask) => {
    const states = new Set<string>();
    for (const index of demoSites().keys()) {
      const projectId = siteId(index);
      const [houses, alarms] = await Promise.all([
        ask("listHousesConnectivity", { projectId }),
        ask("listAlarms", { projectId, closed: "false" }),
      ]);
      ok(houses.ok && alarms.ok);
      const silent = alarms.answer.filter(({ handler }) => SILENCES.has(handler));
      const alarmed = new Set(silent.map(({ houseId }) => houseId));
      for (const { houseId, state } of houses.answer) {
        states.add(state);
        const isLost = state === "offline" || state === "last-7-days";
        if (isLost) ok(alarmed.has(houseId), `${houseId} is ${state}`);
      }
    }
    ok(states.has("offline") && states.has("online"), [...states].join());
  }));

// @spec demo.stories, pilot.module-list
Deno.test("module of the demo has been silent for days with a change pending since, and other changes are pending for minutes", () =>
  inDemo("landlord", async (ask) => {
    const projectId = siteId(0);
    const [modules, states] = await Promise.all([
      ask("listModulesStatus", { projectId }),
      ask("listModulesConnectivity", { projectId }),
    ]);
    ok(modules.ok && states.ok);
    const silent = states.answer.filter(({ state }) => state !== "online");
    // Its gateway answers.
    deepStrictEqual(silent.map(({ state }) => state), ["reachable"]);
    const waits = modules.answer.filter(({ wish }) => wish.state === "pending");
    const ages = waits.map(({ wish }) => NOW - Date.parse(wish.changedAt ?? ""));
    strictEqual(new Set(ages).size, 4);
    const [oldest = 0, ...others] = ages.toSorted((a, b) => b - a);
    ok(oldest > 2 * 86_400_000 && others.every((age) => age < 3_600_000), ages.join());
    const waiting = waits.find(({ wish }) => NOW - Date.parse(wish.changedAt ?? "") === oldest);
    strictEqual(waiting?.moduleId, silent[0]?.moduleId);
  }));

const PLACES = demoSites().map((site, index) => ({ site, projectId: siteId(index) }));

Deno.test("housesOfSite() returns the dwellings that each residence's site declares, the same each time", () => {
  for (const { site, projectId } of PLACES) {
    const houses = housesOfSite(site, projectId);
    strictEqual(houses.length, site.dwellings.count);
    deepStrictEqual(houses, housesOfSite(site, projectId));
  }
});

Deno.test("housesOfSite() gives no name or serial twice in a residence", () => {
  for (const { site, projectId } of PLACES) {
    const houses = housesOfSite(site, projectId);
    strictEqual(new Set(houses.map(({ settings }) => settings.name)).size, houses.length);
    strictEqual(new Set(houses.map(({ serial }) => serial)).size, houses.length);
  }
});

Deno.test("housesOfSite() creates groups large enough to be shown, and one too small", () => {
  const small = PLACES.flatMap(({ site, projectId }) => {
    const counts = new Map<string, number>();
    for (const { settings: { anonymousGroupId } } of housesOfSite(site, projectId)) {
      const id = anonymousGroupId ?? "";
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count < FEWEST_ANONYMOUS);
  });
  deepStrictEqual(small, [["p01-gessai", 8]]);
});

Deno.test("housesOfSite() creates dwellings with plausible settings", () => {
  for (const { site, projectId } of PLACES) {
    for (const { areaM2, peopleCount, settings } of housesOfSite(site, projectId)) {
      ok(areaM2 >= 35 && areaM2 <= 95, `${areaM2} m²`);
      ok(peopleCount >= 1 && peopleCount <= 6, `${peopleCount} people`);
      ok((settings.floor ?? -1) >= 0 && (settings.floor ?? 99) < 11);
    }
  }
});

function isEmpty(answer: unknown): boolean {
  if (answer === null) return true;
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer !== "object") return false;
  const values = Object.values(answer);
  const lists = values.filter(Array.isArray);
  return values.length === 0 || (lists.length > 0 && lists.every((list) => list.length === 0));
}

/** The outcome of a call in a place: "full", "empty", or the code of its refusal. */
async function outcomeOf(http: AskApp, token: string, path: string): Promise<string> {
  const answer = await http(path, { headers: { "x-authtoken": token } });
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  if (!isJson) return (await answer.arrayBuffer()).byteLength > 0 ? "full" : "empty";
  const body = await answer.json();
  if (answer.status !== 200) return String(body.code);
  return isEmpty(body) ? "empty" : "full";
}

/** The places of a call: residences, organisations, or none. */
function placesOf({ path }: Call): { place: string; orgId: string; projectId: string }[] {
  const residences = allSites().map((_, index) => ({
    place: siteId(index),
    orgId: index < demoSites().length ? DEMO_ORG.id : SAMPLE_ORG.id,
    projectId: siteId(index),
  }));
  if (path.includes(":projectId")) return residences;
  const first = residences.filter(({ place }) => place === "p01" || place === "p23");
  return path.includes(":orgId")
    ? first.map((one) => ({ ...one, place: one.orgId }))
    : first.slice(0, 1).map((one) => ({ ...one, place: "" }));
}

/** The row of the table for a call in a place. */
function expectedOf({ path }: Call, place: string): EmptyAnswers | null {
  return EMPTY_ANSWERS.find(({ calls, where }) =>
    calls.test(path) && (where === null || where.includes(place))
  ) ?? null;
}

// @spec demo.accounts, demo.calls
Deno.test("each read returns data in every residence of the demo, except where the table says why not", () =>
  withApp(async (http, built) => {
    const tokenOf = async (who: "landlord" | "sample") => {
      const { email, password } = DEMO_ACCOUNTS[who];
      return (await signedIn(built, email, password)).token;
    };
    const tokens: Record<string, string> = {
      [DEMO_ORG.id]: await tokenOf("landlord"),
      [SAMPLE_ORG.id]: await tokenOf("sample"),
    };
    const wrong: string[] = [];
    const used = new Set<EmptyAnswers>();
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      if (call.method !== "GET") continue;
      for (const { place, orgId, projectId } of placesOf(call)) {
        const path = fillPath(call.path, placeIn(name, call, { orgId, projectId }));
        const asked = `/api${path}${QUERIES[name] ?? ""}`;
        const outcome = await outcomeOf(http, tokens[orgId] ?? "", asked);
        const row = expectedOf(call, place);
        if (row !== null) used.add(row);
        const expected = row?.answer ?? "full";
        const isSome = expected === "some-empty" && ["full", "empty"].includes(outcome);
        if (outcome !== expected && !isSome) wrong.push(`${name} ${place}: ${outcome}`);
      }
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(EMPTY_ANSWERS.filter((one) => !used.has(one)).map(({ why }) => why), []);
  }, { demo: true }));

/** Parameters of a residence of the small data set. */
function placeOf(projectId: string): Place {
  const room = `${projectId}-c1`;
  return {
    orgId: "exemple",
    projectId,
    boilerRoomId: room,
    circuitId: `${room}-r1`,
    sourceId: `${projectId}-meteo`,
    series: `${room}-dep`,
    seriesId: `${room}-dep`,
    equipmentId: room,
    period: "monthly/2025",
    year: "2025",
    month: "2025-06",
    list: "running",
  };
}

/** Pages of equipment that the residence without dwellings lacks. */
const HAS_NO = [
  "houseId",
  "houseSeries",
  "buildingId",
  "consumerId",
  "computedSeriesId",
  "statementId",
  "reportId",
  "alarmId",
  "subjectId",
  "requestId",
  "docId",
  "email",
  "teamId",
  "tagId",
  "moduleId",
  "occupancyId",
  "importId",
  "actionId",
  "pce",
  "path",
  "node",
  "providerId",
  "contractId",
  "typedocId",
];

/** Pages of a feature that only its twin has on. */
const IS_OFF = /\/consumption-reports/;

async function signedInAs(visitor: Visitor): Promise<Visitor> {
  const { email, password } = DEMO_ACCOUNTS.sample;
  await visitor.signIn(email, password);
  return visitor;
}

// @spec demo.sample
Deno.test("the small data set has three residences of 20, 0 and 20 dwellings", () =>
  withSite(async ({ visitor }) => {
    const reader = await signedInAs(visitor());
    const { text } = await reader.get("/home");
    match(text, /3\u00A0résidences /);
    deepStrictEqual(sampleSites().map(({ dwellings: { count } }) => count), [20, 0, 20]);
    for (const name of ["Résidence Colette", "Maison des associations", "Les Glycines"]) {
      ok(text.includes(name), name);
    }
    const houses = await reader.get("/collect/p23/houses");
    match(houses.text, /20\u00A0logements/);
    strictEqual((await reader.get("/collect/p01")).status, 404);
  }, { demo: true }));

Deno.test("residence without dwellings displays every page of a residence correctly", () =>
  withSite(async ({ visitor }) => {
    const reader = await signedInAs(visitor());
    const routes = (await allRoutes()).filter(({ isPage, pattern }) =>
      isPage && pattern.includes(":projectId") && !pattern.startsWith("/display") &&
      !HAS_NO.some((name) => pattern.includes(`:${name}`))
    );
    const wrong: string[] = [];
    for (const route of routes) {
      const { status, text } = await reader.get(pathOf(route, placeOf("p24")));
      const twin = await reader.get(pathOf(route, placeOf("p25")));
      const expected = IS_OFF.test(route.pattern) ? 404 : twin.status;
      if (status !== expected) wrong.push(`${route.pattern}: ${status}, not ${expected}`);
      if (status >= 500) wrong.push(`${route.pattern}: ${status}`);
      doesNotMatch(text, /\b(NaN|undefined|null|Infinity)\b|∞/, route.pattern);
    }
    deepStrictEqual(wrong, []);
    ok(routes.length > 30, String(routes.length));
  }, { demo: true }));
