import { csp } from "fresh";
import { Builder } from "fresh/dev";
import process from "node:process";
import { readConfig } from "@/fresh.config.ts";
import { session } from "@/lib/app/session.ts";
import { seedSite } from "@/lib/demo/seed/residence.ts";
import { seedReadings } from "@/lib/demo/seed/series.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { seriesOfSite, siteId } from "@/lib/demo/simulation/site_series.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { type DataKind, dataUnit } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import type { ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { fillStore, type ReaderInProcess, withReader } from "@/tests/loading/filled_store.ts";
import { ROOT } from "@/tools/files.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";

const RESIDENCES = 50;
const SERIES_PER_TICK = 4;
/** Consumption of a meter in a tick. */
const STEP = 0.001;
/** The residence whose pages are read while it is written: its dwellings have readings too. */
const WRITTEN = "p01";

/**
 * Cost of a page at rest, and just after a collector wrote: processor time of this process, all
 * threads, and reads of the store, per page.
 *
 * `/home` shows fifty residences, of which none, one or all were written since it was last shown.
 */
export default async function home(): Promise<void> {
  await withReader(async (reader) => {
    const get = await pagesInProcess(reader);
    const cost = costOf(reader.asked);
    const ticks = new Ticks(reader);
    const tickAll = async () => {
      for (const [projectId] of ticks.ids) await ticks.send(projectId);
    };
    const path = links.residences();
    const show = () => get(path);
    const idle = await cost(show);
    const one = await cost(show, () => ticks.send(WRITTEN));
    await ticks.compact();
    const all = await cost(show, tickAll);
    await ticks.compact();
    console.log(`${path} of ${RESIDENCES} residences: ${text(idle)} at rest`);
    console.log(`  one written: ${text(one)}, ${ratio(one, idle)}`);
    console.log(`  all written: ${text(all)}, ${ratio(all, idle)}`);
    const compared = () => get(links.boilerRoomReports(WRITTEN, ROOM));
    const comparedAtRest = await cost(compared);
    const comparedWritten = await cost(compared, tickAll);
    await ticks.compact();
    console.log(
      `comparison: ${text(comparedAtRest)} at rest, all written ${text(comparedWritten)}`,
    );
    for (const page of PAGES) {
      let number = 0;
      // A new address each time: the page is rendered anew.
      const made = () => get(`${page}?n=${number++}`);
      const atRest = await cost(made);
      const written = await cost(made, () => ticks.send(WRITTEN));
      console.log(
        `${page}: ${text(atRest)} at rest, written ${text(written)}, ${ratio(written, atRest)}`,
      );
      await ticks.compact();
    }
  }, { fill: (kvPath) => fillResidences(kvPath, RESIDENCES) });
}

const ROOM = `${WRITTEN}-c1`;
const PAGES = [
  links.residence(WRITTEN),
  links.boilerRoom(WRITTEN, ROOM),
  links.energyBalance(WRITTEN, ROOM, "monthly/2025"),
  links.houses(WRITTEN),
  links.sensors(WRITTEN),
];

interface TickedSeries {
  readonly id: string;
  readonly kind: DataKind;
}

/** The first series of a residence: the meters of its boiler room. */
function tickOf(index: number): TickedSeries[] {
  const site = demoSites()[index % demoSites().length];
  const all = site === undefined ? [] : seriesOfSite(site, siteId(index));
  return all.slice(0, SERIES_PER_TICK).map(({ id, dataUnitId }) => ({
    id,
    kind: dataUnit(dataUnitId).kind,
  }));
}

/**
 * Ticks of collectors, each a second after the previous one; meters increase from their last index.
 */
class Ticks {
  /** Series of each residence, the first ones of its boiler rooms. */
  readonly ids: ReadonlyMap<string, readonly TickedSeries[]>;
  readonly #registers = new Map<string, number>();
  #epochS = Math.floor(Date.now() / 1_000);

  constructor(private readonly reader: ReaderInProcess) {
    this.ids = new Map(
      Array.from({ length: RESIDENCES }, (_, index) => [siteId(index), tickOf(index)]),
    );
  }

  async send(projectId: string): Promise<void> {
    const { platform } = this.reader;
    const epochS = this.#epochS++;
    const series = new StoredSeries(platform.own.store, projectId, Date.now);
    const ticked = this.ids.get(projectId) ?? [];
    const batches = await Promise.all(ticked.map(async ({ id, kind }) => {
      const value = kind === "instant" ? 20 + epochS % 7 : await this.#register(series, id);
      return { seriesId: id, kind, readings: [{ epochS, value }] };
    }));
    await series.append(batches);
    await platform.versions.bump([{ kind: "readings", id: projectId }]);
  }

  async #register(series: StoredSeries, id: string): Promise<number> {
    const before = this.#registers.get(id) ?? (await series.last(id))?.value ?? 0;
    this.#registers.set(id, before + STEP);
    return before + STEP;
  }

  async compact(): Promise<void> {
    for (const [projectId] of this.ids) {
      await compact(this.reader.platform.own.store, projectId, Date.now);
    }
  }
}

/**
 * Returns a function that reads pages of the app in this process, as the reader's browser would:
 * the bytes of each.
 */
async function pagesInProcess(
  { platform, sessionId }: ReaderInProcess,
): Promise<(path: string) => Promise<Uint8Array>> {
  const config = readConfig({ ACCESS_LOG: "off", ...UNLIMITED });
  const app = new SecureApp<State>(config)
    .use(arrival(config))
    .use(csp({ useNonce: true }))
    .use(session(platform))
    .fsRoutes();
  (await new Builder<State>({ root: ROOT }).build({ snapshot: "memory" }))(app);
  const handler = app.handler();
  const headers = { cookie: `session=${sessionId}`, "accept-encoding": "gzip" };
  return async (path) => {
    const answer = await handler(new Request(`http://127.0.0.1:8000${path}`, { headers }));
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    return await answer.bytes();
  };
}

/**
 * Fills a store with the demo's residences and copies of them up to a count, each with a year of
 * readings, compacted.
 */
async function fillResidences(kvPath: string, count: number): Promise<string[]> {
  await fillStore(kvPath);
  const ids = Array.from({ length: count }, (_, index) => siteId(index));
  const now = Date.now();
  await withStore(kvPath, async (store) => {
    for (const [index, projectId] of ids.entries()) {
      const like = demoSites()[index % demoSites().length];
      if (like !== undefined && index >= demoSites().length) {
        const site = { ...like, name: `${like.name} ${index + 1}` };
        await seedSite(store, site, { index, now });
        const writer = new StoredSeries(store, projectId, () => now);
        await seedReadings(writer, { site, index, years: 1, now });
      }
      await compact(store, projectId, () => now);
    }
  });
  return ids;
}

const WARMING = 5;
const ROUNDS = 25;

interface Cost {
  readonly processorMs: number;
  /** Number of reads of the store. */
  readonly readCount: number;
}

/** Measures the cost of a function: the mean of many runs, each after some uncounted work. */
function costOf(asked: ReadCounts) {
  const readCount = () => asked.get + asked.getMany + asked.list;
  return async (
    act: () => Promise<unknown>,
    before: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Cost> => {
    let [processorMs, reads] = [0, 0];
    for (let round = -WARMING; round < ROUNDS; round++) {
      await before();
      const [startedAt, readBefore] = [process.cpuUsage(), readCount()];
      await act();
      const { user, system } = process.cpuUsage(startedAt);
      if (round < 0) continue;
      processorMs += (user + system) / 1_000;
      reads += readCount() - readBefore;
    }
    return { processorMs: processorMs / ROUNDS, readCount: Math.round(reads / ROUNDS) };
  };
}

/** A cost, as benches print it. */
function text({ processorMs, readCount }: Cost): string {
  return `${processorMs.toFixed(1)} ms of processor, ${readCount} reads`;
}

/** One cost divided by another, as benches print it. */
function ratio(value: Cost, base: Cost): string {
  return `${(value.processorMs / base.processorMs).toFixed(2)} ×`;
}
