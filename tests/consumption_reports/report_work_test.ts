import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ReportWork } from "@/lib/consumption_reports/pdf_jobs.ts";
import {
  queuedReportRecord,
  queueReport,
  readOrderedHouses,
  reportOrderRecord,
} from "@/lib/consumption_reports/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { A_QUEUED_REPORT } from "@/tests/helpers/consumption_reports.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const ID = "r1";
const ACCOUNT = "a1";

/** Stores an order for two dwellings, with its number of attempts. */
async function order(store: Store, attempts: number): Promise<void> {
  const atomic = store.atomic();
  queueReport(atomic, {
    id: ID,
    report: A_QUEUED_REPORT,
    order: { accountId: ACCOUNT, projectId: "p1", month: "2026-01", isWhole: false, attempts },
    houseIds: ["h1", "h2"],
  });
  await atomic.commit();
}

/** State and progress of its report, its attempts, and its dwellings. */
async function stored(store: Store) {
  const report = await readEntry(store, keys.queuedReport(ACCOUNT, ID), queuedReportRecord);
  const { value } = await readEntry(store, keys.reportOrder(ID), reportOrderRecord);
  return {
    state: report.value?.state ?? null,
    progress: report.value?.progress ?? null,
    attempts: value?.attempts ?? null,
    houses: await readOrderedHouses(store, ID),
  };
}

const HOUSES = ["h1", "h2"];
const WAITING = { progress: 0, houses: HOUSES };
const GONE = { state: null, progress: null, attempts: null, houses: [] };

Deno.test("ReportWork.begun() counts an attempt and shows its report as running", () =>
  withStore(async (store) => {
    await order(store, 2);
    const work = await ReportWork.begun(store, ID);
    strictEqual(work?.label, A_QUEUED_REPORT.label);
    deepStrictEqual(await stored(store), { ...WAITING, state: "running", attempts: 3 });
  }));

Deno.test("ReportWork.begun() gives up an order that was started three times", () =>
  withStore(async (store) => {
    await order(store, 3);
    strictEqual(await ReportWork.begun(store, ID), null);
    deepStrictEqual(await stored(store), { ...GONE, state: "failed", progress: 0 });
  }));

Deno.test("ReportWork.begun() deletes the order of a deleted report, and finds none afterwards", () =>
  withStore(async (store) => {
    await order(store, 0);
    await store.atomic().delete(keys.queuedReport(ACCOUNT, ID)).commit();
    for (const _ of ["with its order", "without"]) {
      strictEqual(await ReportWork.begun(store, ID), null);
      deepStrictEqual(await stored(store), GONE);
    }
  }));

Deno.test("ReportWork.wait() restores an order without counting an attempt", () =>
  withStore(async (store) => {
    await order(store, 1);
    const work = await ReportWork.begun(store, ID);
    ok(work);
    strictEqual(await work.write({ progress: 0.5 }), true);
    strictEqual((await stored(store)).progress, 0.5);
    await work.wait();
    deepStrictEqual(await stored(store), { ...WAITING, state: "queued", attempts: 1 });
  }));

Deno.test("ReportWork.transact() writes nothing of a report deleted meanwhile", () =>
  withStore(async (store) => {
    await order(store, 0);
    const work = await ReportWork.begun(store, ID);
    ok(work);
    await store.atomic().delete(keys.queuedReport(ACCOUNT, ID)).commit();
    strictEqual(await work.write({ progress: 0.5 }), false);
    strictEqual((await stored(store)).state, null);
  }));

Deno.test("of two processes that start one order, one succeeds", () =>
  withStore(async (store) => {
    await order(store, 0);
    const begun = await Promise.all([ReportWork.begun(store, ID), ReportWork.begun(store, ID)]);
    strictEqual(begun.filter((work) => work !== null).length, 1);
    strictEqual((await stored(store)).attempts, 1);
  }));
