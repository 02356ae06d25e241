import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import {
  ABSENT_DAYS,
  type DemoHouse,
  heatedHouse,
  housesOfSite,
} from "@/lib/demo/seed/dwellings.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { houseSeriesId } from "@/lib/demo/simulation/house_series.ts";
import type { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";
import { inDemo } from "./in_demo.ts";

/** A gateway sends requests every quarter of an hour. */
const LONGEST_S = 900;

// @spec pilot.wishes
Deno.test("the modules of the demo follow their settings, except those just changed", () =>
  inDemo("pilot", async (ask) => {
    const at = { projectId: "p01" };
    const [configs, statuses, connectivity, features] = await Promise.all([
      ask("listModulesConfig", at),
      ask("listModulesStatus", at),
      ask("listModulesConnectivity", at),
      ask("getPilotFeatures", at),
    ]);
    ok(configs.ok && statuses.ok && connectivity.ok && features.ok);
    const all = statuses.answer;
    strictEqual(all.length, 64);
    strictEqual(configs.answer.length, all.length);
    const states = Map.groupBy(all, ({ wish }) => wish.state);
    deepStrictEqual([...states.keys()].sort(), ["applied", "pending"]);
    ok((states.get("pending")?.length ?? 0) < all.length / 5);
    const askedC = new Map(
      configs.answer.map((one) => [one.moduleId, one.occupantTempC ?? one.temp_conf]),
    );
    for (
      const { moduleId, setpointC, house_status, reportedHouseStatus } of states.get("applied") ??
        []
    ) {
      strictEqual(setpointC, house_status === "absent" ? 16 : askedC.get(moduleId), moduleId);
      strictEqual(reportedHouseStatus, house_status, moduleId);
    }
    for (const { moduleId, wish } of states.get("applied") ?? []) {
      const askedS = Date.parse(wish.changedAt ?? "") / 1_000;
      const tookS = Date.parse(wish.appliedAt ?? "") / 1_000 - askedS;
      ok(tookS > 0 && tookS <= LONGEST_S, `${moduleId} applied after ${tookS} s`);
    }
    // The displayed temperature is that of the dwelling's sensor.
    const shown = all.filter(({ temperatureC }) => temperatureC !== null);
    ok(shown.length > 0);
    deepStrictEqual(
      new Set(shown.map(({ temperatureFrom }) => temperatureFrom)),
      new Set(["sensor"]),
    );
  }));

// @spec pilot.week
Deno.test("at night the modules of the demo aim at the lowered temperature, and heat only cooler dwellings", () =>
  inDemo("landlord", async (ask, built) => {
    const at = { projectId: "p01" };
    const noon = await ask("listModulesStatus", at);
    ok(noon.ok);
    // Tanks heat from 0:00 to 6:00.
    ok(noon.answer.every(({ isWaterHeating }) => isWaterHeating === false));
    // From noon to four in the morning in Paris.
    built.clock.advance(16 * 3_600_000);
    const [configs, statuses] = await Promise.all([
      ask("listModulesConfig", at),
      ask("listModulesStatus", at),
    ]);
    ok(configs.ok && statuses.ok);
    const heatingWater = statuses.answer.filter(({ isWaterHeating }) => isWaterHeating);
    ok(heatingWater.length > 20 && heatingWater.length < 60, `${heatingWater.length} tanks`);
    const lowered = new Map(
      configs.answer.map((one) => [
        one.moduleId,
        (one.occupantTempC ?? one.temp_conf) - one.night_decrease,
      ]),
    );
    for (const { moduleId, wish, house_status, ...status } of statuses.answer) {
      if (wish.state === "pending") continue;
      const askedC = lowered.get(moduleId) ?? NaN;
      strictEqual(status.setpointC, house_status === "absent" ? 16 : askedC, moduleId);
      const { temperatureC, setpointC } = status;
      if (temperatureC === null || setpointC === null) continue;
      strictEqual(status.isHeating, temperatureC < setpointC, `${moduleId} ${temperatureC}`);
    }
  }));

// @spec pilot.occupant-range, demo.stories
Deno.test("an occupant of the demo chose more than the present maximum: both sides show the setpoint applied instead", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.occupant;
    const pilot = await signedIn(built, DEMO_ACCOUNTS.pilot.email, DEMO_ACCOUNTS.pilot.password);
    const occupant = await signedIn(built, email, password);
    const { residenceTempC, chosenC, askedC, minC, maxC, state } = await answerOf(
      occupant.ask("getOwnPilot", { projectId: "p01", houseId: "p01-l001" }),
    );
    deepStrictEqual([residenceTempC, chosenC, askedC, minC, maxC, state], [
      19.5,
      22,
      21,
      18,
      21,
      "applied",
    ]);
    const all = await answerOf(pilot.ask("listModulesConfig", { projectId: "p01" }));
    const limited = all.filter(({ occupantChoiceC: choiceC, occupantTempC }) =>
      choiceC !== occupantTempC
    );
    deepStrictEqual(limited.map(({ moduleId }) => moduleId), ["p01-l001"]);
  }, { demo: true }));

/** A Friday in winter. */
const NOW = Date.parse("2026-01-23T10:07:00Z");
const TODAY = "2026-01-23";

interface Piloted {
  readonly projectId: string;
  readonly houses: readonly DemoHouse[];
  readonly reader: SimulatedReader;
}

const PILOTED: readonly Piloted[] = demoSites().flatMap((site: DemoSite, index) => {
  if (!site.hasPilot) return [];
  const projectId = siteId(index);
  const reader = simulatedReader(projectId, { now: () => NOW, filledMs: NOW });
  return [{ projectId, houses: housesOfSite(site, projectId), reader }];
});

function seriesOf(projectId: string, { id }: DemoHouse, suffix: string): string {
  return storedSeriesId(houseSeriesId(projectId, { suffix }), id);
}

async function sumOf(reader: SimulatedReader, id: string, from: IsoDate, to: IsoDate) {
  const days = await reader.days(id, { from, to });
  return days.reduce((total, { sum }) => total + (sum ?? 0), 0);
}

/**
 * Consumption of the four whole days after the occupants left, as a share of the four days before.
 */
async function shareSinceLeaving(
  { projectId, reader }: Piloted,
  house: DemoHouse,
  suffix: string,
): Promise<number> {
  const id = seriesOf(projectId, house, suffix);
  const left = addDays(TODAY, -ABSENT_DAYS);
  const before = await sumOf(reader, id, addDays(left, -4), left);
  return await sumOf(reader, id, addDays(left, 1), addDays(left, 5)) / before;
}

// @spec demo.simulation, pilot.week
Deno.test("vacant dwelling of the demo is heated less and consumes almost nothing once its occupants have left", async () => {
  let count = 0;
  for (const site of PILOTED) {
    for (const house of site.houses.filter(({ id }) => heatedHouse(id).kind === "absent")) {
      count++;
      const shares = await Promise.all(
        ["cha", "efs", "ecs", "elec"].map((suffix) => shareSinceLeaving(site, house, suffix)),
      );
      const [heating = 1, cold = 1, hot = 1, electricity = 1] = shares;
      // Two days of four without heating, then 3.5 °C below the usual 18: less than two thirds of
      // before.
      ok(heating > 0.05 && heating < 0.65, `${house.id} heating ${heating}`);
      ok(cold < 0.1 && hot < 0.1, `${house.id} water ${cold} ${hot}`);
      ok(electricity > 0.2 && electricity < 0.55, `${house.id} electricity ${electricity}`);
    }
  }
  ok(count >= 10, `${count} empty dwellings`);
});

Deno.test("the day on which occupants leave is the sum of its hours, and an occupied dwelling does not change", async () => {
  const [site] = PILOTED;
  ok(site);
  const { projectId, reader, houses } = site;
  const left = addDays(TODAY, -ABSENT_DAYS);
  const compared = new Map([[true, 0], [false, 0]]);
  for (const house of houses) {
    const isLeft = heatedHouse(house.id).kind === "absent";
    const hours = await hoursOn(reader, seriesOf(projectId, house, "cha"), left);
    const afternoon = hours.slice(13).reduce((total, { sum }) => total + (sum ?? 0), 0);
    const hasAll = hours.every(({ count }) => count > 0);
    if (hasAll) {
      strictEqual(afternoon < 0.01, isLeft, house.id);
      compared.set(isLeft, (compared.get(isLeft) ?? 0) + 1);
    }
    const day = await sumOf(reader, seriesOf(projectId, house, "cha"), left, addDays(left, 1));
    const sum = hours.reduce((total, one) => total + (one.sum ?? 0), 0);
    ok(Math.abs(day - sum) < 0.01, `${house.id} ${day} ${sum}`);
  }
  ok([...compared.values()].every((count) => count > 0), [...compared].join("; "));
});

/** The greatest change from one mean to the next, °C. */
function greatestStep(means: readonly (number | null)[]): number {
  const known = means.filter((mean) => mean !== null);
  ok(known.length > 10, `${known.length} means`);
  return Math.max(...known.slice(1).map((mean, rank) => Math.abs(mean - (known[rank] ?? mean))));
}

// @spec demo.simulation
Deno.test("the temperatures of the demo have no step where a season begins or ends", async () => {
  for (const { projectId, houses, reader } of PILOTED) {
    for (const day of ["2025-10-01", "2025-05-01", "2025-05-21", "2025-06-01"]) {
      const days = { from: addDays(day, -12), to: addDays(day, 13) };
      for (const house of houses.slice(0, 24)) {
        const means = await reader.days(seriesOf(projectId, house, "temp"), days);
        // The weather changes an unheated dwelling by 0.4 °C a day, and the season fades over a
        // fortnight.
        const step = greatestStep(
          means.map(({ mean, coveredS, lengthS }) => coveredS < lengthS ? null : mean),
        );
        ok(step < 0.7, `${house.id} ${day}: ${step} °C from a day to the next`);
      }
    }
  }
});

Deno.test("the outdoor probes of the demo have no step at midnight", async () => {
  for (const { projectId, reader } of PILOTED) {
    const days = await reader.hoursOfDays(`${projectId}-ext`, { from: "2025-01-01", to: TODAY });
    const leaps = days.slice(1).flatMap((hours, rank) => {
      const [last, first] = [days[rank]?.at(-1)?.mean, hours[0]?.mean];
      return typeof last === "number" && typeof first === "number" ? Math.abs(first - last) : [];
    });
    ok(leaps.length > 300);
    // An evening cools by 0.8 °C an hour at most, and each of two readings has an error of 0.4.
    ok(Math.max(...leaps) < 2, `${projectId}: ${Math.max(...leaps)} °C`);
  }
});
