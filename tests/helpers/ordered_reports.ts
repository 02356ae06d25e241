import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { queuedReportRecord, queueReport } from "@/lib/consumption_reports/records.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { readBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { withReports } from "@/tests/consumption_reports/reported_place.ts";
import { ORG, PROJECT } from "./a_residence.ts";
import { readTags } from "./read_tags.ts";

const HOUSES = 25;
/** After this time a lease that is not renewed has expired. */
export const LEASE_MS = 61_000;

/** A residence of some dwellings, with the given number of ordered reports. */
export function writeOrders(path: string, count: number): Promise<void> {
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

/** Whether all reports are done, each a whole file with every dwelling. */
export async function looksWhole(store: Store, count: number): Promise<void> {
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
