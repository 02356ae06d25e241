/**
 * A load of keep-alive connections on loopback, each sending its next request after an answer, or
 * at a steady rate; in this process or in one of its own.
 * @module
 */
import { ROOT } from "@/tools/files.ts";
import { runQueueWaitMs } from "./process_figures.ts";

/** The requests of a load, and how many. */
interface LoadPlan {
  readonly port: number;
  /**
   * `{n}` in it is replaced by the number of the request: with a new first number, the address was
   * never requested before.
   */
  readonly path: string;
  /** Number of the first request; by default 1. */
  readonly firstNumber?: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly requests: number;
  /** Requests a second over all connections; by default as many as the server answers. */
  readonly perSecond?: number;
  /** Process that answers: its wait for a processor is then measured during each request. */
  readonly serverPid?: number;
  /** Whether a status counts as answered; by default a 2xx. */
  readonly isAnswered?: (status: number) => boolean;
}

/** Times of requests, ms. */
interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The result of a load; times in milliseconds. */
export interface LoadResult extends Times {
  readonly requests: number;
  readonly errors: number;
  readonly seconds: number;
  readonly perSecond: number;
  /**
   * How long the server was ready and waited for a processor during each request; zeros when not
   * measured.
   */
  readonly waits: Times;
  /** Each time without that wait: the server's own part. */
  readonly own: Times;
}

/**
 * Runs a load to its end. @param serverWaitMs how long the server has waited for a processor since
 * it started, ms
 */
export async function load(
  plan: LoadPlan,
  serverWaitMs = () => plan.serverPid === undefined ? 0 : runQueueWaitMs(plan.serverPid) ?? 0,
): Promise<LoadResult> {
  const state: LoadState = { started: 0, errors: 0, times: [], waits: [], serverWaitMs };
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: plan.connections }, () => connectionLoop(plan, state, startedAt)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { times, waits, errors } = state;
  return {
    requests: times.length,
    errors,
    seconds,
    perSecond: times.length / seconds,
    ...timesOf(times),
    waits: timesOf(waits),
    own: timesOf(times.map((time, at) => Math.max(0, time - (waits[at] ?? 0)))),
  };
}

function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? 0 };
}

/** Times of a load as trials print them: total, waiting for a processor, and the difference. */
export function timesText({ waits, own, ...whole }: LoadResult): string {
  const text = ({ p50, p99, max }: Times) =>
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)}, max ${max.toFixed(0)}`;
  return `${text(whole)}; waiting for a processor ${text(waits)}; left ${text(own)}`;
}

/** The quantile of sorted numbers: a share of them is at or below it; 0 for none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle one of some numbers, which need not be sorted. */
export function median(values: readonly number[]): number {
  return quantile(values.toSorted((a, b) => a - b), 0.5);
}

interface LoadState {
  started: number;
  errors: number;
  readonly times: number[];
  /** In the order of the times. */
  readonly waits: number[];
  readonly serverWaitMs: () => number;
}

async function connectionLoop(plan: LoadPlan, state: LoadState, startedAt: number): Promise<void> {
  const isNumbered = plan.path.includes("{n}");
  let request = requestBytes(plan);
  const isAnswered = plan.isAnswered ?? ((status) => status >= 200 && status < 300);
  const buffer = new Uint8Array(64 * 1024);
  const reader = new AnswerReader();
  let conn = await Deno.connect({ hostname: "127.0.0.1", port: plan.port });
  conn.setNoDelay();
  while (state.started < plan.requests) {
    const dueAt = plan.perSecond === undefined
      ? performance.now()
      : startedAt + state.started * 1000 / plan.perSecond;
    state.started += 1;
    if (isNumbered) {
      const number = (plan.firstNumber ?? 1) + state.started - 1;
      request = requestBytes({ ...plan, path: plan.path.replace("{n}", String(number)) });
    }
    const early = dueAt - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const waitedBefore = state.serverWaitMs();
    const status = await exchange(conn, request, { reader, buffer });
    // At a steady rate a request that waits for its connection has waited since it was due.
    state.times.push(performance.now() - dueAt);
    state.waits.push(state.serverWaitMs() - waitedBefore);
    if (!isAnswered(status)) state.errors += 1;
    if (status === 0) {
      conn.close();
      conn = await Deno.connect({ hostname: "127.0.0.1", port: plan.port });
    }
  }
  conn.close();
}

/** Status of the answer; 0 when the connection broke. */
async function exchange(
  conn: Deno.TcpConn,
  request: Uint8Array,
  { reader, buffer }: { reader: AnswerReader; buffer: Uint8Array },
): Promise<number> {
  reader.reset();
  try {
    await conn.write(request);
    for (;;) {
      const count = await conn.read(buffer);
      if (count === null) return 0;
      if (reader.take(buffer.subarray(0, count))) return reader.status;
    }
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe) {
      return 0;
    }
    throw error;
  }
}

function requestBytes({ port, path, method = "GET", headers = {}, body }: LoadPlan): Uint8Array {
  const length = body === undefined
    ? {}
    : { "content-length": String(new TextEncoder().encode(body).length) };
  const fields = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length });
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/** A load as data, which can be sent to another process. */
type SentPlan = Omit<LoadPlan, "isAnswered">;

/** Runs a load in a separate process. */
export async function loadBeside(plan: SentPlan): Promise<LoadResult> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      // Reading /proc requires every permission.
      ...plan.serverPid === undefined ? ["--allow-net=127.0.0.1"] : ["--allow-all"],
      "tests/loading/load.ts",
      JSON.stringify(plan),
    ],
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("The load ended badly: see the lines above.");
  return JSON.parse(new TextDecoder().decode(stdout));
}

const decoder = new TextDecoder("latin1");

export class AnswerReader {
  #head = "";
  #left = 0;
  #isChunked = false;
  #tail = "";
  #status = 0;

  /** Status of the current or the last answer. */
  get status(): number {
    return this.#status;
  }

  /**
   * Adds bytes of the server; true once the answer is whole. Nothing may follow it (no pipelining).
   */
  take(bytes: Uint8Array): boolean {
    if (this.#status !== 0) return this.#takeBody(bytes);
    this.#head += decoder.decode(bytes);
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return false;
    const head = this.#head.slice(0, end).toLowerCase();
    const extra = this.#head.length - end - 4;
    this.#head = "";
    this.#status = Number(head.slice(9, 12));
    this.#isChunked = head.includes("\r\ntransfer-encoding: chunked");
    const hasBody = this.#status !== 204 && this.#status !== 304;
    this.#left = hasBody ? Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0) : 0;
    this.#isChunked &&= hasBody;
    return this.#takeBody(bytes.subarray(bytes.length - extra));
  }

  /** Ready for the next answer. */
  reset(): void {
    this.#status = 0;
    this.#tail = "";
  }

  #takeBody(bytes: Uint8Array): boolean {
    if (!this.#isChunked) {
      this.#left -= bytes.length;
      return this.#left <= 0;
    }
    this.#tail = (this.#tail + decoder.decode(bytes.subarray(-7))).slice(-7);
    return this.#tail.endsWith("0\r\n\r\n") &&
      (this.#tail.length === 5 || this.#tail.endsWith("\r\n0\r\n\r\n"));
  }
}

if (import.meta.main) console.log(JSON.stringify(await load(JSON.parse(Deno.args[0] ?? ""))));
