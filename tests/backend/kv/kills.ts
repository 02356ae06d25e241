import { deepStrictEqual, ok } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { openStore } from "@/lib/backend/kv/open.ts";
import { seriesFaults } from "@/lib/backend/kv/series/check.ts";
import { compact } from "@/lib/backend/kv/series/compaction/compact.ts";
import { StoredSeries } from "@/lib/backend/kv/series/series.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { Reading } from "@/lib/domain/series/types.ts";
import { naivePoints } from "@/tests/loading/naive_series.ts";
import { DOCUMENT_STATES, KILLED_SERIES, killedBatch } from "./killed_writer.ts";

/** Results of the kills. */
export interface KillFigures {
  readonly kills: number;
  /** Writes acknowledged before a kill, all found again. */
  readonly acknowledged: number;
}

/** Kills the writer of one file repeatedly, and checks each time the writes it had acknowledged. */
export async function killOften(
  path: string,
  { kills, longestMs, seed }: {
    readonly kills: number;
    readonly longestMs: number;
    readonly seed: number;
  },
): Promise<KillFigures> {
  let acknowledged = 0;
  for (let kill = 0; kill < kills; kill++) {
    // The delays of the kills are spread but not random: each run of a test has the same.
    const afterMs = 20 + ((kill * 137 + seed) % longestMs);
    const acked = await killOnce(path, `p${kill}`, afterMs);
    acknowledged += acked.batch + acked.document + 2;
    const store = await openStore(path);
    try {
      await checkSeries(store, `p${kill}`, acked.batch);
      await checkDocuments(store, `p${kill}`, acked.document);
    } finally {
      store.close();
    }
  }
  return { kills, acknowledged };
}

interface Acked {
  /** Number of the last acknowledged batch, -1 for none. */
  readonly batch: number;
  readonly document: number;
}

async function killOnce(path: string, project: string, afterMs: number): Promise<Acked> {
  const script = new URL("./killed_writer.ts", import.meta.url).pathname;
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, path, project],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(writer.stderr).text();
  const acked = { batch: -1, document: -1 };
  let killing = false;
  let rest = "";
  for await (const text of writer.stdout.pipeThrough(new TextDecoderStream())) {
    // The first line tells that it runs: the delay starts there.
    if (!killing) setTimeout(() => writer.kill("SIGKILL"), afterMs);
    killing = true;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [what, number] = line.split(" ");
      if (what === "batch" || what === "document") acked[what] = Number(number);
    }
  }
  const { signal } = await writer.status;
  ok(signal === "SIGKILL", `the writer stopped by itself: ${await errors}`);
  await errors;
  return acked;
}

/** Checks that every acknowledged reading is stored, and that the figures match the points. */
async function checkSeries(store: Store, project: string, batch: number): Promise<void> {
  // The lease of the dead writer may last ten seconds more: this clock is past its end.
  const later = () => Date.now() + 60_000;
  const series = new StoredSeries(store, project, later);
  const seen = await allPoints(series);
  const acknowledged = expectedPoints(batch);
  // The write interrupted by the kill may be stored or not, but only whole.
  const isWithNext = JSON.stringify(seen) !== JSON.stringify(acknowledged);
  if (isWithNext) deepStrictEqual(seen, expectedPoints(batch + 1));
  await compact(store, project, later);
  deepStrictEqual(await allPoints(series), seen);
  deepStrictEqual(await Array.fromAsync(seriesFaults(store, project)), []);
}

async function allPoints(series: StoredSeries): Promise<unknown> {
  const all = { fromS: 0, toS: 2 ** 32 };
  const ids = Object.keys(KILLED_SERIES);
  return await Promise.all(ids.map((id) => series.points(id, all)));
}

function expectedPoints(lastBatch: number): unknown {
  const came: Record<string, Reading[]> = { a: [], b: [], c: [], d: [] };
  for (let n = 0; n <= lastBatch; n++) {
    for (const { seriesId, readings } of killedBatch(n)) came[seriesId]?.push(...readings);
  }
  return Object.entries(KILLED_SERIES).map(([id, kind]) => naivePoints(came[id] ?? [], kind));
}

/** The state of a document, its line in the register and the count are of the same write. */
async function checkDocuments(store: Store, project: string, last: number): Promise<void> {
  const { value } = await store.get(keys.version(project, "documents"));
  const count = value instanceof Deno.KvU64 ? Number(value.value) : 0;
  ok(count === last + 1 || count === last + 2, `${count} writes for ${last + 1} acknowledged`);
  const lines = await Array.fromAsync(store.list({ prefix: keys.audit.under(project) }));
  deepStrictEqual(lines.length, count);
  const documents = await Array.fromAsync(store.list({ prefix: keys.equipment.under(project) }));
  deepStrictEqual(documents.length, Math.ceil(count / DOCUMENT_STATES.length));
  if (count === 0) return;
  const newest = `d${Math.floor((count - 1) / DOCUMENT_STATES.length)}`;
  const state = DOCUMENT_STATES[(count - 1) % DOCUMENT_STATES.length];
  deepStrictEqual((await store.get(keys.equipment(project, newest))).value, { state });
}
