import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { reportMailRecord } from "@/lib/alarms/records.ts";
import { LETTERS } from "@/lib/app/letters.ts";
import { Outbox } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { countedStore, observedStore, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  begins,
  ends,
  MINUTE,
  REPORT,
  storeAlarm,
  to,
  withReports,
  writeReport,
} from "@/tests/helpers/some_alarms.ts";
import { withWatchedCircuit } from "./watched_circuit.ts";

async function countUnder(store: Store, prefix: Key): Promise<number> {
  return (await Array.fromAsync(store.list({ prefix }))).length;
}

// @spec alarms.report-mails
Deno.test("mailAlarms() writes once to each address when an alarm starts and when it ends, and nothing while there is nothing to mail", () =>
  withReports(async (built) => {
    const { store, after, letters } = built;
    await writeReport(built, { emails: [to, "jour@bailleur.fr"] });
    const alarmId = await begins(built);
    deepStrictEqual(await after(1), []);
    deepStrictEqual(await after(1), [
      { to: "jour@bailleur.fr", started: 1, ended: 0, open: 0 },
      { to, started: 1, ended: 0, open: 0 },
    ]);
    deepStrictEqual(letters[0], {
      kind: "alarms",
      report: "Astreinte",
      place: "Bailleur",
      started: {
        count: 1,
        first: [{
          message: "Plus de relevés",
          residence: "Les Lilas",
          timeZone: "Europe/Paris",
          start: "2026-02-10T11:00:00.000Z",
          end: null,
          childCount: 0,
          path: `/collect/${PROJECT}/alarms/${alarmId}`,
        }],
      },
      ended: { count: 0, first: [] },
      open: { count: 0, first: [] },
      path: links.inOrganisation(ORG, "/home/alarms"),
    });
    deepStrictEqual(await after(1), []);
    strictEqual(await countUnder(store, keys.alarmEvent.under()), 0);
    await ends(built, alarmId);
    deepStrictEqual((await after(2)).map(({ ended }) => ended), [1, 1]);
    const stamp = async () => (await store.get(keys.alarmMail(ORG, ORG, "r1"))).versionstamp;
    // The next look forgets the mailed event; it comes within an hour.
    deepStrictEqual(await after(61), []);
    const known = await stamp();
    ok(known);
    deepStrictEqual(await after(61), []);
    strictEqual(await stamp(), known);
  }));

Deno.test("mailAlarms() names twenty alarms over all its lists, with 300 characters of their messages", () =>
  withReports(async (built) => {
    await writeReport(built);
    const some = async (count: number, name: string) => {
      const ids: string[] = [];
      for (let rank = 0; rank < count; rank++) {
        const subjectKey = `collect-online/${name}${rank}`;
        ids.push(await begins(built, { subjectKey, message: "x".repeat(301) }));
      }
      return ids;
    };
    // More than one commit may check.
    const first = await some(101, "a");
    deepStrictEqual(await built.after(10), [{ to, started: 101, ended: 0, open: 0 }]);
    strictEqual(await countUnder(built.store, keys.alarmEvent.under()), 0);
    for (const id of first.slice(0, 10)) await ends(built, id);
    await some(15, "b");
    deepStrictEqual(await built.after(10), [{ to, started: 15, ended: 10, open: 0 }]);
    const [{ started, ended } = { started: null, ended: null }] = built.letters;
    deepStrictEqual([started?.first.length, ended?.first.length], [15, 5]);
    strictEqual(started?.first[0]?.message, "x".repeat(300));
  }));

Deno.test("mailAlarms() in two processes at once, or again before the events are deleted, writes each mail once", () =>
  withReports(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await writeReport(built);
    const alarmId = await begins(built);
    const event = keys.alarmEvent(ORG, PROJECT, alarmId, "start");
    const { value } = await store.get(event);
    clock.advance(2 * MINUTE);
    await Promise.all([mailAlarms(services), mailAlarms(services)]);
    // As if the process had been killed between its two commits.
    await store.atomic().set(event, value).sum(keys.version("alarms", ORG), 1n).commit();
    clock.advance(MINUTE);
    await mailAlarms(services);
    strictEqual((await queuedMails(store)).length, 1);
    strictEqual(await countUnder(store, keys.alarmEvent.under()), 0);
  }));

Deno.test("mailAlarms() sends a mail without waiting for the next run of the outbox", () =>
  withReports(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await writeReport(built);
    await begins(built);
    let queuedCount = 0;
    const outbox = new Outbox(store, clock.now, LETTERS, () => queuedCount++);
    await mailAlarms({ ...services, outbox });
    strictEqual(queuedCount, 0);
    clock.advance(2 * MINUTE);
    await mailAlarms({ ...services, outbox });
    strictEqual(queuedCount, 1);
  }));

Deno.test("mailAlarms() delays the mail of a report while another report sends its own", () =>
  withReports(async (built) => {
    const { store, after } = built;
    await writeReport(built);
    const own = { ...REPORT, emails: ["b@bailleur.fr"] };
    await store.atomic().set(keys.alarmReport(PROJECT, "r2"), {
      ...own,
      selections: [...REPORT.selections, { handler: "building-cmv", filters: {} }],
    }).commit();
    await begins(built);
    await after(1);
    await begins(built, { subjectKey: "cmv", handler: "building-cmv" });
    // The first report has nothing new; the second waits until two minutes after the second alarm.
    deepStrictEqual((await after(1)).map((sent) => sent.to), [to]);
    deepStrictEqual(await after(1), [{ to: "b@bailleur.fr", started: 2, ended: 0, open: 0 }]);
    deepStrictEqual(await after(1), []);
    strictEqual(built.letters.length, 0);
  }));

// @spec alarms.report-mails
Deno.test("mailAlarms() names the boiler room of an equipment, and no place of a dwelling or of the boiler room itself", () =>
  withReports(async (built) => {
    const { store, after, letters } = built;
    await writeReport(built);
    const room = { kind: "boilerroom", name: "Chaufferie Est", code: "", parentId: null };
    await store.atomic()
      .set(keys.equipment(PROJECT, "c1"), { ...room, instrumented: true, details: {} }).commit();
    const at = { boilerRoomId: "c1" };
    await begins(built, { ...at, equipmentId: "c1-r1", subjectKey: "1", message: "Circuit ECS" });
    await begins(built, { ...at, equipmentId: "c1", subjectKey: "2", message: "Chaufferie Est" });
    await begins(built, { ...at, houseId: "h1", subjectKey: "3", message: "A101" });
    await after(2);
    deepStrictEqual(
      Object.fromEntries(letters[0]?.started.first.map((one) => [one.message, one.place]) ?? []),
      { "Circuit ECS": "Chaufferie Est", "Chaufferie Est": undefined, A101: undefined },
    );
  }));

Deno.test("mailAlarms() writes to a member about the residences of their current roles", () =>
  withReports(async (built) => {
    const { store, after } = built;
    const accountId = await anAccount(built);
    await store.atomic()
      .set(keys.member(ORG, accountId), { isAdmin: false })
      .set(keys.userAlarmReport(ORG, accountId, "r1"), { ...REPORT, notifyEvery: "1h" })
      .commit();
    const alarmId = await begins(built);
    deepStrictEqual([...await after(5), ...await after(60)], []);
    await store.atomic().set(keys.roles(PROJECT, accountId), ["collect:read"])
      .set(keys.rolesOfAccount(accountId, PROJECT), true)
      .sum(keys.version("account", accountId), 1n).sum(keys.version("org", ORG), 1n).commit();
    built.clock.advance(MINUTE);
    deepStrictEqual(await after(0), []);
    deepStrictEqual(await after(60), [{ to, started: 0, ended: 0, open: 1 }]);
    await ends(built, alarmId);
    deepStrictEqual(await after(5), [{ to, started: 0, ended: 1, open: 0 }]);
  }));

Deno.test("mailAlarms() deletes the state of a deleted report, and events that no report selects", () =>
  withReports(async (built) => {
    const { store, after } = built;
    await writeReport(built);
    await begins(built);
    await after(5);
    strictEqual(await countUnder(store, keys.alarmMail.under()), 1);
    await store.atomic().delete(keys.orgAlarmReport(ORG, "r1")).commit();
    await begins(built, { subjectKey: "collect-online/s2" });
    deepStrictEqual(await after(1), []);
    strictEqual(await countUnder(store, keys.alarmMail.under()), 0);
    strictEqual(await countUnder(store, keys.alarmEvent.under()), 0);
  }));

Deno.test("mailAlarms() writes the other mails when one report fails, and retries that one later", () =>
  withReports(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await writeReport(built);
    await store.atomic().set(keys.alarmReport(PROJECT, "r2"), { ...REPORT, emails: ["nobody"] })
      .commit();
    await begins(built);
    clock.advance(5 * MINUTE);
    await rejects(mailAlarms(services), /o1\/p1\/r2 \(Astreinte\)/);
    strictEqual((await queuedMails(store)).length, 1);
    await store.atomic().set(keys.alarmReport(PROJECT, "r2"), REPORT).commit();
    ok(await mailAlarms(services));
    strictEqual((await queuedMails(store)).length, 2);
  }));

// @spec alarms.reminders
Deno.test("a reminder of a bound says when its sensor was last read, once that is over a day ago", () =>
  withWatchedCircuit(async ({ built, ask, sendEvery }) => {
    const { platform: { own: { services } }, clock } = built;
    const selections = [{ handler: "boilerroom-circuit" as const, filters: {} }];
    const body = reportDraft({ emails: [to], selections, notifyEvery: "12h" });
    ok((await ask("createOrgAlarmReport", { orgId: ORG, body })).ok);
    // The last one at 11:20.
    await sendEvery(10, [85, 86, 87]);
    const reminded: (string | undefined)[] = [];
    for (let hour = 0; hour < 48; hour++) {
      await mailAlarms(services);
      clock.advance(60 * MINUTE);
    }
    for (const { letter } of await queuedMails(built.store)) {
      if (letter?.kind !== "alarms") continue;
      for (const { lastReadAt } of letter.open.first) reminded.push(lastReadAt);
      strictEqual(letter.started.first[0]?.lastReadAt, undefined);
    }
    // Reminders after 12, 24 and 36 hours; that of 24 hours is 24 h 10 min after the last reading.
    deepStrictEqual(reminded, [undefined, "2026-02-10T11:20:00Z", "2026-02-10T11:20:00Z"]);
  }));

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
