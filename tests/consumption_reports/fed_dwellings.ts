import { ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { aHouse, aHousingSeries, type Place } from "@/tests/helpers/a_dwelling.ts";
import { at } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** Registers of water in m³, and temperatures in °C. */
export const UNITS = ["EFSV", "TEMP"] as const;
/** Hours between two temperature readings: hourly, or weekly. */
export const [HOURLY, WEEKLY] = [1, 168];
export type Unit = typeof UNITS[number];

/** Dwellings with a collector that sends their readings. */
export interface Fed {
  readonly place: Place;
  readonly seriesIds: Readonly<Record<Unit, string>>;
  readonly houseIds: readonly string[];
  send(platform: Platform, readings: readonly Sent[]): Promise<void>;
}

interface Sent {
  readonly unit: Unit;
  readonly house: number;
  readonly epochS: number;
  readonly value: number;
}

/** Two dwellings whose collector has sent their registers each hour for 40 days. */
export async function fedDwellings(place: Place, tempEveryH = HOURLY): Promise<Fed> {
  const { ask, built, series: water } = place;
  const ids = { EFSV: water, TEMP: await aHousingSeries(ask, "TEMP") };
  if (tempEveryH === WEEKLY) await readWeekly(ask, ids.TEMP);
  const houseIds = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
  for (const unit of UNITS) {
    for (const [house, houseId] of houseIds.entries()) {
      const body = { source: `serial=${unit}${house}`, houseId };
      await answerOf(ask("attachSource", { ...at, series: ids[unit], body }));
    }
  }
  const token = await aCollector(ask);
  const send: Fed["send"] = async (platform, readings) => {
    const text = readings.map(({ unit, house, epochS, value }) =>
      `m,serial=${unit}${house} value=${value} ${epochS}`
    ).join("\n");
    const outcome = await sendLines(platform, token, text);
    ok(outcome.kind === "stored", JSON.stringify(outcome));
  };
  const nowS = built.clock.now() / 1_000;
  const first = nowS - 40 * DAY_S;
  const hours = Array.from({ length: 40 * 24 }, (_, rank) => first + rank * HOUR_S);
  for (const house of houseIds.keys()) {
    await send(
      built.platform,
      hours.flatMap((epochS, rank) => [
        { unit: "EFSV", house, epochS, value: rank / 100 },
        ...rank % tempEveryH === 0
          ? [{ unit: "TEMP" as const, house, epochS, value: 19 + rank % 24 / 10 }]
          : [],
      ]),
    );
  }
  return { place, seriesIds: ids, houseIds, send };
}

async function readWeekly(ask: CallFunction, series: string): Promise<void> {
  const body = seriesDraft({ dataUnitId: "TEMP", scope: "housing", rhythm: "week" });
  await answerOf(ask("putDataseries", { ...at, series, body }));
}
