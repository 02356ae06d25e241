import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { readConfig } from "@/fresh.config.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { BIG_BYTES, SMALL_BYTES } from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { batchOf, fiveMinutePoints, type Look } from "@/tests/helpers/made_series.ts";
import { fillStore, READER } from "@/tests/loading/filled_store.ts";
import { median } from "@/tests/loading/load.ts";
import { peakResidentMiB, residentMiB } from "@/tests/loading/process_figures.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { type ServerProcess, startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED, withServer } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { WEIGHED_PAGES } from "@/tools/weighed_pages.ts";

export default { bytes_per_point: bytesPerPointTrial, cold_start: coldStart, sign_ins: signIns };

const SERIES = 10;
const YEAR_POINTS = 366 * 288;
const FROM_S = Date.UTC(2024, 0) / 1000;
const MOST_BYTES: Readonly<Record<Look, number>> = {
  temperature: 2.6,
  register: 2.6,
  float32: 4.5,
};

/**
 * QP9: bytes of the file per five-minute point, figures included: ≤ 2.6 where a scaled 16-bit
 * integer would do, ≤ 4.5 for 32-bit floats; no compacted value between 950 B and 8 KB.
 */
async function bytesPerPointTrial(): Promise<void> {
  await inFolder(async (folder) => {
    for (const look of ["temperature", "register", "float32"] as const) {
      const { bytesPerPoint, between, values } = await measure(`${folder}/${look}.db`, look);
      console.log(
        `${look}: ${bytesPerPoint.toFixed(2)} B/point over ${SERIES * YEAR_POINTS} points; ` +
          `${values} compacted values, ${between} between ${SMALL_BYTES} B and ${BIG_BYTES} B`,
      );
      if (between > 0) throw new Error(`${between} values waste their pages`);
      if (bytesPerPoint > MOST_BYTES[look]) {
        throw new Error(`${look}: over ${MOST_BYTES[look]} B/point`);
      }
    }
    await live(`${folder}/live.db`);
  });
}

async function measure(path: string, look: Look) {
  const store = await openStore(path);
  const series = new StoredSeries(store, "p", Date.now);
  for (let at = 0; at < SERIES; at++) {
    const points = fiveMinutePoints(look, { fromS: FROM_S, count: YEAR_POINTS, seed: at });
    await series.append([batchOf(`s${at}`, look, points)]);
    await compact(store, "p", Date.now);
  }
  const sizes = await compactedSizes(store);
  store.close();
  // Reopening and closing merges the write-ahead log into the file.
  (await openStore(path)).close();
  const between = sizes.filter((size) => size > SMALL_BYTES && size < BIG_BYTES).length;
  const kept = sizes.reduce((sum, size) => sum + size, 0) / (SERIES * YEAR_POINTS);
  const bytesPerPoint = usedBytes(path) / (SERIES * YEAR_POINTS);
  console.log(`  values alone: ${kept.toFixed(2)} B/point`);
  return { bytesPerPoint, between, values: sizes.length };
}

/** Forty days of live ticks compacted every hour: the intermediate sizes, and the bytes written. */
async function live(path: string): Promise<void> {
  const store = await openStore(path);
  const series = new StoredSeries(store, "p", Date.now);
  const days = 40;
  const points = fiveMinutePoints("temperature", { fromS: FROM_S, count: days * 288, seed: 3 });
  let between = 0;
  const start = performance.now();
  for (let at = 0; at < points.length; at += 12) {
    await series.append([batchOf("s", "temperature", points.slice(at, at + 12))]);
    await compact(store, "p", Date.now);
    if (at % 288 !== 0) continue;
    const sizes = await compactedSizes(store);
    between += sizes.filter((size) => size > SMALL_BYTES && size < BIG_BYTES).length;
  }
  const ms = (performance.now() - start) / (points.length / 12);
  store.close();
  console.log(
    `live, ${days} days by the hour: ${between} wasteful values, ${ms.toFixed(1)} ms each`,
  );
  if (between > 0) throw new Error(`${between} values wasted their pages on the way`);
}

async function compactedSizes(store: Store): Promise<number[]> {
  const sizes: number[] = [];
  for (const family of [keys.points, keys.seriesDays, keys.seriesMonths]) {
    for await (const { value } of store.list({ prefix: family.under() })) {
      sizes.push(value instanceof Uint8Array ? value.length : NaN);
    }
  }
  return sizes;
}

const STARTS = 15;
const COLD_MS = 600;

/** QP10: from start to the first byte. `soak` measures the memory left by half an hour of load. */
async function coldStart(): Promise<void> {
  await buildIfStale();
  const folder = await Deno.makeTempDir();
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const config = readConfig({
      ...UNLIMITED,
      PORT: "0",
      DENO_KV_PATH: `${folder}/kv.db`,
      ACCESS_LOG: "off",
    });
    const server = await startServer(config);
    const answer = await fetch(`${server.url}/login`);
    times.push(performance.now() - startedAt);
    await answer.body?.cancel();
    await server.stop();
  }
  await Deno.remove(folder, { recursive: true });
  const cold = median(times);
  console.log(`cold start to first byte: median ${cold.toFixed(0)} ms of ${STARTS}`);
  ok(cold <= COLD_MS, `cold start within ${COLD_MS} ms`);
}

const CONTAINER_MIB = 1_024;
const SIGN_INS = 300;
const TOGETHER = 30;
const GIVEN_BACK_WITHIN_MIB = 40;

/** Time in which the server releases the memory of its last requests. */
const REST_MS = 15_000;

const PAGES = [
  links.residences(),
  ...WEIGHED_PAGES.filter(({ as }) => as === "landlord").map(({ path }) => path),
];

/** Failed sign-ins in a container of 1 GiB: the kernel kills nothing, and their memory is freed. */
async function signIns(): Promise<void> {
  const config = readConfig({ TRUST_PROXY: "on", ACCESS_LOG: "off" });
  const groups: MemoryGroup[] = [];
  try {
    await withServer(config, async (server) => {
      groups.push(...groupOf(server.pid));
      await signInsAndPages(server, config.rates);
      for (const group of groups) strictEqual(group.killCount(), 0, "killed by the kernel");
    }, { prepare: fillStore });
  } finally {
    // Only once the server has ended.
    for (const group of groups) group.remove();
  }
}

async function signInsAndPages(
  { url, pid }: ServerProcess,
  rates: AppConfig["rates"],
): Promise<void> {
  const atRest = residentMiB(pid);
  const reader = new Visitor(url);
  await reader.signIn(READER);
  await readPages(reader);
  const before = await residentAfterRest(pid);
  const answers = await failedSignIns(url, rates);
  const during = residentMiB(pid);
  await readPages(reader);
  const after = await residentAfterRest(pid);
  console.log(
    `MiB of the server: ${atRest.toFixed()} at rest, ${before.toFixed()} after ${PAGES.length} pages, ` +
      `${during.toFixed()} after ${SIGN_INS} failed sign-ins, ${after.toFixed()} after the pages again; ` +
      `peak ${peakResidentMiB(pid).toFixed()}`,
  );
  deepStrictEqual([...answers], [401], "every sign-in is refused for its password");
  ok(after <= before + GIVEN_BACK_WITHIN_MIB, `back within ${GIVEN_BACK_WITHIN_MIB} MiB`);
}

/**
 * The container of the server; none, with a message, where the machine has none: then only its
 * figures count.
 */
function groupOf(pid: number): MemoryGroup[] {
  try {
    // The server's present memory is counted in its original group.
    return [boundMemory(pid, Math.floor((CONTAINER_MIB - residentMiB(pid)) * 1_024 * 1_024))];
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    console.log(`the container of ${CONTAINER_MIB} MiB: NOT RUN, ${error.message}`);
    return [];
  }
}

/** The statuses of answers to wrong passwords, from as many accounts and addresses as the limits require. */
async function failedSignIns(url: string, rates: AppConfig["rates"]): Promise<Set<number>> {
  const answers = new Set<number>();
  const attempts = Array.from({ length: SIGN_INS }, (_, index) => index).values();
  const attempt = async () => {
    for (const index of attempts) {
      const account = Math.floor(index / rates.loginPerAccountAndMinute);
      const address = Math.floor(index / rates.loginPerAddressAndMinute);
      const answer = await new Visitor(url).ask(LOGIN_PATH, {
        method: "POST",
        body: `email=personne-${account}%40exemple.fr&password=faux-${index}`,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": `192.0.2.${address + 1}`,
        },
      });
      answers.add(answer.status);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, attempt));
  return answers;
}

async function readPages(reader: Visitor): Promise<void> {
  for (const path of PAGES) {
    const { status } = await reader.ask(path);
    ok(status < 500, `${path} answers ${status}`);
  }
}

async function residentAfterRest(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return residentMiB(pid);
}

/** Paths of the kernel's memory controller, and the names of its files. */
const VERSIONS = [
  {
    root: "/sys/fs/cgroup",
    needs: "cgroup.subtree_control",
    limit: "memory.max",
    events: "memory.events",
  },
  {
    root: "/sys/fs/cgroup/memory",
    needs: "memory.limit_in_bytes",
    limit: "memory.limit_in_bytes",
    events: "memory.oom_control",
  },
] as const;

/** A group of one process, deleted once the process has ended. */
interface MemoryGroup {
  /** Number of processes of the group that the kernel has killed for lack of memory. */
  killCount(): number;
  remove(): void;
}

/**
 * Puts a running process in a group of its own, with a memory limit from now on.
 * @throws NotRun where this machine does not allow it
 */
function boundMemory(pid: number, maxBytes: number): MemoryGroup {
  const version = VERSIONS.find(({ root, needs }) => offersMemory(root, needs));
  if (version === undefined) throw new NotRun("this machine has no memory control group");
  const group = `${version.root}/memory-trial-${pid}`;
  try {
    Deno.mkdirSync(group);
    Deno.writeTextFileSync(`${group}/${version.limit}`, String(maxBytes));
    Deno.writeTextFileSync(`${group}/cgroup.procs`, String(pid));
  } catch (error) {
    throw new NotRun(`no memory control group of its own: ${error}`);
  }
  return {
    killCount() {
      const events = Deno.readTextFileSync(`${group}/${version.events}`);
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1]);
    },
    remove: () => Deno.removeSync(group),
  };
}

function offersMemory(root: string, file: string): boolean {
  try {
    const text = Deno.readTextFileSync(`${root}/${file}`);
    return file !== "cgroup.subtree_control" || text.includes("memory");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Bytes of the used pages of a store's file: arrivals leave free ones, which are reused. */
function usedBytes(path: string): number {
  using file = new DatabaseSync(path, { readOnly: true });
  const pragma = (name: string) =>
    Number(Object.values(file.prepare(`pragma ${name}`).get() ?? {})[0]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}
