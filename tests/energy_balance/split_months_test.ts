import { deepStrictEqual, ok } from "node:assert/strict";
import { aBoilerRoom, aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const HOUR_S = 3_600;
/** Midnight of 1 January 2025 in Paris, seconds. */
const START_S = Date.parse("2024-12-31T23:00:00Z") / 1_000;

// @spec balance.whole-days
Deno.test("getBalanceReadings() gives the days of a month whose DJU lack some, and of the meters read in it", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask, stored }) => {
    const [gas, outdoor] = [await aSeries(ask, "GAZV"), await aSeries(ask, "TEXT")];
    // A register read each midnight from January to March, and 6 °C each hour but in late January.
    const readings = Array.from({ length: 91 }, (_, day) => (
      { epochS: START_S + day * 24 * HOUR_S, value: 1_000 + 10 * day }
    ));
    const hours = Array.from({ length: 59 * 24 }, (_, hour) => (
      { epochS: START_S + hour * HOUR_S, value: 6 }
    )).filter((_, hour) => hour < 20 * 24 || hour >= 31 * 24);
    await stored.append([
      { seriesId: gas, kind: "index", readings },
      { seriesId: outdoor, kind: "instant", readings: hours },
    ]);
    const source = { name: "Sonde", method: "mean" as const, seriesId: outdoor, station: "" };
    ok((await ask("createOutdoorSource", { projectId: PROJECT, body: source })).ok);
    const place = { projectId: PROJECT, boilerRoomId: await aBoilerRoom(ask) };
    const body = {
      sourceKind: "gaz-volume" as const,
      sourceType: gas,
      hotWaterTypes: [],
      solarTypes: [],
      gazPce: null,
    };
    ok((await ask("putEfficiencySources", { ...place, body })).ok);
    const read = await answerOf(ask("getBalanceReadings", { ...place, segment: "monthly-2025" }));
    const days = ["2025-01", "2025-02"].map((month) => {
      const reading = read.series[gas]?.[month];
      return [reading?.value, Object.keys(reading?.days ?? {}).length];
    });
    // 310 m³ over the 31 days of January; February is whole.
    deepStrictEqual(days, [[310, 31], [280, 0]]);
  }, { now: "2025-04-10T11:00:00Z" }));
