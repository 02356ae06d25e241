import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, type Place, withHousing } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { anotherWatcher, stored } from "./watched_circuit.ts";

const HOUSES = 400;
const HOUR_S = 3_600;

/** Sends a reading of every dwelling at the present second. */
async function sendAll(
  { store, clock, platform }: TestPlatform,
  series: string,
  houses: readonly string[],
): Promise<void> {
  const epochS = Math.floor(clock.now() / 1_000);
  const readings = [{ epochS, value: epochS / HOUR_S }];
  await storedSeries({ store, clock }).append(
    houses.map((id) => ({ seriesId: storedSeriesId(series, id), kind: "index", readings })),
  );
  await platform.versions.bump([{ kind: "readings", id: PROJECT }]);
}

/** A residence whose dwellings have all sent readings, then became silent. */
async function silentHouses({ built, ask, series }: Place): Promise<string[]> {
  const { store, clock, platform: { watcher } } = built;
  const houses: string[] = [];
  for (let rank = 0; rank < HOUSES; rank++) {
    houses.push(await aHouse(ask, { name: `A${rank}` }));
  }
  await sendAll(built, series, houses);
  await watcher.watch(PROJECT);
  deepStrictEqual(await stored(store, "open"), []);
  clock.advance(30 * HOUR_S * 1_000);
  return houses;
}

// @spec alarms.silence
Deno.test("the silence of a residence is one alarm with those of its dwellings under it, in several commits", () =>
  withHousing({}, async (place) => {
    const { built, series } = place;
    const { store, platform: { watcher } } = built;
    const houses = await silentHouses(place);
    const other = anotherWatcher(built);
    await Promise.all([watcher.watch(PROJECT), other.watch(PROJECT)]);
    await other.close();
    const open = await stored(store, "open");
    const parents = open.filter(({ record }) => record.parentId === null);
    deepStrictEqual(parents.map(({ record: { childCount } }) => childCount), [HOUSES]);
    strictEqual(open.length, HOUSES + 1);
    strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, HOUSES + 1);
    await sendAll(built, series, houses);
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    strictEqual((await stored(store, "closed")).length, HOUSES + 1);
    strictEqual((await listIds(store, keys.alarmWatch.under(PROJECT))).length, 0);
  }));

// @spec alarms.silence
Deno.test("the return of a silent residence ends the alarms of all its dwellings, in several commits", () =>
  withHousing({}, async (place) => {
    const { built: { store, platform: { watcher } }, series } = place;
    const houses = await silentHouses(place);
    await watcher.watch(PROJECT);
    strictEqual((await stored(store, "open")).length, HOUSES + 1);
    await sendAll(place.built, series, houses.slice(0, 1));
    await watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
  }));
