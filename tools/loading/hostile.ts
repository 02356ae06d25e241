/**
 * Sends hostile bodies to every door of a running server, and watches the server meanwhile.
 *
 * @module
 */
import { highWaterMiB, runQueueWaitMs } from "./process_figures.ts";
import { CONTENT_TYPES, type HostileBody } from "./hostile_bodies.ts";
import type { HostileDoor } from "./hostile_doors.ts";

/** What opens a door, by its family: nothing, or what a known sender shows. */
export type Keys = Readonly<Record<HostileDoor["family"], Readonly<Record<string, string>>>>;

/** One answer that should not be. */
export interface HostileFault {
  readonly door: HostileDoor;
  readonly kind: string;
  readonly type: string;
  readonly hasKey: boolean;
  readonly what: string;
}

/** What a round of hostile bodies showed. */
export interface HostileResult {
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly HostileFault[];
  /** Slowest `/health`, without what the server waited for a processor, ms. */
  readonly slowestHealthMs: number;
  /** Slowest `/health` as it was asked, ms. */
  readonly slowestAskedMs: number;
  /** What was being sent when `/health` was slowest, or did not answer 200. */
  readonly slowestBeside: readonly string[];
  readonly peakMiB: number;
}

/** What is sent where. */
export interface HostileRound {
  readonly url: string;
  readonly pid: number;
  readonly doors: readonly HostileDoor[];
  readonly bodies: readonly HostileBody[];
  readonly types?: readonly string[];
  readonly keys: Keys;
  readonly atOnce: number;
}

interface Shot {
  readonly door: HostileDoor;
  readonly body: HostileBody;
  readonly type: string;
  readonly hasKey: boolean;
}

/** Sends every body as every type to every door, without and with a key. */
export async function hostileRound(round: HostileRound): Promise<HostileResult> {
  const shots = shotsOf(round);
  const statuses = new Map<string, number>();
  const faults: HostileFault[] = [];
  const health = new HealthWatch(round);
  const sender = async () => {
    for (let shot = shots.next(); !shot.done; shot = shots.next()) {
      const { door, body, type, hasKey } = shot.value;
      health.underWay.add(shot.value);
      const { status, fault } = await fired(round, shot.value);
      health.underWay.delete(shot.value);
      const name = `${door.family} ${hasKey ? "with" : "without"} key: ${status}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      if (fault !== null) faults.push({ door, kind: body.kind, type, hasKey, what: fault });
    }
  };
  await Promise.all(Array.from({ length: round.atOnce }, sender));
  await health.stop();
  const { slowestHealthMs, slowestAskedMs, slowestBeside } = health;
  const peakMiB = highWaterMiB(round.pid) ?? Infinity;
  return { statuses, faults, slowestHealthMs, slowestAskedMs, slowestBeside, peakMiB };
}

function* shotsOf({ doors, bodies, types = CONTENT_TYPES }: HostileRound): Generator<Shot> {
  for (const door of doors) {
    for (const body of bodies) {
      for (const type of types) {
        for (const hasKey of [false, true]) yield { door, body, type, hasKey };
      }
    }
  }
}

function shotText({ door, body, type, hasKey }: Shot): string {
  return `${door.method} ${door.path} ${body.kind} ${type}${hasKey ? " with its key" : ""}`;
}

async function fired(
  { url, keys }: HostileRound,
  { door, body, type, hasKey }: Shot,
): Promise<{ status: number; fault: string | null }> {
  const headers: Record<string, string> = {
    "content-type": type,
    "sec-fetch-site": "same-origin",
    ...body.encoding === null ? {} : { "content-encoding": body.encoding },
    ...hasKey ? keys[door.family] : {},
  };
  const init = { method: door.method, body: body.bytes, headers, redirect: "manual" } as const;
  try {
    const answer = await fetch(url + door.path, init);
    await answer.body?.cancel();
    return { status: answer.status, fault: faultOf(answer) };
  } catch (error) {
    return { status: 0, fault: String(error) };
  }
}

/** 503 is for want of resources, and says when to come back; 501 says what is not served; no other 5xx is right. */
function faultOf({ status, headers }: Response): string | null {
  if (status < 500 || status === 501 || status === 503 && headers.has("retry-after")) return null;
  return `answered ${status}`;
}

const HEALTH_EVERY_MS = 50;

/** Asks `/health` again and again. */
class HealthWatch {
  slowestHealthMs = 0;
  slowestAskedMs = 0;
  slowestBeside: readonly string[] = [];
  readonly underWay = new Set<Shot>();
  #isOver = false;
  readonly #watching: Promise<void>;

  constructor(private readonly round: HostileRound) {
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { url, pid } = this.round;
    while (!this.#isOver) {
      const waited = runQueueWaitMs(pid) ?? 0;
      const startedAt = performance.now();
      const answer = await fetch(`${url}/health`);
      await answer.body?.cancel();
      const ms = performance.now() - startedAt;
      this.slowestAskedMs = Math.max(this.slowestAskedMs, ms);
      const ownMs = answer.ok ? ms - ((runQueueWaitMs(pid) ?? 0) - waited) : Infinity;
      if (ownMs > this.slowestHealthMs) {
        this.slowestHealthMs = ownMs;
        this.slowestBeside = [...this.underWay].map(shotText);
      }
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS));
    }
  }
}
