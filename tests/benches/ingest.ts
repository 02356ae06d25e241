import { receive } from "@/lib/ingest/receive.ts";
import type { ReadingColumns } from "@/lib/ingest/received_columns.ts";
import { SourceTable } from "@/lib/ingest/source_table.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { parseLines } from "@/tests/ingest/parse_lines.ts";
import { inFolder } from "@/tests/tools/folders.ts";

const SERIES = 10_000;
const TICKS = 12;
const START_S = Date.UTC(2024, 0) / 1000;
const NOW_MS = (START_S + 86_400) * 1000;
const TABLE = new SourceTable();

/**
 * Points a second into a KV file, from line protocol to acknowledged, then compacted; as a ratio to
 * the same ticks written one key per point.
 */
export default async function ingest(): Promise<void> {
  await withScratchStore((store) => withScratchStore((rows) => compared(store, rows)));
}

async function compared(store: Store, rows: Store): Promise<void> {
  await claimAll(store);
  const bodies = Array.from({ length: TICKS }, (_, tick) => bodyOf(tick));
  const { ms: parsing } = await timed(() => {
    for (const body of bodies) parsed(body);
    return Promise.resolve();
  });
  const { ms: receiving } = await timed(async () => {
    for (const body of bodies) await send(store, body);
  });
  const { ms: compacting } = await timed(async () => {
    await compact(store, "p", () => NOW_MS);
  });
  await send(store, bodyOf(TICKS));
  const { ms: again } = await timed(async () => {
    await compact(store, "p", () => NOW_MS);
  });
  const { ms: naive } = await timed(() => oneKeyPerPoint(rows, bodies[0] ?? new Uint8Array()));
  const points = SERIES * TICKS;
  const rate = (ms: number) => `${Math.round(points / ms).toLocaleString("en")} k points/s`;
  console.log(
    `parse ${rate(parsing)}; a tick of ${SERIES} lines ${(parsing / TICKS).toFixed(1)} ms`,
  );
  console.log(
    `receive (parsed, matched, durable) ${rate(receiving)}; a tick ${
      (receiving / TICKS).toFixed(1)
    } ms`,
  );
  console.log(`compact ${TICKS} ticks ${rate(compacting)}; ${compacting.toFixed(0)} ms`);
  console.log(`compact one more tick of known series ${again.toFixed(0)} ms`);
  console.log(
    `received ${(naive * TICKS / receiving).toFixed(1)} × faster than one key per point`,
  );
}

function bodyOf(tick: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: SERIES }, (_, at) => {
    const value = (20 + at % 50 / 10 + tick / 10).toFixed(1);
    return `temperature,residence=R1,serial=${at} value=${value} ${START_S + tick * 300}`;
  });
  return new TextEncoder().encode(lines.join("\n"));
}

async function claimAll(store: Store): Promise<void> {
  for (let from = 0; from < SERIES; from += 500) {
    const atomic = store.atomic();
    for (let at = from; at < from + 500; at++) {
      const claim = { seriesId: `s${at}`, houseId: null, kind: "instant", attachedAtMs: 0 };
      atomic.set(keys.seriesSource("p", `temperature,serial=${at} value`), claim);
    }
    await atomic.commit();
  }
}

/** The rows of a body; its sources are cached from one body to the next. */
function parsed(body: Uint8Array<ArrayBuffer>): ReadingColumns {
  return parseLines(body, { precision: "s", nowS: 0, tableOf: () => TABLE }).columns;
}

async function send(store: Store, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const { stored } = await receive(parsed(body), { store, projectId: "p", nowMs: NOW_MS });
  if (stored !== SERIES) throw new Error(`only ${stored} readings were stored`);
}

async function oneKeyPerPoint(store: Store, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const columns = parsed(body);
  for (let from = 0; from < columns.count; from += 500) {
    const atomic = store.atomic();
    for (let row = from; row < Math.min(columns.count, from + 500); row++) {
      const { device, epochS, value } = columns.reading(row);
      atomic.set(keys.points("p", `s${device.tags[1]?.[1]}`, 0, epochS), value);
    }
    await atomic.commit();
  }
}

async function timed(run: () => Promise<void>): Promise<{ readonly ms: number }> {
  const start = performance.now();
  await run();
  return { ms: performance.now() - start };
}

/** Runs some work on a store in a new file, which is deleted afterwards. */
function withScratchStore<R>(work: (store: Store) => Promise<R>): Promise<R> {
  return inFolder((folder) => withStore(`${folder}/store.db`, work));
}
