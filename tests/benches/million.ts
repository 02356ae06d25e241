import { wholeYear } from "@/lib/base/civil_dates.ts";
import { receive } from "@/lib/ingest/receive.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { parseLines } from "@/tests/ingest/parse_lines.ts";
import { usedBytes } from "@/tests/loading/store_bytes.ts";

const HOUSES = 200;
const SERIES = 5;
/** Points of each series: a hundred thousand, a million and ten million in all. */
const SCALES = [100, 1_000, 10_000];
const STEP_S = 300;
const FROM_S = Date.UTC(2024, 0) / 1_000;
const DAY_S = 86_400;
const READS = 200;
const NOW_MS = Date.UTC(2025, 0);

/** A page view: its time, and the number of figures or points it reads. */
interface PageView {
  readonly ms: number;
  readonly count: number;
}

interface Scale {
  readonly points: number;
  readonly readings: Readonly<Record<string, PageView>>;
}

/**
 * A million points over 200 dwellings × 5 series: rate of ingest, size on disk, cost of a page;
 * each also at a tenth and at ten times as many, to reveal a cost that grows with the stored data
 * rather than with the data read.
 */
export default async function million(): Promise<void> {
  const scales: Scale[] = [];
  for (const perSeries of SCALES) scales.push(await atScale(perSeries));
  const [first] = scales;
  for (const name of Object.keys(first?.readings ?? {})) {
    const base = first?.readings[name] ?? { ms: 1, count: 1 };
    const lines = scales.map(({ readings }) => {
      const { ms, count } = readings[name] ?? base;
      const [grown, read] = [ms / base.ms, count / base.count];
      return `${ms.toFixed(3)} ms for ${count} (${grown.toFixed(1)} × the time, ${
        read.toFixed(1)
      } × read)`;
    });
    console.log(`${name}:\n  ${lines.join("\n  ")}`);
  }
}

async function atScale(perSeries: number): Promise<Scale> {
  const folder = await Deno.makeTempDir({ prefix: "million-" });
  const path = `${folder}/store.db`;
  const points = HOUSES * SERIES * perSeries;
  try {
    const store = await openStore(path);
    await claimAll(store);
    const receivedMs = await timed(() => receiveAll(store, perSeries));
    const compactedMs = await timed(async () => void await compact(store, "p", () => NOW_MS));
    const readings = await read(new StoredSeries(store, "p", () => NOW_MS), perSeries);
    store.close();
    // Reopening and closing merges the write-ahead log into the file.
    (await openStore(path)).close();
    const bytes = usedBytes(path) / points;
    console.log(
      `${points.toLocaleString("en")} points: received ${rate(points, receivedMs)}, ` +
        `compacted ${rate(points, compactedMs)}, ${bytes.toFixed(2)} B a point on disk`,
    );
    return { points, readings };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function claimAll(store: Store): Promise<void> {
  for (let house = 0; house < HOUSES; house++) {
    const atomic = store.atomic().sum(keys.version("sources", "p"), 1n);
    for (let series = 0; series < SERIES; series++) {
      const claim = { seriesId: `s${series}`, houseId: `h${house}`, kind: "instant" };
      const source = keys.seriesSource("p", `serial=${house}-${series}`);
      atomic.set(source, { ...claim, attachedAtMs: 0 });
    }
    await atomic.commit();
  }
}

/** From line protocol to durable, a body a dwelling, as sent by collectors that were offline. */
async function receiveAll(store: Store, perSeries: number): Promise<void> {
  for (let house = 0; house < HOUSES; house++) {
    const body = new TextEncoder().encode(bodyOf(house, perSeries));
    const { columns } = parseLines(body, { precision: "s", nowS: 0 });
    const { stored } = await receive(columns, { store, projectId: "p", nowMs: NOW_MS });
    if (stored !== SERIES * perSeries) throw new Error(`only ${stored} readings were stored`);
  }
}

function bodyOf(house: number, perSeries: number): string {
  const lines: string[] = [];
  for (let series = 0; series < SERIES; series++) {
    for (let at = 0; at < perSeries; at++) {
      const tenths = 180 + (house + series * 3 + at % 37 + (at >> 5)) % 60;
      lines.push(`m,serial=${house}-${series} value=${tenths / 10} ${FROM_S + at * STEP_S}`);
    }
  }
  return lines.join("\n");
}

async function read(
  series: StoredSeries,
  perSeries: number,
): Promise<Readonly<Record<string, PageView>>> {
  const house = Array.from({ length: SERIES }, (_, at) => storedSeriesId(`s${at}`, "h7"));
  const all = Array.from({ length: HOUSES }, (_, at) => storedSeriesId("s0", `h${at}`));
  // The last whole day, or the part there is of one.
  const dayFromS = FROM_S + Math.max(0, Math.floor(perSeries * STEP_S / DAY_S) - 1) * DAY_S;
  return {
    "a residence's months, dwelling by dwelling": await perView(async () => {
      const months = await series.monthsOfMany(all, 2024);
      return [...months.values()].flat().filter(({ count }) => count > 0).length;
    }),
    "a dwelling's five-minute day, its five series": await perView(async () => {
      const range = { fromS: dayFromS, toS: dayFromS + DAY_S };
      const points = await Promise.all(house.map((id) => series.points(id, range)));
      return points.flat().length;
    }),
    "a year of daily values": await perView(async () =>
      (await series.days(house[0] ?? "", wholeYear(2024))).filter(({ count }) => count > 0).length
    ),
  };
}

async function perView(act: () => Promise<number>): Promise<PageView> {
  let count = 0;
  for (let warm = 0; warm < READS / 4; warm++) count = await act();
  const ms = await timed(async () => {
    for (let at = 0; at < READS; at++) await act();
  });
  return { ms: ms / READS, count };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

function rate(points: number, ms: number): string {
  return `${Math.round(points / ms).toLocaleString("en")} k points/s`;
}
