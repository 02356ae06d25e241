import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { compactSeries } from "../../../lib/backend/jobs/compact_series.ts";
import { keys } from "../../../lib/backend/kv/keys.ts";
import { StoredSeries } from "../../../lib/backend/kv/series.ts";
import { aClock, NOW, withStore } from "../fixtures.ts";

Deno.test("compactSeries() leaves no arrival of an hour ago, and no figure changes", () =>
  withStore(async (store) => {
    const { now } = aClock();
    const nowS = NOW / 1_000;
    for (const projectId of ["p1", "p1x", "p2"]) {
      const readings = [-7_200, -3_600, 0].map((ago, index) => ({
        epochS: nowS + ago,
        value: 100 + index * 10,
      }));
      const series = new StoredSeries(store, projectId, now);
      await series.append([{ seriesId: "s", kind: "index", readings }]);
      await series.append([{ seriesId: "t", kind: "index", readings }]);
    }
    deepStrictEqual(await compactSeries(store, now), { compactedCount: 0, leftCount: 3 });
    const anHourLater = () => now() + 3_600_000;
    deepStrictEqual(await compactSeries(store, anHourLater), { compactedCount: 3, leftCount: 0 });
    const left = await Array.fromAsync(store.list({ prefix: keys.arrival.under() }));
    strictEqual(left.length, 0);
    const months = await new StoredSeries(store, "p1x", now).months("s", 2026);
    strictEqual(months[1]?.sum, 20);
    deepStrictEqual(await compactSeries(store, now), { compactedCount: 0, leftCount: 0 });
  }));
