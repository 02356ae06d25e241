import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { BALANCE_PATH, withBalancePage } from "@/tests/loading/filled_store.ts";
import { loadBeside, median, timesText } from "@/tests/loading/load.ts";
import { processorMs } from "@/tests/loading/process_figures.ts";
import { ROOT } from "@/tools/files.ts";
import { linesOf, type ServerProcess } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";

export default { against_raw: pagesAgainstRaw, half_load: halfLoad };

/** The pages, and the least of raw's throughput that they reach. */
const LEAST = [[BALANCE_PATH, 0.1], [links.residences(), 0.03]] as const;

/**
 * QP1: the energy balance and the page of 22 residences, rendered anew for each request, including
 * session and store, compared with raw of the same bytes, plain and compressed.
 */
async function pagesAgainstRaw(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const failed: string[] = [];
    for (const [path, least] of LEAST) {
      const comparison = { path, headers: { cookie }, requests: 1000, connections: 8 };
      const plain = await againstRaw(server, comparison);
      console.log(`${path} plain: ${comparisonText(plain)}`);
      const headers = { cookie, "accept-encoding": "gzip" };
      const compressed = await againstRaw(server, { ...comparison, headers });
      console.log(`compressed: ${comparisonText(compressed)}`);
      if (plain.byThroughput < least) failed.push(`${path}: at least ${least} by throughput`);
    }
    deepStrictEqual(failed, []);
  });
}

function comparisonText(
  { bytes, byThroughput, byProcessor, microsecondsPerRequest }: AgainstRaw,
): string {
  const ratios = `${byThroughput.toFixed(3)} × raw by throughput, ${
    byProcessor.toFixed(3)
  } by processor time`;
  return `${bytes} bytes, ${ratios} (${microsecondsPerRequest.toFixed(0)} µs a request)`;
}

const REQUESTS = Number(Deno.args[1] ?? 200_000);
const CONNECTIONS = 16;
const RAW_REQUESTS = 20_000;

/**
 * QP3: at half of the server's saturation, the 99th percentile is near the median, and nothing
 * fails. Times count without the server's wait for a processor, which other programs of the machine
 * cause.
 *
 * A raw server then receives as many requests from the same load: its figures show the effect of
 * the load and the machine. `deno task trial page_load/half_load [requests]`.
 */
async function halfLoad(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const asked = { path: BALANCE_PATH, headers: { cookie } };
    const plan = { ...asked, port: portOf(server.url), connections: CONNECTIONS };
    await loadBeside({ ...plan, requests: WARMING_REQUESTS });
    const full = await loadBeside({ ...plan, requests: 5000 });
    const perSecond = full.perSecond / 2;
    const half = await loadBeside({
      ...plan,
      requests: REQUESTS,
      perSecond,
      serverPid: server.pid,
    });
    const raw = await rawOf(server, asked);
    const rawPlan = { ...plan, port: portOf(raw.url), requests: RAW_REQUESTS };
    await loadBeside({ ...rawPlan, requests: WARMING_REQUESTS });
    const rawHalf = await loadBeside({ ...rawPlan, perSecond });
    await raw.stop();
    console.log(`saturated at ${full.perSecond.toFixed(0)} requests/s`);
    console.log(`at half of it: ${timesText(half)}, ${half.errors} errors in ${half.requests}`);
    console.log(`raw, asked as often: ${timesText(rawHalf)}`);
    strictEqual(half.errors, 0);
    console.log(`left: p99 is ${(half.own.p99 / half.own.p50).toFixed(1)} × p50`);
    ok(half.own.p99 <= 4 * half.own.p50, "p99 within 4 × p50");
  });
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

interface Comparison {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly connections: number;
}

/** Speed relative to raw: 1 is as fast as raw, 0.5 half as fast. */
interface AgainstRaw {
  readonly bytes: number;
  /** By requests a second; the load itself may be what limits raw. */
  readonly byThroughput: number;
  /** By processor time of the server per request: what limits a busy server. */
  readonly byProcessor: number;
  readonly microsecondsPerRequest: number;
}

const ROUNDS = 9;
/** A server that has just started still compiles its hot code. */
const WARMING_REQUESTS = 5000;
/** Requests to raw for each to the program, so that both turns last about as long. */
const RAW_TIMES = 5;

/**
 * Loads the program and raw in alternation; returns the median of the ratios of each pair, since
 * the speed of a shared machine varies.
 */
async function againstRaw(
  server: ServerProcess,
  comparison: Comparison,
): Promise<AgainstRaw> {
  const raw = await rawOf(server, comparison);
  try {
    const sides = { ours: sideOf(server.url, server.pid), raw: sideOf(raw.url, raw.pid) };
    const warming = { ...comparison, requests: WARMING_REQUESTS };
    for (const side of [sides.ours, sides.raw]) await turn(side, warming);
    const pairs: { ours: Turn; raw: Turn }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await turn(sides.ours, comparison);
      const requests = comparison.requests * RAW_TIMES;
      pairs.push({ ours, raw: await turn(sides.raw, { ...comparison, requests }) });
    }
    return {
      bytes: raw.bytes,
      byThroughput: median(pairs.map(({ ours, raw }) => ours.perSecond / raw.perSecond)),
      byProcessor: median(pairs.map(({ ours, raw }) => raw.processorMs / ours.processorMs)),
      microsecondsPerRequest: median(pairs.map(({ ours }) => ours.processorMs)) * 1000,
    };
  } finally {
    await raw.stop();
  }
}

/** A raw server of the bytes that the program answers. */
async function rawOf(
  { url }: ServerProcess,
  { path, headers }: Pick<Comparison, "path" | "headers">,
): Promise<RawServer> {
  const page = await new Visitor(url).ask(path, {
    headers: { "accept-encoding": "identity", ...headers },
  });
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  return await startRaw(page.wire, page.headers.get("content-encoding") ?? "");
}

interface Side {
  readonly port: number;
  readonly pid: number;
}

interface Turn {
  readonly perSecond: number;
  readonly processorMs: number;
}

async function turn(
  { port, pid }: Side,
  { path, headers, requests, connections }: Comparison,
): Promise<Turn> {
  const before = processorMs(pid);
  const result = await loadBeside({ port, path, headers, connections, requests });
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} requests failed`);
  return {
    perSecond: result.perSecond,
    processorMs: (processorMs(pid) - before) / result.requests,
  };
}

function sideOf(url: string, pid: number): Side {
  return { port: Number(new URL(url).port), pid };
}

interface RawServer {
  readonly url: string;
  readonly pid: number;
  /** Length of its answer. */
  readonly bytes: number;
  stop(): Promise<void>;
}

/** Starts a raw server of an answer, and waits until it listens. */
async function startRaw(bytes: Uint8Array, encoding: string): Promise<RawServer> {
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, bytes);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "--no-prompt",
      `--allow-read=${file}`,
      "--host=127.0.0.1",
      "--port=0",
      "tests/loading/raw_server.ts",
      file,
      "text/html; charset=utf-8",
      encoding,
    ],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = linesOf(child.stderr);
  let url: string | undefined;
  while (url === undefined) {
    const { value, done } = await lines.next();
    if (done) throw new Error("The raw server did not start.");
    url = /http:\/\/[\d.:]+/.exec(value)?.[0];
  }
  return {
    url,
    pid: child.pid,
    bytes: bytes.length,
    async stop() {
      child.kill("SIGKILL");
      for await (const _ of lines);
      await child.status;
      await Deno.remove(file);
    },
  };
}
