import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { purgeAlarms, purgeMutes } from "@/lib/alarms/alarm_store.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

// @spec alarms.retention
Deno.test("purgeSeries() deletes the alarms that ended before the retained months, with their comments", () =>
  withResidence(async (built) => {
    const { store, clock: { now } } = built;
    const ada = await someone(built, { roles: ["collect"] });
    // Figures of months are retained for seven years: from 1 January 2019 in Paris on.
    const old = await storeAlarm(store, {
      start: "2018-12-30T00:00:00Z",
      end: "2018-12-31T22:59:59Z",
    });
    const lasting = { start: "2018-12-30T00:00:00Z", subjectKey: "collect-online/s2" };
    const ended = await storeAlarm(store, { ...lasting, end: "2018-12-31T23:00:00Z" });
    const open = await storeAlarm(store, { ...lasting, subjectKey: "collect-online/s3" });
    for (const alarmId of [old, ended]) {
      const body = { text: "Vu" };
      ok((await ada("commentAlarm", { projectId: PROJECT, alarmId, body })).ok);
    }
    await purgeSeries(store, now);
    deepStrictEqual(await listIds(store, keys.closedAlarm.under(PROJECT)), [ended]);
    deepStrictEqual(await listIds(store, keys.openAlarm.under(PROJECT)), [open]);
    deepStrictEqual((await listIds(store, keys.alarmComment.under(PROJECT, old))).length, 0);
    deepStrictEqual((await listIds(store, keys.alarmComment.under(PROJECT, ended))).length, 1);
  }));

Deno.test("purgeSeries() deletes the planned works that ended before the retained months", () =>
  withResidence(async (built) => {
    const { store, clock: { now } } = built;
    const mute = { ...{ equipmentId: null, houseId: null, handler: null }, accountId: "" };
    const from = "2018-12-30T00:00:00Z";
    const ends = {
      old: "2018-12-31T22:59:59Z",
      ended: "2018-12-31T23:00:00Z",
      coming: "2027-01-01T00:00:00Z",
    };
    for (const [id, to] of Object.entries(ends)) {
      const record = { ...mute, from, to, reason: "Purge" };
      await store.atomic().set(keys.alarmMute(PROJECT, id), record).commit();
    }
    await purgeSeries(store, now);
    deepStrictEqual(await listIds(store, keys.alarmMute.under(PROJECT)), ["coming", "ended"]);
  }));

/**
 * A store in which another process rewrites each alarm and each planned work once it was listed.
 */
function writtenAnew(store: Store): Store {
  return aroundStore(store, {
    async *list(...asked) {
      for await (const entry of store.list(...asked)) {
        await store.atomic().set(entry.key, entry.value).commit();
        yield entry;
      }
    },
  });
}

Deno.test("purges keep alarms and planned works that are written meanwhile, and count those they deleted", () =>
  withPlatform(async ({ store }) => {
    const ended = { start: "2018-12-30T00:00:00Z", end: "2018-12-31T00:00:00Z" };
    await storeAlarm(store, ended);
    await storeAlarm(store, { ...ended, subjectKey: "collect-online/s2" });
    const works = { equipmentId: null, houseId: null, handler: null, accountId: "" };
    const record = { ...works, from: ended.start, to: ended.end, reason: "Vanne" };
    await store.atomic().set(keys.alarmMute(PROJECT, "m1"), record).commit();
    const before = { projectId: PROJECT, beforeS: Date.parse("2019-01-01T00:00:00Z") / 1_000 };
    const left = async () => [
      (await listIds(store, keys.closedAlarm.under(PROJECT))).length,
      (await listIds(store, keys.alarmMute.under(PROJECT))).length,
    ];
    strictEqual(await purgeAlarms(writtenAnew(store), before), 0);
    await purgeMutes(writtenAnew(store), before);
    deepStrictEqual(await left(), [2, 1]);
    strictEqual(await purgeAlarms(store, before), 2);
    await purgeMutes(store, before);
    deepStrictEqual(await left(), [0, 0]);
  }));
