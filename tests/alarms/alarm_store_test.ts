import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { LISTED_CLOSED_ALARMS, purgeAlarms, purgeMutes } from "@/lib/alarms/alarm_store.ts";
import { alarmIdOf, alarmIdsFrom, setAlarm } from "@/lib/alarms/records.ts";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aProject,
  PROJECT,
  someone,
  withMember,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aStoredAlarm, storeAlarm } from "@/tests/helpers/some_alarms.ts";

/** Consecutive days, as starts of alarms. */
const dayAfter = (rank: number) => new Date(Date.UTC(2023, 0, 1 + rank)).toISOString();

async function listed(ask: CallFunction, query: Partial<Input<"listAlarms">> = {}) {
  return await answerOf(ask("listAlarms", { projectId: PROJECT, ...query }));
}

/** Writing an alarm takes a few mutations. */
const ALARMS_PER_COMMIT = 200;

/** Stores closed alarms that started on consecutive days. */
async function storeClosed(store: Store, count: number): Promise<void> {
  for (let from = 0; from < count; from += ALARMS_PER_COMMIT) {
    const atomic = store.atomic();
    for (let rank = from; rank < Math.min(count, from + ALARMS_PER_COMMIT); rank++) {
      const [start, end] = [dayAfter(rank), dayAfter(rank + 1)];
      const { alarmId, record } = aStoredAlarm({ start, end });
      setAlarm(atomic, { projectId: PROJECT, alarmId }, record);
    }
    await atomic.commit();
  }
}

async function comment(store: Store, alarmId: string, [id, date]: readonly [string, string]) {
  const record = { accountId: "gone", date, text: `${alarmId} ${id}` };
  await store.atomic().set(keys.alarmComment(PROJECT, alarmId, id), record).commit();
}

// @spec alarms.lists
Deno.test("the latest thousand closed alarms are listed, and all of those of a year", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    await storeClosed(store, LISTED_CLOSED_ALARMS + 1);
    const latest = await listed(ada, { closed: "true" });
    strictEqual(latest.length, LISTED_CLOSED_ALARMS);
    deepStrictEqual([latest[0]?.start, latest.at(-1)?.start], [
      dayAfter(LISTED_CLOSED_ALARMS),
      dayAfter(1),
    ]);
    // 1 January 2023 at 0:00 UTC is 1:00 in Paris: the whole year, including the alarm that the
    // list leaves out.
    strictEqual((await listed(ada, { closed: "true", year: "2023" })).length, 365);
  }));

// @spec alarms.lists
Deno.test("closed alarm belongs to a year by its residence's own time zone", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const project = aProject({ timeZone: "Pacific/Noumea" });
    await store.atomic().set(keys.project(PROJECT), project).commit();
    // 11 hours ahead: 2026 began there at 13:00 UTC.
    for (const start of ["2025-12-31T12:59:00.000Z", "2025-12-31T13:00:00.000Z"]) {
      await storeAlarm(store, { start, end: "2026-01-02T00:00:00.000Z" });
    }
    const startsOf = async (year: string) =>
      (await listed(ada, { closed: "true", year })).map(({ start }) => start);
    deepStrictEqual(await startsOf("2025"), ["2025-12-31T12:59:00.000Z"]);
    deepStrictEqual(await startsOf("2026"), ["2025-12-31T13:00:00.000Z"]);
  }));

// @spec alarms.lists
Deno.test("each alarm has its own comments, by date, in a list of any length", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store, clock }, ask: ada }) => {
    for (const count of [2, 40]) {
      for (let rank = 0; rank < count; rank++) {
        const alarmId = await storeAlarm(store, { start: dayAfter(rank) });
        // The first by id is the second by date.
        await comment(store, alarmId, ["c1", dayAfter(101)]);
        await comment(store, alarmId, ["c2", dayAfter(100)]);
      }
      // A list is cached for a second.
      clock.advance(1_000);
      const alarms = await listed(ada);
      strictEqual(alarms.length, count);
      for (const { id, alarmComments } of alarms) {
        deepStrictEqual(alarmComments.map(({ text }) => text), [`${id} c2`, `${id} c1`]);
        deepStrictEqual(alarmComments[0]?.author, { lastName: "", firstName: "", email: "" });
      }
    }
  }));

// @spec alarms.retention
Deno.test("purgeSeries() deletes the alarms, with their comments, and the works that ended before the retained months", () =>
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
    const works = { equipmentId: null, houseId: null, handler: null, accountId: "" };
    const ends = {
      old: "2018-12-31T22:59:59Z",
      ended: "2018-12-31T23:00:00Z",
      coming: "2027-01-01T00:00:00Z",
    };
    for (const [id, to] of Object.entries(ends)) {
      const record = { ...works, from: lasting.start, to, reason: "Purge" };
      await store.atomic().set(keys.alarmMute(PROJECT, id), record).commit();
    }
    await purgeSeries(store, now);
    deepStrictEqual(await listIds(store, keys.closedAlarm.under(PROJECT)), [ended]);
    deepStrictEqual(await listIds(store, keys.openAlarm.under(PROJECT)), [open]);
    deepStrictEqual((await listIds(store, keys.alarmComment.under(PROJECT, old))).length, 0);
    deepStrictEqual((await listIds(store, keys.alarmComment.under(PROJECT, ended))).length, 1);
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

Deno.test("alarmIdOf() is the same for the same subject and start, and sorts by start", () => {
  const startS = Date.parse("2026-02-10T11:00:00Z") / 1_000;
  strictEqual(alarmIdOf("collect-online/s1", startS), alarmIdOf("collect-online/s1", startS));
  notStrictEqual(alarmIdOf("collect-online/s1", startS), alarmIdOf("collect-online/s2", startS));
  ok(alarmIdOf("collect-online/s1", startS) < alarmIdOf("boilerroom-circuit/c1", startS + 1));
  ok(alarmIdsFrom(startS) < alarmIdOf("collect-online/s1", startS));
  ok(alarmIdOf("collect-online/s1", startS) < alarmIdsFrom(startS + 1));
});
