/**
 * Blocking time of a server's event loop, measured by a separate process, with the processor time
 * that its main thread used and waited for meanwhile. `monitorEventLoopDelay` of node:perf_hooks
 * measures nothing under Deno 2.9.6.
 * @module
 */
import { NotRun } from "@/tests/runner/run_named.ts";
import { ROOT } from "@/tools/files.ts";
import { AnswerReader, quantile } from "./load.ts";

/** The server, and the path of the probes. */
interface LoopTarget {
  readonly port: number;
  /** Process id of the server: its main thread runs the event loop. */
  readonly pid: number;
  /** Answered by the front without a read of the store: by default a path that is not UTF-8. */
  readonly path?: string;
}

/** One request to the server, milliseconds. */
interface LoopProbe {
  /** Until the answer. */
  readonly ms: number;
  /**
   * Processor time of the main thread meanwhile: work that blocked the loop, including the answer
   * itself.
   */
  readonly cpuMs: number;
  /** Time the main thread was ready without a processor. */
  readonly waitMs: number;
  /** The same for the probing process. */
  readonly askerWaitMs: number;
  /** Time of the probe, epoch milliseconds. */
  readonly atMs: number;
}

/** The event loop of a server over a period, milliseconds. */
export interface LoopDelay {
  readonly probeCount: number;
  /** Until an answer: what a visitor notices, including the effect of other processes. */
  readonly p99Ms: number;
  readonly maxMs: number;
  /**
   * Processor time of the main thread during one probe: the longest block of the loop is at most
   * its maximum.
   */
  readonly cpuP99Ms: number;
  readonly cpuMaxMs: number;
  readonly waitMaxMs: number;
  /** Until an answer, less the time either side waited for a processor. */
  readonly ownMaxMs: number;
  /** When the answer with this maximum came, epoch milliseconds. */
  readonly slowestAtMs: number;
}

const PROBE_EVERY_MS = 5;
const PROBED_PATH = "/%ff";

/**
 * Measures the event loop of a server while `act` runs.
 * @throws NotRun where the machine has no `/proc/PID/schedstat`
 */
export async function withLoopDelay<T>(
  target: LoopTarget,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly delay: LoopDelay }> {
  threadTimes(target.pid);
  const prober = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/loading/loop_delay.ts", JSON.stringify(target)],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const output = prober.output();
  try {
    const result = await act();
    await prober.stdin.close();
    const { success, stdout } = await output;
    if (!success) throw new Error("The probes ended badly: see the lines above.");
    return { result, delay: JSON.parse(new TextDecoder().decode(stdout)) };
  } catch (error) {
    prober.kill();
    await prober.status;
    throw error;
  }
}

export function loopDelayOf(probes: readonly LoopProbe[]): LoopDelay {
  const own = ({ ms, waitMs, askerWaitMs }: LoopProbe) => ms - waitMs - askerWaitMs;
  const [slowest] = probes.toSorted((a, b) => own(b) - own(a));
  const of = (name: keyof LoopProbe) => probes.map((one) => one[name]).sort((a, b) => a - b);
  const [ms, cpuMs, waitMs] = [of("ms"), of("cpuMs"), of("waitMs")];
  return {
    probeCount: probes.length,
    p99Ms: quantile(ms, 0.99),
    maxMs: ms.at(-1) ?? 0,
    cpuP99Ms: quantile(cpuMs, 0.99),
    cpuMaxMs: cpuMs.at(-1) ?? 0,
    waitMaxMs: waitMs.at(-1) ?? 0,
    ownMaxMs: slowest === undefined ? 0 : own(slowest),
    slowestAtMs: slowest === undefined ? 0 : slowest.atMs + slowest.ms,
  };
}

/** Processor time used and waited for by the main thread of a process, milliseconds. */
function threadTimes(pid: number): { readonly usedMs: number; readonly waitedMs: number } {
  try {
    const [used, waited] = Deno.readTextFileSync(`/proc/${pid}/schedstat`).split(" ");
    return { usedMs: Number(used) / 1e6, waitedMs: Number(waited) / 1e6 };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new NotRun(`there is no /proc/${pid}/schedstat`);
  }
}

/** Sends probes on one connection until `isOver` is true. */
async function probeUntil(
  { port, pid, path = PROBED_PATH }: LoopTarget,
  isOver: () => boolean,
): Promise<LoopProbe[]> {
  using conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const question = new TextEncoder().encode(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
  );
  const probes: LoopProbe[] = [];
  while (!isOver()) {
    const before = { at: performance.now(), ...threadTimes(pid), asker: threadTimes(Deno.pid) };
    await conn.write(question);
    await wholeAnswer(conn);
    const after = { ...threadTimes(pid), asker: threadTimes(Deno.pid) };
    const ms = performance.now() - before.at;
    const waitMs = after.waitedMs - before.waitedMs;
    const askerWaitMs = after.asker.waitedMs - before.asker.waitedMs;
    // The answer has arrived while the probe waits for a processor: later work of the server delays
    // no one.
    const cpuMs = Math.max(0, Math.min(after.usedMs - before.usedMs, ms - waitMs - askerWaitMs));
    probes.push({ ms, cpuMs, waitMs, askerWaitMs, atMs: performance.timeOrigin + before.at });
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  return probes;
}

async function wholeAnswer(conn: Deno.TcpConn): Promise<void> {
  const reader = new AnswerReader();
  const buffer = new Uint8Array(64 * 1_024);
  for (let count = await conn.read(buffer); count !== null; count = await conn.read(buffer)) {
    if (reader.take(buffer.subarray(0, count))) return;
  }
  throw new Error("The server closed the connection of the probes.");
}

async function main([target = ""]: readonly string[]): Promise<void> {
  let isOver = false;
  const probes = probeUntil(JSON.parse(target), () => isOver);
  for await (const _ of Deno.stdin.readable);
  isOver = true;
  console.log(JSON.stringify(loopDelayOf(await probes)));
}

if (import.meta.main) await main(Deno.args);
