import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { demoSeries } from "@/lib/demo/simulation/demo_series.ts";
import { houseSeriesId } from "@/lib/demo/simulation/house_series.ts";
import { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { tempOffsetC } from "@/lib/housing/temperature_offset.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";
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
          const read = kind === "temp"
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
