import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { compactSeries } from "@/lib/backend/jobs/compact_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readBlob } from "@/lib/backend/kv/blobs.ts";
import { openStore } from "@/lib/backend/kv/open.ts";
import { listIds, listStored } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { queuedReportRecord, queueReport } from "@/lib/backend/records/queued_reports.ts";
import { ORG, PROJECT } from "@/tests/backend/a_residence.ts";
import { readTags } from "@/tests/backend/files/read_tags.ts";
import { withStoreFile } from "@/tests/backend/kv/stores.ts";
import { withReports } from "@/tests/backend/reported_place.ts";

const HOUSES = 25;
/** A lease that is not renewed expires. */
const LEASE_MS = 61_000;

/** A residence of some dwellings, whose reports were ordered so many times. */
function writeOrders(path: string, count: number): Promise<void> {
  return withReports(
    async ({ built: { store, clock }, drawing }) => {
      for (let rank = 0; rank < HOUSES; rank++) {
        await drawing({ "2025-12-01": 100 + rank }, { name: `A${rank}` });
      }
      await compactSeries(store, clock.now);
      const accountId = (await listIds(store, keys.member.under(ORG)))[0] ?? "";
      for (let rank = 0; rank < count; rank++) {
        const atomic = store.atomic();
        const createdAt = new Date(clock.now()).toISOString();
        const queued = { state: "queued", progress: 0, fileName: null } as const;
        queueReport(atomic, {
          id: `r${rank}`,
          report: { label: "Bilans", projectId: PROJECT, createdAt, ...queued },
          order: { accountId, projectId: PROJECT, month: "2026-01", isWhole: true, attempts: 0 },
          houseIds: [],
        });
        await atomic.commit();
      }
    },
    {},
    { path },
  );
}

/** Makes reports in a process of its own. */
function made(path: string, ...rest: number[]) {
  const script = new URL("./killed_reports.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", script, path, ...rest.map(String)],
  }).output();
}

async function looksWhole(store: Store, count: number): Promise<void> {
  const reports = await listStored(store, keys.queuedReport.under(), queuedReportRecord);
  deepStrictEqual(reports.map(({ record }) => record.state), Array(count).fill("done"));
  for (const { id } of reports) {
    const parts = await Array.fromAsync(readBlob(store, id));
    const bytes = new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer());
    const { pages } = await readTags(bytes);
    deepStrictEqual(
      pages.map((page) => page[2]?.[1]).toSorted(),
      Array.from({ length: HOUSES }, (_, rank) => `A${rank}`).toSorted(),
    );
  }
  strictEqual((await listIds(store, keys.reportOrder.under())).length, 0);
}

// @spec reports.orders
Deno.test("a process killed in the middle of a report leaves nothing of it to be seen, and another one makes it whole", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 1);
    // After it has begun, in the middle of its pages, and once its file is written but not known.
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
