import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailReports } from "@/lib/consumption_reports/mail_jobs.ts";
import {
  isReadyToMail,
  mailedMonth,
  occupanciesToMail,
} from "@/lib/consumption_reports/mail_rules.ts";
import type { OccupancyRecord } from "@/lib/housing/records.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { aProject, at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { mailedBy } from "@/tests/helpers/killed_mails.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { withStoreFile, wrongEntries } from "@/tests/helpers/stores.ts";
import { ADA, type ReportedPlace, withReports } from "./reported.ts";

const BEA: OccupancyRecord = { ...ADA, id: "o2", name: null, email: "bea@ici.fr" };

interface Mailing extends ReportedPlace {
  live(houseId: string, records: readonly OccupancyRecord[]): Promise<void>;
  /** Moves the clock, runs the job, and returns the added reports: recipient and days. */
  mailsOn(day: string): Promise<string[]>;
}

/** A residence with mailed reports from a given month on. */
function withMails(
  test: (place: Mailing) => Promise<void>,
  firstMonth: string | null = "2025-06",
): Promise<void> {
  return withReports(async (place) => {
    const { store, clock, platform: { own: { services } } } = place.built;
    await store.atomic().set(keys.reportMails(PROJECT), { firstMonth }).commit();
    let seen = 0;
    await test({
      ...place,
      async live(houseId, records) {
        await store.atomic().set(keys.occupancies(PROJECT, houseId), records).commit();
      },
      async mailsOn(day) {
        clock.goTo(`${day}T11:00:00Z`);
        ok(await mailReports(services));
        const all = await reportsMailed(store);
        const added = all.slice(seen);
        seen = all.length;
        return added;
      },
    });
    deepStrictEqual(await wrongEntries(store), []);
  });
}

async function reportsMailed(store: Store): Promise<string[]> {
  return (await queuedMails(store)).map(({ to, letter }) => {
    ok(letter?.kind === "consumption-report");
    const { sheet: { from, items } } = letter;
    return `${to} ${from} ${items.map(({ value }) => value).join()}`;
  });
}

// @spec reports.mails
Deno.test("mailReports() writes once to each occupant with an address, from the 3rd on; it waits for readings until the 10th, and without them writes nothing", () =>
  withMails(async ({ drawing, live, mailsOn }) => {
    const houseId = await drawing({ "2025-01-01": 100 });
    await live(houseId, [ADA]);
    await live(await drawing({ "2025-01-01": 200 }), [{ ...BEA, email: "" }]);
    await drawing({ "2025-01-01": 300 });
    deepStrictEqual(await mailsOn("2026-01-02"), []);
    deepStrictEqual(await mailsOn("2026-01-03"), ["ada@ici.fr 2025-12-01 3.1"]);
    deepStrictEqual(await mailsOn("2026-01-04"), []);
    deepStrictEqual(await mailsOn("2026-02-02"), []);
    deepStrictEqual(await mailsOn("2026-02-03"), ["ada@ici.fr 2026-01-01 3.1"]);
    deepStrictEqual(await mailsOn("2026-01-20"), []);
    // The registers were read until 10 February: nine days of February.
    deepStrictEqual(await mailsOn("2026-03-09"), []);
    deepStrictEqual(await mailsOn("2026-03-10"), ["ada@ici.fr 2026-02-01 0.9"]);
    deepStrictEqual(await mailsOn("2026-04-12"), []);
  }));

// @spec reports.mails, reports.one-occupancy
Deno.test("mailReports() writes to each of two occupants of a month with only their own days and figures", () =>
  withMails(async ({ drawing, live, mailsOn }) => {
    const houseId = await drawing({ "2025-01-01": 100, "2026-01-16": 0, "2026-01-18": 300 });
    await live(houseId, [{ ...ADA, to: "2026-01-15" }, { ...BEA, from: "2026-01-18" }]);
    deepStrictEqual((await mailsOn("2026-02-03")).toSorted(), [
      // 15 days of 100 L; 14 of 300 L.
      "ada@ici.fr 2026-01-01 1.5",
      "bea@ici.fr 2026-01-18 4.2",
    ]);
    deepStrictEqual(await mailsOn("2026-02-10"), []);
  }));

// @spec reports.mails
Deno.test("mailReports() sends no month before mails were turned on, nor anything once mails or reports are off", () =>
  withMails(async (place) => {
    const { ask, built: { store }, drawing, live, mailsOn } = place;
    await live(await drawing({ "2025-01-01": 100 }), [ADA]);
    deepStrictEqual(await mailsOn("2026-01-20"), []);
    const put = (isOn: boolean) => ask("putConsumptionReportMails", { ...at, body: { isOn } });
    strictEqual(codeOf(await put(true)), "ok");
    deepStrictEqual(await mailsOn("2026-01-21"), []);
    strictEqual(codeOf(await put(false)), "ok");
    deepStrictEqual(await mailsOn("2026-02-03"), []);
    await store.atomic().set(keys.reportMails(PROJECT), { firstMonth: "2026-01" })
      .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, houseMode: 1 }).commit();
    deepStrictEqual(await mailsOn("2026-02-04"), []);
  }, null));

// @spec reports.mails
Deno.test("mailReports() sends nothing when mails are turned off, the occupancy changes or the mail is sent elsewhere meanwhile", () =>
  withMails(async ({ built: { store, platform: { own: { services } } }, drawing, live }) => {
    const houseId = await drawing({ "2025-01-01": 100 });
    const mailed = { month: "2026-01", occupancyIds: [ADA.id], at: "2026-02-10T11:00:00.000Z" };
    const changes = [
      () => store.atomic().set(keys.reportMails(PROJECT), { firstMonth: null }).commit(),
      () => live(houseId, [{ ...ADA, email: "bea@ici.fr" }]),
      () => store.atomic().set(keys.reportMailed(PROJECT, houseId), mailed).commit(),
    ];
    for (const change of changes) {
      await store.atomic().set(keys.reportMails(PROJECT), { firstMonth: "2025-06" })
        .delete(keys.reportMailed(PROJECT, houseId)).commit();
      await live(houseId, [ADA]);
      // The commit of a mail also has its mark; those of the lease have one change.
      const observed = observedStore(
        store,
        async (mutationCount) => void (mutationCount > 1 && await change()),
      );
      ok(await mailReports({ ...services, store: observed }));
      deepStrictEqual(await reportsMailed(store), []);
    }
  }));

// @spec reports.mails
Deno.test("mail links to the page of an occupant who has one, while they live there", () =>
  withMails(async ({ built: { store }, drawing, live, mailsOn }) => {
    const houseId = await drawing({ "2025-01-01": 100 });
    await live(houseId, [
      { ...ADA, to: "2026-01-15", accountId: "a1" },
      { ...BEA, from: "2026-01-16", accountId: "a2" },
    ]);
    // Invited, without having chosen a password yet.
    const invited = await drawing({ "2025-01-01": 100 });
    await live(invited, [{ ...ADA, id: "o3", accountId: "a3" }]);
    const open = (houseId: string, accountId: string, isOpen: boolean) =>
      store.atomic().set(keys.homeOfAccount(accountId, PROJECT, houseId), { isOpen })
        .set(keys.moduleRights(PROJECT, houseId), { access: 1 }).commit();
    await open(houseId, "a1", true);
    await open(houseId, "a2", true);
    await open(invited, "a3", false);
    await store.atomic().set(keys.project(PROJECT), aProject({ ecotouchAdmin: 1 })).commit();
    await mailsOn("2026-02-03");
    const letters = (await queuedMails(store)).map(({ to, name, letter }) => {
      ok(letter?.kind === "consumption-report");
      return [to, name, letter.organisation, letter.path];
    });
    const path = links.ownReport({ projectId: PROJECT, houseId, month: "2026-01" });
    deepStrictEqual(letters.toSorted(), [
      ["ada@ici.fr", "Ada Morel", "Bailleur", null],
      ["ada@ici.fr", "Ada Morel", "Bailleur", null],
      ["bea@ici.fr", "", "Bailleur", path],
    ]);
  }));

const HOUSES = 12;
/** After this time a lease that is not renewed has expired. */
const LEASE_MS = 301_000;

/** A residence of some dwellings, each with an occupant. */
function writeHomes(path: string): Promise<void> {
  return withReports(
    async ({ built: { store, clock }, drawing }) => {
      const atomic = store.atomic();
      for (let rank = 0; rank < HOUSES; rank++) {
        const houseId = await drawing({ "2025-12-01": 100 }, { name: `A${rank}` });
        const record = { ...ADA, id: `o${rank}`, email: `a${rank}@ici.fr` };
        atomic.set(keys.occupancies(PROJECT, houseId), [record]);
      }
      await atomic.set(keys.reportMails(PROJECT), { firstMonth: "2025-06" }).commit();
      await compactSeries(store, clock.now);
    },
    {},
    { path },
  );
}

async function recipients(path: string): Promise<string[]> {
  const store = await openStore(path);
  const to = (await queuedMails(store)).map((one) => one.to).toSorted();
  store.close();
  return to;
}

const EVERYONE = Array.from({ length: HOUSES }, (_, rank) => `a${rank}@ici.fr`).toSorted();

// @spec reports.mails
Deno.test("process killed before or after the commit of a mail loses none and sends none twice", () =>
  withStoreFile(async (path) => {
    await writeHomes(path);
    let runs = 0;
    for (const when of ["before", "after"] as const) {
      // The lease is taken, renewed before a mail, and the mail is committed.
      for (const commit of [2, 3, 4, 5]) {
        const run = { path, afterMs: runs++ * LEASE_MS, commit, when };
        const { signal, said } = await mailedBy("reports", run);
        strictEqual(signal, "SIGKILL", said);
      }
    }
    const some = await recipients(path);
    ok(some.length > 0 && some.length < HOUSES, String(some));
    const { success, said } = await mailedBy("reports", { path, afterMs: runs * LEASE_MS });
    ok(success, said);
    deepStrictEqual(await recipients(path), EVERYONE);
  }));

// @spec reports.mails
Deno.test("mailedMonth() is the previous month from the 3rd on, and none before mails were turned on", () => {
  strictEqual(mailedMonth("2026-02-02", "2025-06"), null);
  strictEqual(mailedMonth("2026-02-03", "2025-06"), "2026-01");
  strictEqual(mailedMonth("2026-02-28", "2026-01"), "2026-01");
  strictEqual(mailedMonth("2026-03-02", "2026-01"), null);
  // Turned on in February: January is not mailed any more.
  strictEqual(mailedMonth("2026-02-20", "2026-02"), null);
  strictEqual(mailedMonth("2026-03-03", "2026-02"), "2026-02");
  strictEqual(mailedMonth("2026-02-20", null), null);
});

// @spec reports.mails
Deno.test("isReadyToMail() waits for all readings until the 9th, then for some", () => {
  const whole = { value: 6.2, completeness: 0.95 };
  const part = { value: 3, completeness: 0.94 };
  const unread = { value: null, completeness: 0 };
  strictEqual(isReadyToMail([whole, whole], "2026-02-03"), true);
  strictEqual(isReadyToMail([whole, part], "2026-02-09"), false);
  strictEqual(isReadyToMail([whole, unread], "2026-02-09"), false);
  strictEqual(isReadyToMail([part, unread], "2026-02-10"), true);
  strictEqual(isReadyToMail([unread, unread], "2026-02-28"), false);
  strictEqual(isReadyToMail([], "2026-02-28"), false);
});

const ONE = { id: "o1", email: "ada@ici.fr", from: "2024-03-01", to: "2026-01-10" };
const TWO = { id: "o2", email: "bea@ici.fr", from: "2026-01-15", to: null };
const PLACE = { month: "2026-01", mark: null } as const;

// @spec reports.mails, reports.one-occupancy
Deno.test("occupanciesToMail() are those with days of the month and an address, each with a day of its own", () => {
  deepStrictEqual(occupanciesToMail([ONE, TWO], PLACE), [
    { occupancy: ONE, on: "2026-01-10" },
    { occupancy: TWO, on: "2026-01-31" },
  ]);
  const others = [
    { ...ONE, email: "" },
    { ...ONE, to: "2025-12-31" },
    { ...TWO, from: "2026-02-01" },
  ];
  deepStrictEqual(occupanciesToMail(others, PLACE), []);
  // The first and the last day of the month belong to it.
  const edges = [{ ...ONE, to: "2026-01-01" }, { ...TWO, from: "2026-01-31", to: "2026-02-05" }];
  deepStrictEqual(
    occupanciesToMail(edges, PLACE).map(({ on }) => on),
    ["2026-01-01", "2026-01-31"],
  );
});

async function mailsOf({ ask }: Pick<ReportedPlace, "ask">) {
  return await answerOf(ask("getConsumptionReportMails", at));
}

// @spec reports.mails
Deno.test("the monthly mail starts with the running month of the residence, and once started keeps its first month", () =>
  withReports(async (place) => {
    const { ask, built: { clock } } = place;
    const put = (isOn: boolean) => ask("putConsumptionReportMails", { ...at, body: { isOn } });
    const firstMonth = async () => {
      const { isOn, firstMonth } = await mailsOf(place);
      strictEqual(isOn, firstMonth !== null);
      return firstMonth;
    };
    strictEqual(await firstMonth(), null);
    // 23:30 UTC on 28 February is 1 March in Paris.
    clock.goTo("2026-02-28T23:30:00Z");
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-03");
    clock.advance(40 * 24 * 3_600_000);
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-03");
    strictEqual(codeOf(await put(false)), "ok");
    strictEqual(await firstMonth(), null);
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual(await firstMonth(), "2026-04");
  }));

// @spec reports.mails
Deno.test("mailed dwellings have a current address; the last mails are those of the last month", () =>
  withReports(async (place) => {
    const { ask, built: { store, platform: { own: { versions } } } } = place;
    const said = async () => {
      // The answer is cached until a call writes something of the residence.
      await versions.bump([{ kind: "project", id: PROJECT }]);
      return await mailsOf(place);
    };
    const lives: readonly (readonly OccupancyRecord[])[] = [
      [ADA],
      [{ ...ADA, to: "2026-02-10" }],
      [{ ...ADA, email: "" }],
      [{ ...ADA, to: "2026-02-09" }],
      [{ ...ADA, from: "2026-02-11" }],
      [],
    ];
    const houses: string[] = [];
    for (const [rank, records] of lives.entries()) {
      const houseId = await aHouse(ask, { name: `A${rank}` });
      houses.push(houseId);
      await store.atomic().set(keys.occupancies(PROJECT, houseId), [...records]).commit();
    }
    const [first = "", second = "", third = ""] = houses;
    const mailed = (houseId: string, month: string, [day, count]: readonly [number, number]) =>
      store.atomic().set(keys.reportMailed(PROJECT, houseId), {
        month,
        occupancyIds: Array.from({ length: count }, (_, rank) => `o${rank}`),
        at: `2026-02-0${day}T11:00:00.000Z`,
      }).commit();
    strictEqual((await said()).last, null);
    await mailed(first, "2026-01", [5, 2]);
    await mailed(second, "2025-12", [6, 4]);
    const january = { month: "2026-01", at: "2026-02-05T11:00:00.000Z" };
    deepStrictEqual((await said()).last, { ...january, mailCount: 2 });
    await mailed(third, "2026-01", [4, 1]);
    const { houseCount, last } = await said();
    // Today is 10 February 2026: the first two.
    strictEqual(houseCount, 2);
    deepStrictEqual(last, { ...january, mailCount: 3 });
  }));
