import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { openStore } from "@/lib/backend/kv/open.ts";
import { ORG, PROJECT, withResidence } from "@/tests/backend/a_residence.ts";
import { storeAlarm } from "@/tests/backend/embedded/alarms/some_alarms.ts";
import { queuedMails } from "@/tests/backend/embedded/queued_mails.ts";
import { withStoreFile } from "@/tests/backend/kv/stores.ts";
import { mailedBy } from "./killed_mails.ts";
import { REPORT } from "./reported_alarms.ts";

/** After this time a lease that is not renewed has expired. */
const LEASE_MS = 301_000;

/** An alarm, and two reports about it. */
function writeAlarm(path: string): Promise<void> {
  return withResidence(async (built) => {
    await storeAlarm(built.store, { start: new Date(built.clock.now()).toISOString() });
    await built.store.atomic()
      .set(keys.orgAlarmReport(ORG, "r1"), { ...REPORT, emails: ["siege@bailleur.fr"] })
      .set(keys.alarmReport(PROJECT, "r2"), { ...REPORT, emails: ["agence@bailleur.fr"] })
      .commit();
  }, { path });
}

async function written(path: string): Promise<{ mails: string[]; events: number }> {
  const store = await openStore(path);
  const mails = (await queuedMails(store)).map(({ to }) => to).toSorted();
  const events = (await listIds(store, keys.alarmEvent.under(ORG))).length;
  store.close();
  return { mails, events };
}

// @spec alarms.report-mails
Deno.test("process killed before or after each commit of mails of alarms loses none, and two other processes send none twice", () =>
  withStoreFile(async (path) => {
    await writeAlarm(path);
    const siege = "siege@bailleur.fr";
    const both = ["agence@bailleur.fr", siege];
    // The lease is taken and renewed. The third commit is the secret of the mails, then a mail, the
    // other, the event.
    const steps = [
      { commit: 2, when: "after", mails: [], events: 1 },
      { commit: 3, when: "after", mails: [], events: 1 },
      { commit: 3, when: "before", mails: [], events: 1 },
      { commit: 3, when: "after", mails: [siege], events: 1 },
      { commit: 3, when: "before", mails: [siege], events: 1 },
      { commit: 3, when: "after", mails: both, events: 1 },
      { commit: 3, when: "before", mails: both, events: 1 },
      { commit: 3, when: "after", mails: both, events: 0 },
    ] as const;
    let afterMs = 0;
    for (const { commit, when, ...left } of steps) {
      const { signal, said } = await mailedBy("alarms", {
        path,
        afterMs: afterMs += LEASE_MS,
        commit,
        when,
      });
      strictEqual(signal, "SIGKILL", said);
      deepStrictEqual(await written(path), { ...left, mails: [...left.mails] });
    }
    afterMs += LEASE_MS;
    const ended = await Promise.all([0, 0].map(() => mailedBy("alarms", { path, afterMs })));
    deepStrictEqual(ended.map(({ success }) => success), [true, true], ended[0]?.said);
    deepStrictEqual(await written(path), { mails: both, events: 0 });
  }));
