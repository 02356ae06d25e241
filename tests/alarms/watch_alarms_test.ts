import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { keys } from "@/lib/store/keys.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, PROJECT, withResidence, writeResidence } from "@/tests/helpers/a_residence.ts";
import { countedStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { anotherWatcher, stored, withWatchedCircuit } from "./watched_circuit.ts";

// @spec alarms.evaluation
Deno.test("watchAlarms() raises alarms that become due with time, in one process at a time", () =>
  withWatchedCircuit(async ({ built, sendEvery }) => {
    const { store, clock, platform: { watcher } } = built;
    await sendEvery(10, [82]);
    clock.advance(10 * 60_000);
    const other = anotherWatcher(built);
    const [started, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = {
      due: (ids: readonly string[]) => watcher.due(ids),
      async watch(projectId: string) {
        started.resolve();
        await refused.promise;
        await watcher.watch(projectId);
      },
    };
    const first = watchAlarms({ store, now: clock.now, watcher: slow });
    await started.promise;
    strictEqual(await watchAlarms({ store, now: clock.now, watcher: other }), null);
    refused.resolve();
    strictEqual(await first, 1);
    strictEqual((await stored(store, "open")).length, 1);
    await other.close();
  }));

// @spec alarms.evaluation
Deno.test("watchAlarms() writes nothing and takes no lease where nothing is due", () => {
  let [commits, counts] = [0, { get: 0, getMany: 0, list: 0, listed: 0 }];
  return withPlatform(async (built) => {
    const { clock: { now, advance }, platform: { watcher, own } } = built;
    const { store } = own.services;
    await writeResidence(built);
    strictEqual(await watchAlarms({ store, now, watcher }), 1);
    advance(60_000);
    commits = 0;
    Object.assign(counts, { get: 0, getMany: 0, list: 0 });
    strictEqual(await watchAlarms({ store, now, watcher }), 0);
    const { get, getMany, list } = counts;
    deepStrictEqual({ commits, get, getMany, list }, { commits: 0, get: 0, getMany: 2, list: 1 });
  }, {
    before: (store) => {
      const counted = countedStore(observedStore(store, () => void commits++));
      counts = counted.asked;
      return counted.store;
    },
  });
});

Deno.test("watchAlarms() stops after ten residences once another process runs the job", () =>
  withStore(async (store, { now }) => {
    const projectIds = Array.from({ length: 11 }, (_, rank) => `p${rank}`);
    let watchedCount = 0;
    const watch = async () => {
      watchedCount++;
      const taken = { holder: "another", untilMs: now() + 3_600_000 };
      await store.atomic().set(keys.lease("watch alarms"), taken).commit();
    };
    const due = () => Promise.resolve(projectIds);
    strictEqual(await watchAlarms({ store, now, watcher: { due, watch } }), 10);
    strictEqual(watchedCount, 10);
  }));

Deno.test("watchAlarms() reports the faults found before another process runs the job", () =>
  withStore(async (store, { now }) => {
    const projectIds = Array.from({ length: 11 }, (_, rank) => `p${rank}`);
    const watch = async () => {
      const taken = { holder: "another", untilMs: now() + 3_600_000 };
      await store.atomic().set(keys.lease("watch alarms"), taken).commit();
      throw new Error("no");
    };
    const due = () => Promise.resolve(projectIds);
    const watched = watchAlarms({ store, now, watcher: { due, watch } });
    await rejects(watched, /10 of the residences failed: /);
  }));

Deno.test("watchAlarms() names the residence whose evaluation failed, and evaluates the others", () =>
  withResidence(async (built) => {
    const { store, clock: { now } } = built;
    await store.atomic().set(keys.project("p0"), aProject({ name: "Les Ormes" })).commit();
    const watched: string[] = [];
    const watch = (projectId: string) => {
      watched.push(projectId);
      return projectId === "p0" ? Promise.reject(new Error("no")) : Promise.resolve();
    };
    const due = (ids: readonly string[]) => Promise.resolve([...ids]);
    await rejects(
      watchAlarms({ store, now, watcher: { due, watch } }),
      /Les Ormes \(p0\): Error: no/,
    );
    deepStrictEqual(watched, ["p0", PROJECT]);
  }));

Deno.test("watchAlarms() evaluates the other residences when the entries of one are unreadable", () =>
  withWatchedCircuit(async ({ built, sendEvery }) => {
    const { store, clock, platform: { watcher } } = built;
    const project = aProject({ name: "Les Ormes" });
    await store.atomic().set(keys.project("p0"), project)
      .set(keys.projectOfOrg(project.orgId, "p0"), true)
      .set(keys.alarmWatching("p0"), { restParts: "?" }).commit();
    await sendEvery(10, [82]);
    clock.advance(10 * 60_000);
    await rejects(
      watchAlarms({ store, now: clock.now, watcher }),
      /1 of the residences failed: Les Ormes/,
    );
    strictEqual((await stored(store, "open")).length, 1);
    await store.atomic().delete(keys.alarmWatching("p0")).commit();
    strictEqual(await watchAlarms({ store, now: clock.now, watcher }), 1);
  }));
