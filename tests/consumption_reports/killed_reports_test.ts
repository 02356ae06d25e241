import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { sumBy } from "@/lib/base/sums.ts";
import { queuedReportRecord } from "@/lib/consumption_reports/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { listIds, listStored } from "@/lib/store/store.ts";
import { LEASE_MS, looksWhole, writeOrders } from "@/tests/helpers/consumption_reports.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

/** Makes reports in a separate process. */
async function made(path: string, ...rest: number[]) {
  const script = new URL("./killed_reports.ts", import.meta.url).pathname;
  const { success, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", script, path, ...rest.map(String)],
  }).output();
  const [printed, said] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { success, signal, count: Number(printed), said };
}

// @spec reports.orders
Deno.test("process killed during a report leaves no visible part of it, and another one makes it whole", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 1);
    // Before its pages, and between two of them.
    for (const [rank, commit] of [2, 12].entries()) {
      const { signal, said } = await made(path, rank * LEASE_MS, commit);
      strictEqual(signal, "SIGKILL", said);
      const store = await openStore(path);
      const [report] = await listStored(store, keys.queuedReport.under(), queuedReportRecord);
      strictEqual(report?.record.state, "running");
      strictEqual((await listIds(store, keys.blob.under())).length, 0);
      store.close();
    }
    const { success, count, said } = await made(path, 2 * LEASE_MS);
    deepStrictEqual([success, count], [true, 1], said);
    const store = await openStore(path);
    await looksWhole(store, 1);
    store.close();
  }));

// @spec reports.orders
Deno.test("process killed once a report is written, and once it is recorded, leaves it to make again, then whole", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 1);
    // The lease and the beginning, two commits for two of the 25 pages, then the parts of the file.
    const parts = 2 + 2 * Math.ceil(25 / 2) + 3;
    strictEqual((await made(path, 0, parts)).signal, "SIGKILL");
    const written = await openStore(path);
    const found = await Array.fromAsync(written.list({ prefix: keys.blobPart.under("r0") }));
    strictEqual(found.length, 5);
    strictEqual((await listIds(written, keys.blob.under())).length, 0);
    written.close();
    strictEqual((await made(path, LEASE_MS, parts + 1)).signal, "SIGKILL");
    const { success, count, said } = await made(path, 2 * LEASE_MS);
    deepStrictEqual([success, count], [true, 0], said);
    const store = await openStore(path);
    await looksWhole(store, 1);
    store.close();
  }));

// @spec reports.orders
Deno.test("two processes on one store make each report once", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 4);
    const ended = await Promise.all([made(path, 0), made(path, 0)]);
    const said = ended.map((one) => one.said).join("");
    deepStrictEqual(ended.map(({ success }) => success), [true, true], said);
    strictEqual(sumBy(ended, ({ count }) => count), 4, said);
    const store = await openStore(path);
    await looksWhole(store, 4);
    store.close();
  }));
