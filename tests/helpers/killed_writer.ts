import { Sessions } from "@/lib/identity/sessions.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { giveBackFreePages } from "@/lib/store/store_file.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { seeded } from "./made_series.ts";

/** The kinds of the series in the batches. */
export const KILLED_SERIES = { a: "index", b: "instant", c: "consumption", d: "index" } as const;

/** Content of batch number n: new readings, and late, corrected and deleted ones. */
export function killedBatch(n: number): SeriesBatch[] {
  const chance = seeded(n);
  return Object.entries(KILLED_SERIES).map(([seriesId, kind]) => {
    const readings: Reading[] = Array.from({ length: 3 }, () => {
      const late = chance() < 0.3 ? Math.floor(chance() * n) : n;
      const epochS = START_S + late * 1700 + Math.floor(chance() * 400);
      if (chance() < 0.05) return { epochS, removed: true };
      return { epochS, value: late * 5 + Math.floor(chance() * 1000) / 100 };
    });
    return { seriesId, kind, readings };
  });
}

const START_S = Date.parse("2024-10-20T00:00:00Z") / 1000;

/** States a document goes through, in this order. */
export const DOCUMENT_STATES = ["none", "to-valid", "valid"] as const;

/** The residences that one writer writes to at the same time: their commits share syncs, as in a server. */
export function residencesOf(writer: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${writer}-${at}`);
}

async function sendBatches(store: Store, project: string): Promise<void> {
  const series = new StoredSeries(store, project, Date.now);
  for (let n = 0;; n++) {
    await series.append(killedBatch(n));
    say(`batch ${project}`);
  }
}

/** The state of each document, its line in the register and the count change in one commit. */
async function moveDocuments(store: Store, project: string): Promise<void> {
  for (let n = 0;; n++) {
    const document = `d${Math.floor(n / DOCUMENT_STATES.length)}`;
    const state = DOCUMENT_STATES[n % DOCUMENT_STATES.length];
    await store.atomic()
      .set(keys.equipment(project, document), { state })
      .set(keys.audit(project, n, document), { state })
      .sum(keys.version(project, "documents"), 1n)
      .commit();
    say(`document ${project}`);
  }
}

/** Opens sessions, and ends each once the next one is open. */
async function changeSessions(store: Store, project: string): Promise<void> {
  const sessions = new Sessions(store, Date.now);
  const holder = { accountId: project, email: "", platformAdmin: false, visitorId: null };
  for (let previous: string | null = null;;) {
    const { id } = await sessions.open(holder);
    say(`session ${project} ${id}`);
    if (previous !== null) {
      await sessions.end(previous);
      say(`ended ${project} ${previous}`);
    }
    previous = id;
  }
}

async function compactAlways(store: Store, projects: readonly string[]): Promise<void> {
  for (;;) {
    for (const project of projects) {
      await compact(store, project, Date.now);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
}

/** Moves free pages all the time, since compactions free them, also at the moment of the kill. */
async function giveBackAlways(path: string): Promise<void> {
  for (;;) {
    await giveBackFreePages(path);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/**
 * Writes to a store until it is killed: `deno run … killed_writer.ts PATH WRITER RESIDENCES`.
 *
 * Every line it prints is an acknowledged write: "batch w1-0", "document w1-0", "session w1-0 ID",
 * "ended w1-0 ID".
 */
if (import.meta.main) {
  const [path = "", writer = "", count = ""] = Deno.args;
  const store = await openStore(path);
  const projects = residencesOf(writer, Number(count));
  await Promise.all([
    ...projects.flatMap((project) => [
      sendBatches(store, project),
      moveDocuments(store, project),
      changeSessions(store, project),
    ]),
    compactAlways(store, projects),
    giveBackAlways(path),
  ]);
}
