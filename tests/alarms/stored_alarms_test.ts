import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { LISTED_CLOSED_ALARMS } from "@/lib/alarms/alarm_store.ts";
import { setAlarm } from "@/lib/alarms/records.ts";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aProject, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
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

// @spec alarms.mutes
Deno.test("an open alarm shows until when planned works mute it, a closed one does not", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store, clock }, ask: ada }) => {
    await storeAlarm(store);
    await storeAlarm(store, { start: dayAfter(0), end: dayAfter(1) });
    const [from, to] = [NOW, NOW + 3_600_000].map((ms) => new Date(ms).toISOString());
    const body = { equipmentId: null, houseId: null, handler: null, reason: "Vanne" };
    const works = { ...body, from: from ?? "", to: to ?? "" };
    ok((await ada("createAlarmMute", { projectId: PROJECT, body: works })).ok);
    const mutedUntil = async (closed: "true" | "false") =>
      (await listed(ada, { closed })).map((alarm) => alarm.mutedUntil);
    deepStrictEqual([await mutedUntil("false"), await mutedUntil("true")], [[to], [null]]);
    clock.advance(3_600_000);
    deepStrictEqual(await mutedUntil("false"), [null]);
  }));
