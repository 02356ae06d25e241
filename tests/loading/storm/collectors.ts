/**
 * The collectors of a storm, in a separate process: `storm/collectors.ts PLAN`, a JSON file.
 *
 * Every body is sent until it is acknowledged, as collectors do; each acknowledgement is a line of
 * the log.
 * @module
 */

import { pause } from "@/lib/base/concurrency.ts";
import { type Acknowledged, bodyOf, type StormBatch, type StormResidence } from "./batches.ts";
import { GIVE_UP_MS, report } from "./outcome.ts";

export interface CollectorsPlan {
  readonly urls: readonly string[];
  readonly residences: readonly StormResidence[];
  /** File to which acknowledgements are appended. */
  readonly log: string;
  /** End of the ticks, epoch milliseconds; the history is sent whole. */
  readonly untilMs: number;
  readonly tickEveryMs: number;
  readonly absurdEveryMs: number;
  /** Bodies of the history, in order. */
  readonly history: readonly StormBatch[];
  /** Concurrent bodies of history. */
  readonly importers: number;
}

const RETRY_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Sends all of it; resolves once all is acknowledged. */
async function collect(plan: CollectorsPlan): Promise<void> {
  using log = await Deno.open(plan.log, { append: true, create: true });
  const collectors = new Collectors(plan, log);
  const bodies = plan.history.values();
  await Promise.all([
    ...plan.residences.map((_, residence) => collectors.tick(residence)),
    ...Array.from({ length: plan.importers }, () => collectors.importAll(bodies)),
  ]);
}

class Collectors {
  #server = 0;
  readonly #startedAt = Date.now();

  constructor(private readonly plan: CollectorsPlan, private readonly log: Deno.FsFile) {}

  /**
   * One collector, until the end of the storm: a body a period, the absurd ones by each residence
   * in turn.
   */
  async tick(residence: number): Promise<void> {
    const { tickEveryMs, absurdEveryMs, untilMs, residences } = this.plan;
    await pause(tickEveryMs * residence / residences.length);
    let absurdCount = 0;
    for (let n = 1; Date.now() < untilMs; n++) {
      const startedAt = Date.now();
      const epochS = Math.floor(startedAt / 1_000);
      await this.#deliver({ what: "tick", residence, n, epochS });
      const due = Math.floor((startedAt - this.#startedAt) / absurdEveryMs);
      if (absurdCount < due && due % residences.length === residence) {
        await this.#deliver({ what: "absurd", residence, n: due, epochS });
      }
      absurdCount = due;
      await pause(startedAt + tickEveryMs - Date.now());
    }
  }

  async importAll(bodies: Iterator<StormBatch>): Promise<void> {
    for (let next = bodies.next(); !next.done; next = bodies.next()) {
      await this.#deliver(next.value);
    }
  }

  /** Sends a body to one server, then to the other, until one has accepted it. */
  async #deliver(batch: StormBatch): Promise<void> {
    const residence = this.plan.residences[batch.residence];
    if (residence === undefined) throw new TypeError(`No residence ${batch.residence}.`);
    const body = bodyOf(batch, residence);
    for (;;) {
      const { status, waitMs } = await this.#send(batch.what, residence.token, body);
      const isTaken = status === 204 || (status === 400 && batch.what === "absurd");
      if (isTaken) return this.#acknowledge({ ...batch, status });
      await pause(waitMs);
    }
  }

  async #send(
    kind: string,
    token: string,
    body: string,
  ): Promise<{ status: number; waitMs: number }> {
    const server = this.#server++ % this.plan.urls.length;
    const [at, startedAt] = [Date.now(), performance.now()];
    const answered = (status: number, detail?: string) =>
      report({ kind, status, server, at, ms: performance.now() - startedAt, detail });
    try {
      const answer = await fetch(`${this.plan.urls[server]}/api/v2/write?precision=s`, {
        method: "POST",
        body,
        headers: { authorization: `Token ${token}` },
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await answer.text();
      const { status, headers } = answer;
      answered(status, status === 204 ? undefined : `${headers.get("x-request-id")} ${text}`);
      const waitS = Number(headers.get("retry-after") ?? "0");
      return { status, waitMs: Math.min(LONGEST_WAIT_MS, Math.max(RETRY_MS, waitS * 1_000)) };
    } catch (error) {
      answered(0, error instanceof DOMException ? "given up" : undefined);
      return { status: 0, waitMs: RETRY_MS };
    }
  }

  #acknowledge(batch: Acknowledged): void {
    this.log.writeSync(new TextEncoder().encode(`${JSON.stringify(batch)}\n`));
  }
}

if (import.meta.main) await collect(JSON.parse(await Deno.readTextFile(Deno.args[0] ?? "")));
