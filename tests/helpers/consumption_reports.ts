/** A residence with consumption reports, its visitor, and ordered reports. @module */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import {
  NO_REPORT_SETTINGS,
  type QueuedReportRecord,
  queuedReportRecord,
  queueReport,
} from "@/lib/consumption_reports/records.ts";
import type { HouseFloor } from "@/lib/housing/dwelling_list.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { readBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { type Daily, dwellingsOf, withReports } from "@/tests/consumption_reports/reported.ts";
import { aHousingSeries } from "./a_dwelling.ts";
import { ORG, OTHER_WRITER, PROJECT, someone, writeResidence } from "./a_residence.ts";
import { type Site, type Visitor, withSite } from "./a_site.ts";
import { readTags } from "./read_pdf.ts";

/** A finished report about the residence. */
export const A_REPORT: QueuedReportRecord = {
  label: "Bilans de consommation, octobre 2025",
  projectId: PROJECT,
  createdAt: "2025-11-02T08:00:00Z",
  state: "done",
  progress: 100,
  fileName: "bilans-2025-10.pdf",
};

/** The same, when it was just ordered. */
export const A_QUEUED_REPORT: QueuedReportRecord = {
  ...A_REPORT,
  state: "queued",
  progress: 0,
  fileName: null,
};

/** A residence with reports, and a visitor of its pages. */
export interface ReportsPlace {
  site: Site;
  visitor: Visitor;
  landlord: CallFunction;
  /** A dwelling with the given daily consumption of cold water, in litres. */
  drawing(name: string, daily: Daily, floor?: HouseFloor): Promise<string>;
}

/** A residence with reports, at 4 € a m³; the day is 10 February 2026. */
export function withReportsSite(
  test: (place: ReportsPlace) => Promise<void>,
  { roles = ["collect:read"], housesConsreport = true, houseMode = 1 }: {
    roles?: Role[];
    housesConsreport?: boolean;
    houseMode?: 0 | 1 | 2;
  } = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { features: { houseMode, housesConsreport } });
    await site.store.atomic()
      .set(keys.reportSettings(PROJECT), { ...NO_REPORT_SETTINGS, waterPricing: 4 }).commit();
    const landlord = await someone(site, OTHER_WRITER);
    const series = await aHousingSeries(landlord, "EFSV");
    const ofDwelling = dwellingsOf({ built: site, ask: landlord, series });
    await someone(site, { roles });
    const visitor = await site.signIn();
    const drawing: ReportsPlace["drawing"] = (name, daily, floor = null) =>
      ofDwelling(daily, { name, floor });
    await test({ site, visitor, landlord, drawing });
  });
}

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
