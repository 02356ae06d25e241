import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ALARM_ID, seedAlarms } from "@/lib/backend/demo/seed/alarms.ts";
import { SITES } from "@/lib/backend/demo/seed/sites.ts";
import { seriesOfSite, siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds, listStored } from "@/lib/backend/kv/lists.ts";
import { alarmRecord } from "@/lib/backend/records/alarms.ts";
import { NOW, withStore } from "@/tests/backend/fixtures.ts";

// @spec B §4 "Demo site alarm level: none, current, old, both"
Deno.test("the residences of the demo have current alarms, old ones, both or none, in turn", () =>
  withStore(async (store) => {
    await seedAlarms(store, NOW);
    const counts = await Promise.all([0, 1, 2, 3].map(async (index) => {
      const projectId = siteId(index);
      const open = await listIds(store, keys.openAlarm.under(projectId));
      const closed = await listIds(store, keys.closedAlarm.under(projectId));
      return [open.length, closed.length];
    }));
    // Old: a roof light, a silence with its four sensors; in the first residence a flow besides.
    deepStrictEqual(counts, [[1, 7], [1, 0], [0, 6], [0, 0]]);
    ok((await listIds(store, keys.closedAlarm.under(siteId(0)))).includes(DEMO_ALARM_ID));
    strictEqual((await listIds(store, keys.alarmComment.under(siteId(0)))).length > 2, true);
  }));

Deno.test("what a current alarm of the demo says stays true of its readings: an evaluation does not close it", () =>
  withStore(async (store) => {
    await seedAlarms(store, NOW);
    const projectId = siteId(0);
    const [alarm] = await listStored(store, keys.openAlarm.under(projectId), alarmRecord);
    const [site] = SITES;
    ok(alarm && site);
    const series = seriesOfSite(site, projectId).find(({ id }) => id === alarm.record.seriesId);
    ok(series?.simulation.flagged === "instant");
    for (let hour = 0; hour < 24; hour++) {
      const celsius = series.simulation.valueAt(2026, 40, hour);
      // The bound is 63 °C, and an alarm closes half a degree inside it.
      ok(celsius < 63, `${hour} h: ${celsius}`);
    }
  }));
