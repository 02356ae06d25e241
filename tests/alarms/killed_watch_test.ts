import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, storedSeries, withMember } from "@/tests/helpers/a_residence.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { SILENT_MS } from "./killed_watch.ts";
import { anotherWatcher, stored } from "./watched_circuit.ts";

const HOUSES = 400;

/** Evaluates in a separate process that is killed at a commit. */
async function killedAt(path: string, commit: number, when: "before" | "after"): Promise<void> {
  const script = new URL("./killed_watch.ts", import.meta.url).pathname;
  const { signal, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, path, String(commit), when],
  }).output();
  strictEqual(signal, "SIGKILL", new TextDecoder().decode(stderr));
}

/** A residence whose dwellings have each sent one reading. */
function writeDwellings(path: string): Promise<void> {
  const residence = { features: { houseMode: 1 } } as const;
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const epochS = Math.floor(built.clock.now() / 1_000);
    for (let rank = 0; rank < HOUSES; rank++) {
      const house = await aHouse(ask, { name: `A${rank}` });
      await storedSeries(built).append([{
        seriesId: storedSeriesId(series, house),
        kind: "index",
        readings: [{ epochS, value: rank }],
      }]);
    }
  }, { path, residence });
}

// @spec alarms.evaluation
Deno.test("processes killed while they raise alarms lose none, and raise none twice", () =>
  withStoreFile(async (path) => {
    await writeDwellings(path);
    await killedAt(path, 1, "before");
    await killedAt(path, 1, "after");
    await killedAt(path, 2, "after");
    await withPlatform(async (built) => {
      const { store, clock, platform: { watcher } } = built;
      clock.advance(SILENT_MS);
      const other = anotherWatcher(built);
      await Promise.all([watcher, other].map((one) => one.watch(PROJECT)));
      await other.close();
      const open = await stored(store, "open");
      const parents = open.filter(({ record }) => record.parentId === null);
      deepStrictEqual(parents.map(({ record: { childCount } }) => childCount), [HOUSES]);
      strictEqual(new Set(open.map(({ record }) => record.subjectKey)).size, HOUSES + 1);
      strictEqual(open.length, HOUSES + 1);
      strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, HOUSES + 1);
    }, { path });
  }));
