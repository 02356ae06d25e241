/**
 * A process that writes everything at once and is killed, again and again, and the check of what
 * it left.
 * @module
 */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { Sessions } from "@/lib/identity/sessions.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { giveBackFreePages } from "@/lib/store/store_file.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { naivePoints, seeded } from "@/tests/helpers/made_series.ts";

/** The kinds of the series in the batches. */
const KILLED_SERIES = { a: "index", b: "instant", c: "consumption", d: "index" } as const;

/** Content of batch number n: new readings, and late, corrected and deleted ones. */
function killedBatch(n: number): SeriesBatch[] {
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
const DOCUMENT_STATES = ["none", "to-valid", "valid"] as const;

/** The residences that one writer writes to at the same time: their commits share syncs, as in a server. */
function residencesOf(writer: string, count: number): readonly string[] {
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

/** Results of the kills. */
interface KillFigures {
  readonly kills: number;
  /** Writes acknowledged before a kill, all found again. */
  readonly acknowledged: number;
}

/** Kills the writer of one file repeatedly, and checks each time the writes it had acknowledged. */
export async function killOften(
  path: string,
  { kills, longestMs, seed, residences }: {
    readonly kills: number;
    readonly longestMs: number;
    readonly seed: number;
    /** Residences that the writer writes to at the same time. */
    readonly residences: number;
  },
): Promise<KillFigures> {
  let acknowledged = 0;
  for (let kill = 0; kill < kills; kill++) {
    // The delays of the kills are spread but not random: each run of a test has the same.
    const afterMs = 20 + ((kill * 137 + seed) % longestMs);
    const writes = await killOnce(path, [`w${kill}`, String(residences)], afterMs);
    const store = await openStore(path);
    try {
      for (const residence of residencesOf(`w${kill}`, residences)) {
        const done = writes.get(residence) ?? NOTHING;
        await checkSeries(store, residence, done.batches - 1);
        await checkDocuments(store, residence, done.documents - 1);
        await checkSessions(store, done);
        acknowledged += done.batches + done.documents + done.opened.length + done.ended.length;
      }
    } finally {
      store.close();
    }
  }
  return { kills, acknowledged };
}

/** The acknowledged writes of a residence. */
interface Writes {
  readonly batches: number;
  readonly documents: number;
  /** Ids of sessions, in order. */
  readonly opened: readonly string[];
  readonly ended: readonly string[];
}

const NOTHING: Writes = { batches: 0, documents: 0, opened: [], ended: [] };

/** Writes that each writer acknowledges before it is killed, however slow the machine is. */
export const LEAST_WRITES = 10;

/** Kills a writer after a delay. @returns what it had acknowledged, by residence */
async function killOnce(
  path: string,
  args: readonly string[],
  afterMs: number,
): Promise<ReadonlyMap<string, Writes>> {
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.url, path, ...args],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(writer.stderr).text();
  let said = "";
  let isDue = false;
  let isKilled = false;
  const killIfDue = () => {
    if (isKilled || !isDue || said.split("\n").length <= LEAST_WRITES) return;
    isKilled = true;
    writer.kill("SIGKILL");
  };
  const due = () => {
    isDue = true;
    killIfDue();
  };
  for await (const text of writer.stdout.pipeThrough(new TextDecoderStream())) {
    // The first line tells that it runs: the delay starts there.
    if (said === "") setTimeout(due, afterMs);
    said += text;
    killIfDue();
  }
  const { signal } = await writer.status;
  ok(signal === "SIGKILL", `the writer stopped by itself: ${await errors}`);
  await errors;
  // The last line may be cut.
  return writesIn(said.split("\n").slice(0, -1));
}

function writesIn(lines: readonly string[]): ReadonlyMap<string, Writes> {
  const residences = Map.groupBy(
    lines.map((line) => line.split(" ")),
    ([, residence = ""]) => residence,
  );
  return new Map([...residences].map(([residence, its]) => {
    const idsOf = (kind: string) => its.flatMap(([what, , id = ""]) => what === kind ? [id] : []);
    return [residence, {
      batches: idsOf("batch").length,
      documents: idsOf("document").length,
      opened: idsOf("session"),
      ended: idsOf("ended"),
    }];
  }));
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

/** The last session is open and each ended one is closed; the kill may have interrupted the end of the one between. */
async function checkSessions(store: Store, { opened, ended }: Writes): Promise<void> {
  const sessions = new Sessions(store, Date.now);
  for (const id of ended) strictEqual(await sessions.read(id), null, "an ended session is open");
  const last = opened.at(-1);
  if (last !== undefined) ok(await sessions.read(last) !== null, "an open session is lost");
}

/**
 * Writes to a store until it is killed: `deno run … kills.ts PATH WRITER RESIDENCES`.
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
