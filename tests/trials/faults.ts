/** Faults of processes, disks and the store, each a part: nothing acknowledged is lost. @module */
import { ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { sendThroughFaults } from "@/tests/flows/store_faults.ts";
import { besideAnother } from "@/tests/flows/two_servers.ts";
import { drain } from "@/tests/loading/started.ts";
import { damageFile, damageLog } from "@/tests/store/damages.ts";
import { killOften } from "@/tests/store/kills.ts";
import { shareOneFile } from "@/tests/store/sharing.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { numbersWritten } from "@/tests/tools/keeping/a_writer.ts";
import { backUp, restore } from "@/tools/keeping/backups.ts";
import { sha256Of } from "@/tools/keeping/store_file.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { linesOf, startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";

export default {
  damaged_store: damagedStore,
  kill_and_restart: killAndRestart,
  stop_under_load: stopUnderLoad,
  two_processes: twoProcesses,
  store_errors: storeErrors,
  backup_while_writing: backupWhileWriting,
};

const LOG_TRIALS = 1_000;
const FILE_TRIALS = 200;
const SEED = 20260101;

/**
 * QF2: the write-ahead log truncated, flipped or zeroed 1,000 times at random: each time an exact
 * prefix of the acknowledged writes is found; the readings in the file itself damaged: each time
 * refused when read and named by `kv:check`.
 */
async function damagedStore(): Promise<void> {
  await inFolder(async (folder) => {
    const log = await damageLog(folder, { trials: LOG_TRIALS, seed: SEED });
    console.log(
      `log: ${log.trials} trials, ${log.least} to ${log.most} commits found, every one an exact prefix`,
    );
    const file = await damageFile(folder, { trials: FILE_TRIALS, seed: SEED });
    console.log(`file: ${file.trials} trials, each refused when read and named by kv:check`);
  });
}

const KILLS = 500;
const ACKNOWLEDGED = 500_000;
const KILLS_PER_FILE = 25;
/** Written to at the same time: a single one waits for the disk at each write. */
const RESIDENCES = 24;

/**
 * QF1: 500 kills -9 during mixed writes (sessions, documents, readings, compaction), at least 500,000
 * acknowledged writes, none lost, every figure equal to that of its points. Throws at the first
 * loss.
 */
async function killAndRestart(): Promise<void> {
  let [kills, acknowledged] = [0, 0];
  while (kills < KILLS || acknowledged < ACKNOWLEDGED) {
    // A new file each round: the number of kills matters, not the size of a file.
    await inFolder(async (folder) => {
      const done = await killOften(`${folder}/store.db`, {
        kills: KILLS_PER_FILE,
        longestMs: 3000,
        seed: kills,
        residences: RESIDENCES,
      });
      kills += done.kills;
      acknowledged += done.acknowledged;
    });
    console.log(`${kills} kills, ${acknowledged} writes acknowledged, 0 lost, 0 figures wrong`);
  }
}

const STOPS = 20;
const IN_FLIGHT = 100;

/** QF4: SIGTERM under load: every request in flight is answered, and the exit code is 0. */
async function stopUnderLoad(): Promise<void> {
  await buildIfStale();
  const own = { PORT: "0", DENO_KV_PATH: ":memory:", ACCESS_LOG: "off" };
  const config = readConfig({ ...UNLIMITED, ...own });
  let [answered, dropped, badExits] = [0, 0, 0];
  for (let round = 0; round < STOPS; round++) {
    const drained = await drain(await startServer(config), IN_FLIGHT);
    answered += drained.answered;
    dropped += drained.dropped;
    badExits += drained.exitCode === 0 ? 0 : 1;
  }
  console.log(
    `${STOPS} × ${IN_FLIGHT} in flight, ${answered} answered, ${dropped} dropped, ${badExits} bad exits`,
  );
  strictEqual(dropped + badExits, 0);
}

/** Each round of each process is a commit of readings, a sum, and a read-modify-write count. */
const ROUNDS = 2_000;
const OPERATIONS = 2 * 3 * ROUNDS;
const SEEN_MS = 5_000;

/**
 * QF10: two processes make 12,000 atomic operations on one file, all of them exact, with a job that
 * never runs in both at once; two servers show each other's writes within five seconds, and send
 * each of 200 mails once.
 */
async function twoProcesses(): Promise<void> {
  await inFolder(async (folder) => {
    const ms = await shareOneFile(`${folder}/kv.db`, ROUNDS);
    console.log(
      `${OPERATIONS} atomic operations of two processes, exact, ${(ms / 1000).toFixed(0)} s`,
    );
  });
  const slowestMs = await besideAnother({ rounds: 40, mails: 200 });
  console.log(`seen by the other server within ${slowestMs.toFixed(0)} ms; 200 mails, each once`);
  ok(slowestMs <= SEEN_MS);
}

const REQUESTS = 10_000;
const SLOWEST_ERROR_MS = 1_000;
const NONE = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };

const RUNS = {
  "errors, 1 %": { ...NONE, errorRate: 0.01 },
  "delays of 500 ms, 0.2 %": { ...NONE, delayRate: 0.002, delayMs: 500 },
  "conflicts, 20 %": { ...NONE, conflictRate: 0.2 },
  "all of them": { errorRate: 0.01, conflictRate: 0.1, delayRate: 0.001, delayMs: 500 },
};

/** QF7: 10,000 requests to the whole site on a failing store, for each kind of failure. */
async function storeErrors(): Promise<void> {
  const wrong: string[] = [];
  for (const [name, faults] of Object.entries(RUNS)) {
    // The site's reports of faults are not part of the trial.
    const seen = await quietly(() =>
      sendThroughFaults({ ...faults, requestCount: REQUESTS, seed: SEED })
    );
    const statuses = Object.entries(seen.statuses).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `${name}: ${
        statuses.join(", ")
      }; ${seen.editCount} edits taken, ${seen.wrong.length} wrong; ` +
        `slowest answer of error ${Math.round(seen.slowestErrorMs)} ms`,
    );
    wrong.push(...seen.wrong);
    // With delays of half a second, several may fall on one request.
    if (faults.delayMs === 0 && seen.slowestErrorMs > SLOWEST_ERROR_MS) {
      wrong.push(`${name}: an answer of error took ${seen.slowestErrorMs} ms`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join("\n"));
}

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await work();
  } finally {
    console.error = error;
  }
}

const GIB = 1024 ** 3;
const VALUE_BYTES = 60 * 1024;
const VALUES_PER_COMMIT = 12;
/** Writes acknowledged before the backup starts. */
const WRITTEN_BEFORE = 500;
const RESTORED_MS_PER_GIB = 30_000;

/**
 * QF11: a store of 1 GiB is backed up while a process writes to it, then restored. No write
 * acknowledged before the backup is missing, each commit is whole, the checksum is that of the
 * backup, and it serves again within 30 s a GiB.
 */
async function backupWhileWriting(): Promise<void> {
  await inFolder(async (folder) => {
    const path = `${folder}/kv.db`;
    await fill(path);
    const { acknowledged, backupMs, writtenMeanwhile } = await backedUpWhileWriting(path);
    const { bytes, restoreMs } = await restored(path, `${folder}/backup.db`);
    const written = await writtenIn(path);
    ok(written > acknowledged, `${acknowledged} acknowledged, ${written} there`);
    const gib = bytes / GIB;
    console.log(`${gib.toFixed(2)} GiB backed up in ${seconds(backupMs)}, checked and hashed`);
    console.log(`${writtenMeanwhile} writes acknowledged meanwhile`);
    console.log(`${acknowledged + 1} writes acknowledged before: all there, each commit whole`);
    console.log(`restored and open in ${seconds(restoreMs)}, ${seconds(restoreMs / gib)} a GiB`);
    ok(restoreMs <= RESTORED_MS_PER_GIB * gib, "time to serve again");
  });
}

/** Values that do not compress. */
async function fill(path: string): Promise<void> {
  const store = await openStore(path);
  const value = new Uint8Array(VALUE_BYTES);
  for (let n = 0; n * VALUE_BYTES < GIB;) {
    const atomic = store.atomic();
    for (let of = 0; of < VALUES_PER_COMMIT; of++, n++) {
      crypto.getRandomValues(value);
      atomic.set(keys.version("bulk", String(n)), value.slice());
    }
    await atomic.commit();
  }
  store.close();
}

async function backedUpWhileWriting(path: string) {
  const script = new URL("../tools/keeping/a_writer.ts", import.meta.url).pathname;
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, path],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  let last = -1;
  const enough = Promise.withResolvers<void>();
  const heard = (async () => {
    for await (const line of linesOf(writer.stdout)) {
      last = Number(line);
      if (last >= WRITTEN_BEFORE) enough.resolve();
    }
  })();
  await enough.promise;
  const acknowledged = last;
  const startedAt = performance.now();
  await backUp({ storePath: path, path: path.replace("kv.db", "backup.db") });
  const backupMs = performance.now() - startedAt;
  const writtenMeanwhile = last - acknowledged;
  await writer.stdin.close();
  await heard;
  strictEqual((await writer.status).code, 0);
  return { acknowledged, backupMs, writtenMeanwhile };
}

async function restored(path: string, backup: string) {
  const expected = (await Deno.readTextFile(`${backup}.sha256`)).split(" ")[0];
  const startedAt = performance.now();
  await restore({ path: backup, storePath: path, stamp: "before" });
  const copyMs = performance.now() - startedAt;
  strictEqual(await sha256Of(path), expected);
  const openedAt = performance.now();
  (await openStore(path)).close();
  const restoreMs = copyMs + performance.now() - openedAt;
  return { bytes: (await Deno.stat(path)).size, restoreMs };
}

/** Number of numbered writes in a store, from the first one on, each in both of its halves. */
async function writtenIn(path: string): Promise<number> {
  const store = await openStore(path);
  try {
    const numbers = await numbersWritten(store);
    strictEqual(numbers.every((number, index) => number === index), true);
    return numbers.length;
  } finally {
    store.close();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
