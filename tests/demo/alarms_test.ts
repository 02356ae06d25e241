import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { evaluate } from "@/lib/alarms/evaluation.ts";
import { watchedResidence } from "@/lib/alarms/monitored_residence.ts";
import { type AlarmRecord, alarmRecord } from "@/lib/alarms/records.ts";
import { readWatching } from "@/lib/alarms/subject_states.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { DEMO_ALARM_ID, seedAlarms } from "@/lib/demo/seed/alarms.ts";
import { DEMO_FAULTS } from "@/lib/demo/seed/faults.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { VisitedSeries } from "@/lib/demo/visited_series.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { CHEAP, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const DAY_MS = 86_400_000;
/** Days of evaluated readings, more than the age of the oldest fault of the demo. */
const DAYS = 36;
const LEVELS = ["both", "current", "old", "none"];

async function alarmsOf(store: Store, projectId: string): Promise<AlarmRecord[]> {
  const [open, closed] = await Promise.all(
    [keys.openAlarm, keys.closedAlarm].map((key) =>
      listStored(store, key.under(projectId), alarmRecord)
    ),
  );
  return [...open ?? [], ...closed ?? []]
    .filter(({ id }) => id !== DEMO_ALARM_ID).map(({ record }) => record);
}

// @spec demo.stories, demo.alarms
Deno.test("the residences of the demo have current alarms, old ones, both or none, in turn", () =>
  withStore(async (store) => {
    await seedAlarms(store, NOW);
    for (const index of demoSites().keys()) {
      const all = await alarmsOf(store, siteId(index));
      const hasCurrent = all.some(({ end }) => end === null);
      const hasOld = all.some(({ end }) => end !== null);
      const level = hasCurrent ? (hasOld ? "both" : "current") : hasOld ? "old" : "none";
      strictEqual(level, LEVELS[index % LEVELS.length], siteId(index));
    }
    ok((await listIds(store, keys.closedAlarm.under(siteId(0)))).includes(DEMO_ALARM_ID));
    ok((await listIds(store, keys.alarmComment.under(siteId(0)))).length > 2);
  }));

Deno.test("no two residences of the demo have the same open alarm", () => {
  const lasting = DEMO_FAULTS.filter(({ hours }) => hours === null);
  strictEqual(lasting.length, 14);
  strictEqual(new Set(lasting.map(({ what }) => JSON.stringify(what))).size, lasting.length);
});

/**
 * The alarms found by evaluating the readings of a residence day after day, from an empty store.
 */
async function found(built: TestPlatform, projectId: string): Promise<AlarmRecord[]> {
  const { store, platform, clock } = built;
  const reader = simulatedReader(projectId, { now: clock.now, filledMs: NOW });
  const stored = platform.own.services.seriesOf(projectId, DEFAULT_TIME_ZONE);
  const seriesOf = () => new VisitedSeries(reader, stored);
  const services = { ...platform.own.services, seriesOf };
  const residence = await watchedResidence(services, projectId);
  const atomic = store.atomic();
  for (const key of [keys.openAlarm, keys.closedAlarm]) {
    for (const id of await listIds(store, key.under(projectId))) atomic.delete(key(projectId, id));
  }
  await atomic.commit();
  // From six in the morning in Paris, to the present.
  const start = NOW - 6 * 3_600_000 - DAYS * DAY_MS;
  const instants = Array.from({ length: DAYS + 1 }, (_, day) => start + day * DAY_MS);
  for (const [day, at] of [...instants, NOW].entries()) {
    clock.advance(at - clock.now());
    // Simulated readings are not handed over by ingest.
    const version = { count: BigInt(day), versionstamp: "" };
    const guard = await readWatching(services.store, projectId);
    for (const kind of ["read", "silent"] as const) {
      await evaluate(services, residence, { kind, version, guard, before: null });
    }
  }
  return await alarmsOf(store, projectId);
}

/** The compared fields: a silence ends at the next evaluation, which is once a day here. */
function compared(alarms: readonly AlarmRecord[]) {
  return alarms.map((alarm) => {
    const isSilence = alarm.handler === "collect-online";
    return { ...alarm, parentId: null, end: alarm.end === null || !isSilence ? alarm.end : "over" };
  }).toSorted((a, b) => a.subjectKey < b.subjectKey ? -1 : 1);
}

// @spec alarms.evaluation
Deno.test("the alarms of the demo are exactly those that an evaluation of its readings raises", () =>
  withPlatform(async (built) => {
    const { store } = built;
    await seedDemo(store, { now: NOW, passwordCost: CHEAP });
    for (const index of demoSites().keys()) {
      const projectId = siteId(index);
      const seeded = await alarmsOf(store, projectId);
      deepStrictEqual(compared(seeded), compared(await found(built, projectId)), projectId);
    }
  }));
