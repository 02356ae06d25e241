import { strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds, listStored } from "@/lib/backend/kv/lists.ts";
import { openStore } from "@/lib/backend/kv/open.ts";
import { queuedReportRecord } from "@/lib/backend/records/queued_reports.ts";
import { withStoreFile } from "@/tests/backend/kv/stores.ts";
import { LEASE_MS, looksWhole, writeOrders } from "./ordered_reports.ts";

/** Makes reports in a separate process. */
function made(path: string, ...rest: number[]) {
  const script = new URL("./killed_reports.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", script, path, ...rest.map(String)],
  }).output();
}

// @spec reports.orders
Deno.test("process killed during a report leaves no visible part of it, and another one makes it whole", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 1);
    // Before its pages, between two of them, and once its file is written but not recorded.
    for (const [rank, commit] of [2, 12].entries()) {
      const { signal, stderr } = await made(path, rank * LEASE_MS, commit);
      strictEqual(signal, "SIGKILL", new TextDecoder().decode(stderr));
      const store = await openStore(path);
      const [report] = await listStored(store, keys.queuedReport.under(), queuedReportRecord);
      strictEqual(report?.record.state, "running");
      strictEqual((await listIds(store, keys.blob.under())).length, 0);
      store.close();
    }
    const { stdout, stderr } = await made(path, 2 * LEASE_MS);
    strictEqual(new TextDecoder().decode(stdout), "1\n", new TextDecoder().decode(stderr));
    const store = await openStore(path);
    await looksWhole(store, 1);
    store.close();
  }));

// @spec reports.orders
Deno.test("two processes on one store make each report once", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 4);
    const outputs = await Promise.all([made(path, 0), made(path, 0)]);
    const counts = outputs.map(({ stdout }) => Number(new TextDecoder().decode(stdout)));
    const said = outputs.map(({ stderr }) => new TextDecoder().decode(stderr)).join("");
    strictEqual(counts.reduce((sum, count) => sum + count, 0), 4, said);
    const store = await openStore(path);
    await looksWhole(store, 4);
    store.close();
  }));
