/** A page of the program compared with a raw `Deno.serve` of the same bytes, in one run. @module */
import type { ServerProcess } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { loadBeside } from "./load_process.ts";
import { processorMs } from "./process_figures.ts";
import { type RawServer, startRaw } from "./raw_process.ts";

export interface Comparison {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly connections: number;
}

/** Speed relative to raw: 1 is as fast as raw, 0.5 half as fast. */
export interface AgainstRaw {
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
export async function againstRaw(
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
export async function rawOf(
  { url }: ServerProcess,
  { path, headers }: Pick<Comparison, "path" | "headers">,
): Promise<RawServer> {
  const page = await new Visitor(url).ask(path.replace("{n}", "0"), {
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

let numberedCount = 0;

async function turn(
  { port, pid }: Side,
  { path, headers, requests, connections }: Comparison,
): Promise<Turn> {
  // No round repeats an address of an earlier one: a page read twice is cached.
  const firstNumber = numberedCount + 1;
  numberedCount += requests;
  const before = processorMs(pid);
  const result = await loadBeside({ port, path, firstNumber, headers, connections, requests });
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} requests failed`);
  return {
    perSecond: result.perSecond,
    processorMs: (processorMs(pid) - before) / result.requests,
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function sideOf(url: string, pid: number): Side {
  return { port: Number(new URL(url).port), pid };
}
