import type { AppConfig } from "@/lib/web/config.ts";
import { highWaterMiB, runQueueWaitMs } from "@/tests/loading/process_figures.ts";
import { type ServerProcess, startServer } from "@/tools/serving/server_process.ts";

/** Interval in which one of the servers did not answer, epoch milliseconds. */
export interface Outage {
  readonly server: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Operating system figures of a server at a moment. */
interface Sample {
  readonly atMs: number;
  readonly waitMs: number;
}

interface MemoryPeak {
  readonly mib: number;
  readonly server: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

const SAMPLED_EVERY_MS = 100;

/** Servers on one store, killed and restarted, with their output and resource use. */
export class StormServers {
  readonly outages: Outage[] = [];
  /** Lines of standard error, all servers together. */
  readonly said: string[] = [];
  /** The most memory that any of the processes ever held, and when. */
  peak: MemoryPeak = { mib: 0, server: 0, atMs: 0 };
  /** When each process began to answer. */
  readonly #starts: { readonly server: number; readonly atMs: number }[] = [];
  readonly #servers: ServerProcess[] = [];
  readonly #samples: Sample[][] = [];
  readonly #sampling: ReturnType<typeof setInterval>;

  private constructor(private readonly config: AppConfig) {
    this.#sampling = setInterval(() => this.#sample(), SAMPLED_EVERY_MS);
  }

  static async start(config: AppConfig, count: number): Promise<StormServers> {
    const servers = new StormServers(config);
    for (let at = 0; at < count; at++) await servers.#startAt(at, 0);
    return servers;
  }

  get urls(): string[] {
    return this.#servers.map(({ url }) => url);
  }

  /** Kills a server at once, and starts another on its port. */
  async kill(server: number): Promise<void> {
    const killed = this.#servers[server];
    if (killed === undefined) throw new TypeError(`No server ${server}.`);
    this.#sample();
    const fromMs = Date.now();
    await killed.kill();
    await this.#startAt(server, Number(new URL(killed.url).port));
    this.outages.push({ server, fromMs, toMs: Date.now() });
  }

  /**
   * How long a server waited for a processor between two instants, ms; null when it was killed
   * meanwhile.
   */
  waitedMs(server: number, fromMs: number, toMs: number): number | null {
    const samples = this.#samples[server] ?? [];
    const before = samples.findLast(({ atMs }) => atMs <= fromMs);
    const after = samples.find(({ atMs }) => atMs >= toMs) ?? samples.at(-1);
    const waited = (after?.waitMs ?? 0) - (before?.waitMs ?? 0);
    return before === undefined || waited < 0 ? null : waited;
  }

  /** How long a server had been answering at an instant, ms. */
  answeredMs(server: number, atMs: number): number {
    const start = this.#starts.findLast((one) => one.server === server && one.atMs <= atMs);
    return atMs - (start?.atMs ?? atMs);
  }

  /** Stops all of them. @returns their exit codes */
  async stop(): Promise<number[]> {
    clearInterval(this.#sampling);
    this.#sample();
    return await Promise.all(this.#servers.map((server) => server.stop()));
  }

  async end(): Promise<void> {
    clearInterval(this.#sampling);
    for (const server of this.#servers) await server.kill();
  }

  async #startAt(at: number, port: number): Promise<void> {
    const say = (line: string) => void this.said.push(line);
    this.#servers[at] = await startServer({ ...this.config, port }, { say });
    this.#starts.push({ server: at, atMs: Date.now() });
  }

  #sample(): void {
    for (const [at, { pid }] of this.#servers.entries()) {
      const waitMs = runQueueWaitMs(pid);
      const mib = highWaterMiB(pid);
      if (waitMs === null || mib === null) continue;
      const atMs = Date.now();
      if (mib > this.peak.mib) this.peak = { mib, server: at, atMs };
      (this.#samples[at] ??= []).push({ atMs, waitMs });
    }
  }
}
