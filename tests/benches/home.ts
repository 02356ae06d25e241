import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { seriesOfSite, siteId } from "@/lib/demo/simulation/site_series.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { type DataKind, dataUnit } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { pagesInProcess } from "@/tests/loading/app_in_process.ts";
import { costOf, ratio, text } from "@/tests/loading/cost.ts";
import { fillResidences } from "@/tests/loading/many_residences.ts";
import { type ReaderInProcess, withReader } from "@/tests/loading/reader_in_process.ts";

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
