import { deepStrictEqual } from "node:assert/strict";
import type { Point } from "@/lib/domain/series/types.ts";
import { aSeries, PROJECT, withMember } from "@/tests/backend/a_residence.ts";
import { answerOf } from "@/tests/backend/fixtures.ts";

const DAY = "2026-01-05";
/** Midnight of the day in Paris. */
const MIDNIGHT_S = Date.parse("2026-01-04T23:00:00Z") / 1_000;

/** The consumption of each five minutes that has one, and of the day, from registers by minute of the day. */
function countedFrom(
  registers: Readonly<Record<number, number>>,
  check: (read: { slots: Record<string, number>; day: number | null }) => void,
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ ask, stored }) => {
    const series = await aSeries(ask, "GAZV");
    const readings = Object.entries(registers)
      .map(([minute, value]): Point => ({ epochS: MIDNIGHT_S + Number(minute) * 60, value }))
      .sort((a, b) => a.epochS - b.epochS);
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    const read = async (segment: string) => {
      const result = await answerOf(
        ask("getFacilityRangeData", { projectId: PROJECT, series, segment }),
      );
      return result.slots.flatMap(({ slot, value }) => value === null ? [] : { slot, value });
    };
    const slots = (await read(`fivemin-${DAY}`)).map(({ slot, value }) => [slot.slice(11), value]);
    const [day] = (await read("daily-2026-01")).filter(({ slot }) => slot === DAY);
    check({ slots: Object.fromEntries(slots), day: day?.value ?? null });
  });
}

// @spec series.registers
Deno.test("five minutes ignore a register below both its neighbours, as hours and days do", () =>
  countedFrom({ 480: 5_000, 485: 0, 490: 5_002, 495: 5_003 }, (read) => {
    // A counter sends 0 as it boots: 2 m³ over the ten minutes, then 1; not 5,002.
    deepStrictEqual(read, { slots: { "08:10": 2, "08:15": 1 }, day: 3 });
  }));

// @spec series.registers
Deno.test("five minutes ignore such a register as the first or the last one of their day", () =>
  countedFrom({ [-10]: 5_000, [-5]: 0, 0: 5_001, 1_435: 0, 1_440: 5_004 }, ({ slots }) => {
    // No register of the five minutes before midnight is left, so nothing counts at midnight.
    deepStrictEqual(slots, {});
  }));
