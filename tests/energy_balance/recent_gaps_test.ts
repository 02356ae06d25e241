import { deepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { aBoilerRoom, aSeries, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { someSettings } from "./builders.ts";

const DAY_S = 86_400;
/** Midnight of 1 September 2026 in Paris, seconds; a day of 25 hours follows in October. */
const START_S = Date.parse("2026-08-31T22:00:00Z") / 1_000;

/** A boiler room that burns the gas of a series, with the settings of {@link someSettings}. */
async function aBalance(ask: CallFunction, { gas, djuSource }: { gas: string; djuSource: string }) {
  const boilerRoomId = await aBoilerRoom(ask);
  const place = { projectId: PROJECT, boilerRoomId };
  const sources = { sourceType: gas, hotWaterTypes: [], solarTypes: [], gazPce: null };
  const body = { sourceKind: "gaz-volume" as const, ...sources };
  ok((await ask("putEfficiencySources", { ...place, body })).ok);
  const { fromDate, ...settings } = someSettings({ fromDate: "2026-01-01", djuSource });
  ok((await ask("putEfficiencySettings", { ...place, fromDate, body: settings })).ok);
  return boilerRoomId;
}

// @spec balance.recent-gap
Deno.test("listRecentGaps() judges the last thirty days, also where the months are read whole", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask, stored }) => {
    const [cured, drifting] = [await aSeries(ask, "GAZV"), await aSeries(ask, "GAZV")];
    const outdoor = await aSeries(ask, "TEXT");
    // 8 °C each hour: 10 DJU a day, for which N'B is 40 Wh × 1,000 m² × 10 = 400 kWh.
    const hours = Array.from({ length: 80 * 24 }, (_, hour) => (
      { epochS: START_S + hour * 3_600, value: 8 }
    ));
    // A reading every three hours: 36 then 40 m³ a day of 11 kWh, 396 and 440 kWh: −1 % and +10 %; before, 80 and 20 m³.
    const turnS = Date.parse("2026-10-19T22:00:00Z") / 1_000;
    const register = (before: number, after: number) =>
      Array.from({ length: 80 * 8 }, (_, at) => {
        const epochS = START_S + at * DAY_S / 8;
        const days = Math.max(0, epochS - turnS) / DAY_S;
        return {
          epochS,
          value: 1_000 + before * ((epochS - START_S) / DAY_S - days) + after * days,
        };
      });
    await stored.append([
      { seriesId: cured, kind: "index", readings: register(80, 36) },
      { seriesId: drifting, kind: "index", readings: register(20, 40) },
      { seriesId: outdoor, kind: "instant", readings: hours },
    ]);
    const source = { name: "Sonde", method: "mean" as const, seriesId: outdoor, station: "" };
    const made = await answerOf(ask("createOutdoorSource", { projectId: PROJECT, body: source }));
    const rooms = [
      await aBalance(ask, { gas: cured, djuSource: made.id }),
      await aBalance(ask, { gas: drifting, djuSource: made.id }),
    ];
    const unset = await aBoilerRoom(ask);
    const lines = await answerOf(ask("listRecentGaps", { orgId: ORG }));
    const gapOf = (id: string) => {
      const gap = lines.find(({ boilerRoomId }) => boilerRoomId === id)?.gap ?? null;
      return gap && [gap.dayCount, Math.round(10 * (gap.percent ?? NaN)) / 10, gap.status];
    };
    // The day of 25 hours has 1/24 more gas for the same DJU: 396 and 440 × 721 / 720, against 400 kWh.
    deepStrictEqual([...rooms, unset].map(gapOf), [
      [30, -0.9, "good"],
      [30, 10.2, "very-bad"],
      null,
    ]);
  }, { now: "2026-11-19T09:00:00Z" }));
