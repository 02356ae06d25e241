import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { reportMailRecord } from "@/lib/alarms/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { countedStore, observedStore, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { MINUTE, REPORT, storeAlarm } from "@/tests/helpers/some_alarms.ts";

const REPEATED = { ...REPORT, notifyEvery: "2h" };

interface Counted extends TestPlatform {
  /** Advances the clock, writes the mails, and returns how many are queued. */
  after(minutes: number): Promise<number>;
  /** Reads and commits of the last run. */
  asked(): ReadCounts & { commits: number };
}

/**
 * An open alarm already mailed by the given number of reports, of its residence and of the
 * organisation.
 */
function withMailed(reportCount: number, test: (counted: Counted) => Promise<void>): Promise<void> {
  let counts: ReadCounts = { get: 0, getMany: 0, list: 0, listed: 0 };
  let commits = 0;
  let last = { ...counts, commits };
  return withResidence(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    for (let rank = 0; rank < reportCount / 2; rank++) {
      await store.atomic().set(keys.orgAlarmReport(ORG, `r${rank}`), REPEATED)
        .set(keys.alarmReport(PROJECT, `r${rank}`), REPEATED).commit();
    }
    await storeAlarm(store, { start: new Date(clock.now()).toISOString() });
    const after = async (minutes: number) => {
      clock.advance(minutes * MINUTE);
      const before = { ...counts, commits };
      ok(await mailAlarms(services));
      last = {
        get: counts.get - before.get,
        getMany: counts.getMany - before.getMany,
        list: counts.list - before.list,
        listed: counts.listed - before.listed,
        commits: commits - before.commits,
      };
      return (await queuedMails(store)).length;
    };
    strictEqual(await after(3), reportCount);
    await test({ ...built, after, asked: () => last });
  }, {
    before: (store) => {
      const counted = countedStore(observedStore(store, () => void commits++));
      counts = counted.asked;
      return counted.store;
    },
  });
}

// @spec alarms.report-mails
Deno.test("mailAlarms() reads as much for a hundred reports as for two while nothing is due, and writes nothing", async () => {
  const runs: ReturnType<Counted["asked"]>[] = [];
  for (const reportCount of [2, 100]) {
    await withMailed(reportCount, async ({ after, asked }) => {
      strictEqual(await after(1), reportCount);
      runs.push(asked());
    });
  }
  const expected = { get: 0, getMany: 1, list: 2, listed: 2, commits: 0 };
  deepStrictEqual(runs, [expected, expected]);
});

// @spec alarms.report-mails
Deno.test("mailAlarms() reads the versions of a thousand residences by one list while nothing is due", async () => {
  const count = 1_000;
  await withMailed(2, async ({ after, asked, store }) => {
    for (let rank = 0; rank < count; rank += 100) {
      const atomic = store.atomic();
      for (let at = rank; at < rank + 100; at++) {
        atomic.set(keys.project(`r${at}`), aProject({ name: `R${at}` }))
          .set(keys.projectOfOrg(ORG, `r${at}`), true)
          .sum(keys.version("project", `r${at}`), 1n);
      }
      await atomic.sum(keys.version("org", ORG), 1n).commit();
    }
    strictEqual(await after(1), 2);
    strictEqual(await after(1), 2);
    const { listed, ...reads } = asked();
    // Besides the organisations and the queued mails.
    deepStrictEqual(reads, { get: 0, getMany: 1, list: 3, commits: 0 });
    ok(listed < 2 * count, `${listed}`);
  });
});

// @spec alarms.reminders, alarms.mutes
Deno.test("mailAlarms() checks again after a write, when a reminder is due, and when planned works end", () =>
  withMailed(2, async (built) => {
    const { after, asked, clock, store } = built;
    const ask = await someone(built, { isAdmin: true, roles: ["collect"] });
    strictEqual(await after(1), 2);
    strictEqual(asked().commits, 0);
    strictEqual(await after(119), 4);
    const from = new Date(clock.now()).toISOString();
    const to = new Date(clock.now() + 30 * MINUTE).toISOString();
    const works = { equipmentId: null, houseId: null, handler: null, from, to, reason: "Travaux" };
    ok((await ask("createAlarmMute", { projectId: PROJECT, body: works })).ok);
    const marks = async () => {
      const list = store.list({ prefix: keys.alarmMail.under() });
      return await Array.fromAsync(list, ({ value }) => reportMailRecord.parse(value).sinceMs);
    };
    strictEqual(await after(1), 4);
    deepStrictEqual(await marks(), [null, null]);
    strictEqual(await after(29), 4);
    deepStrictEqual(await marks(), [clock.now(), clock.now()]);
    ok((await ask("deleteOrgAlarmReport", { orgId: ORG, reportId: "r0" })).ok);
    strictEqual(await after(1), 4);
    strictEqual((await marks()).length, 1);
  }));
