import { CALLS } from "@/lib/app/catalogue.ts";
import { monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { readAnalysis } from "@/lib/consumption_reports/sheets.ts";
import { seedSite } from "@/lib/demo/seed/residence.ts";
import { seedReadings } from "@/lib/demo/seed/series.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { readHousing } from "@/lib/housing/visible_readings.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { fillStore } from "@/tests/loading/filled_store.ts";
import { measured } from "@/tests/loading/measured.ts";
import { type ReaderInProcess, withReader } from "@/tests/loading/reader_in_process.ts";

const DWELLINGS = 200;

/**
 * The reports of a residence of 200 dwellings in one PDF: time, processor time of all threads and
 * the largest of the main one between two turns of its event loop, memory and file size; then the
 * report of one dwelling, and the figures of a past month and of the running one, unchanged and
 * after readings of today.
 */
export default async function reports(): Promise<void> {
  await withReader(async (reader) => {
    await measured("one dwelling, the first", () => oneReport(reader));
    await measured("one dwelling", () => oneReport(reader));
    await measured(`${DWELLINGS} dwellings`, () => allReports(reader, -1));
    await measured(`${DWELLINGS} dwellings, the running month`, () => allReports(reader, 0));
    for (const round of [1, 2, 3]) {
      await measured(`figures of a past month, ${round}`, () => figures(reader, -1));
      await measured(`figures of the running month, ${round}`, () => figures(reader, 0));
    }
    // The first reading after a silence changes the days before it; the following ones do not.
    for (const after of ["a silence", "an hour of readings"]) {
      await readToday(reader);
      await compact(reader.platform.own.store, projectId, Date.now);
      const name = `figures of the running month, compacted after ${after}`;
      await measured(name, () => figures(reader, 0));
    }
    await readToday(reader);
    await measured("figures of the running month, all read again", () => figures(reader, 0));
  }, { fill: fillDwellings });
}

const projectId = siteId(0);
const monthFromNow = (months: number) =>
  shiftMonth(monthOf(civilDateOf(Date.now(), DEFAULT_TIME_ZONE)), months);

async function oneReport({ platform, sessionId }: ReaderInProcess): Promise<string> {
  const caller = await platform.identities.bySession(sessionId);
  const context = { caller, clientAddress: "127.0.0.1", requestId: "bench" };
  const at = { projectId, houseId: `${projectId}-l001`, month: monthFromNow(-1) };
  const made = await platform.dispatcher.answer(CALLS.getConsumptionReportPdf, at, context);
  if (!made.ok) throw new Error(`Not made: ${made.code}`);
  return `${(made.answer.bytes.length / 1_000).toFixed(0)} kB`;
}

async function allReports(
  { platform, sessionId }: ReaderInProcess,
  months: number,
): Promise<string> {
  const caller = await platform.identities.bySession(sessionId);
  const context = { caller, clientAddress: "127.0.0.1", requestId: "bench" };
  const order = { projectId, month: monthFromNow(months), body: { houseIds: [] } };
  const ordered = await platform.dispatcher.answer(CALLS.orderConsumptionReports, order, context);
  if (!ordered.ok) throw new Error(`Not ordered: ${ordered.code}`);
  await platform.reports.idle();
  await makeReports(platform.own.services);
  const at = { reportId: ordered.answer.id };
  const made = await platform.dispatcher.answer(CALLS.getQueuedReportPdf, at, context);
  if (!made.ok) throw new Error(`Not made: ${made.code}`);
  return `${(made.answer.bytes.length / 1_000).toFixed(0)} kB`;
}

/** Without the cache of answers. */
async function figures({ platform, sessionId }: ReaderInProcess, months: number): Promise<string> {
  const reader = await platform.identities.bySession(sessionId);
  const asked = { projectId, month: monthFromNow(months), reader };
  const found = await readAnalysis(platform.own.services, asked);
  if (!found.ok) throw new Error(`Not read: ${found.code}`);
  return `${found.answer.houses.length} dwellings`;
}

/** A reading of every series of the dwellings, not compacted yet. */
async function readToday({ platform }: ReaderInProcess): Promise<void> {
  const { store, services, versions } = platform.own;
  const { houses, series } = await readHousing(services, projectId, ANONYMOUS);
  const epochS = Math.floor(Date.now() / 1_000);
  const stored = new StoredSeries(store, projectId, Date.now);
  const ids = series.flatMap(({ id, unit: { kind } }) =>
    houses.map((house) => ({ seriesId: storedSeriesId(id, house.id), kind }))
  );
  const last = await stored.lastOfMany(ids.map(({ seriesId }) => seriesId));
  await stored.append(ids.map((one) => ({
    ...one,
    readings: [{ epochS, value: last.get(one.seriesId)?.value ?? 0 }],
  })));
  await versions.bump([{ kind: "readings", id: projectId }]);
}

async function fillDwellings(kvPath: string): Promise<void> {
  await fillStore(kvPath);
  const [like] = demoSites();
  if (like === undefined) throw new TypeError("The demo has no residence");
  const site = { ...like, dwellings: { ...like.dwellings, count: DWELLINGS } };
  const now = Date.now();
  await withStore(kvPath, async (store) => {
    await seedSite(store, site, { index: 0, now });
    const features = { ...NO_FEATURES, houseMode: HOUSE_MODES.Detailed, housesConsreport: true };
    await store.atomic().set(keys.projectFeatures(projectId), features).commit();
    const writer = new StoredSeries(store, projectId, () => now);
    await seedReadings(writer, { site, index: 0, years: 2, now });
    await compact(store, projectId, () => now);
  });
}
