/**
 * Sends hostile bodies to every endpoint of a running server, each with one right answer, and
 * measures the server meanwhile.
 * @module
 */
import { type LoopDelay, withLoopDelay } from "@/tests/loading/loop_delay.ts";
import { highWaterMiB } from "@/tests/loading/process_figures.ts";
import { type BodyReader, longestRead, rightStatus, typeRead } from "./answers.ts";
import { CONTENT_TYPES, type ContentType, hostileBodies } from "./bodies.ts";
import type { HostileEndpoint } from "./endpoints.ts";
import {
  sendUnended,
  sendWhole,
  type Sent,
  type Target,
  UNENDED,
  type UnendedKind,
} from "./senders.ts";

/** Headers that open an endpoint, by its family: none, or those of a known sender. */
export type Keys = Readonly<Record<HostileEndpoint["family"], Readonly<Record<string, string>>>>;

/** The parameters of a round. */
export interface HostileRound {
  readonly url: string;
  readonly pid: number;
  readonly endpoints: readonly HostileEndpoint[];
  readonly keys: Keys;
  readonly types?: readonly ContentType[];
  readonly unended: readonly UnendedKind[];
  readonly atOnce: number;
}

export interface HostileResult {
  readonly sentCount: number;
  /** Number of times a body was sent again, since there was no room for it. */
  readonly laterCount: number;
  /** Wrong answers. */
  readonly faults: readonly string[];
  /** Requests in progress at an instant, epoch milliseconds. */
  readonly underWayAt: (epochMs: number) => readonly string[];
  readonly peakMiB: number;
}

/** A round during which a separate process requests `/health`. */
export interface ProbedResult extends HostileResult {
  readonly health: LoopDelay;
  /** Requests in progress when `/health` was slowest. */
  readonly slowestBeside: readonly string[];
}

/** An endpoint for one sender. */
interface Opened extends Target {
  readonly reading: BodyReader;
  /** Its answer to an empty body, by content type. */
  readonly asNothing: ReadonlyMap<ContentType, number>;
}

/** A body to send to an endpoint. */
interface Shot {
  readonly text: string;
  /** The status; null for a connection closed without an answer. */
  readonly right: number | null;
  send(): Promise<Sent>;
}

/** A round, and the time of the server's answers meanwhile. */
export async function probedRound(round: HostileRound): Promise<ProbedResult> {
  const { url, pid } = round;
  const probed = { port: Number(new URL(url).port), pid, path: "/health" };
  const { result, delay } = await withLoopDelay(probed, () => hostileRound(round));
  return { ...result, health: delay, slowestBeside: result.underWayAt(delay.slowestAtMs) };
}

/** Sends every body with every content type to every endpoint, without and with a key. */
export async function hostileRound(round: HostileRound): Promise<HostileResult> {
  const { url, pid, endpoints, keys, atOnce } = round;
  const sending = new Sending();
  const targets = endpoints.flatMap((endpoint) =>
    [{}, keys[endpoint.family]].map((key) => ({ url, endpoint, key }))
  );
  const opened: Opened[] = [];
  await atOnceEach(targets, atOnce, async (target) => {
    const text = shotText(target, "nothing");
    opened.push(await sending.underWay(text, () => opening(target)));
  });
  const shots = [
    wholeShots(opened, round),
    ...round.unended.map((kind) => unendedShots(opened, kind)),
  ];
  // Slow bodies are sent concurrently with the others.
  await Promise.all(shots.map((some) => atOnceEach(some, atOnce, (shot) => sending.send(shot))));
  const { sentCount, laterCount, faults } = sending;
  return {
    sentCount,
    laterCount,
    faults,
    underWayAt: (epochMs) => sending.underWayAt(epochMs),
    peakMiB: highWaterMiB(pid) ?? Infinity,
  };
}

/** Processes each element, some at a time. */
async function atOnceEach<Element>(
  elements: Iterable<Element>,
  count: number,
  act: (element: Element) => Promise<void>,
): Promise<void> {
  const left = elements[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** Statuses that refuse a sender before the body is read. */
const TURNED_AWAY = [303, 401, 403, 501];

async function opening(target: Target): Promise<Opened> {
  const asNothing = new Map<ContentType, number>();
  const nothing = { bytes: new Uint8Array(), encoding: null };
  for (const type of CONTENT_TYPES) {
    asNothing.set(type, (await sendWhole(target, nothing, type)).status ?? 0);
  }
  const { family, reads, readsAnybody } = target.endpoint;
  const statuses = new Set(asNothing.values());
  // A collectors' endpoint that reads a form to find the key also refuses one without a key.
  const isClosed = family !== "collector" && statuses.size === 1 &&
    TURNED_AWAY.some((status) => statuses.has(status));
  const reading = isKeyed(target) ? reads : readsAnybody;
  return { ...target, asNothing, reading: isClosed || reading === null ? "closed" : reading };
}

function isKeyed({ key }: Target): boolean {
  return Object.keys(key).length > 0;
}

function* wholeShots(
  places: readonly Opened[],
  { types = CONTENT_TYPES }: HostileRound,
): Generator<Shot> {
  for (const place of places) {
    for (const body of hostileBodies(longestRead(place.reading))) {
      for (const type of types) {
        const { kind } = body;
        const asNothing = place.asNothing.get(type) ?? 0;
        yield {
          text: shotText(place, `${kind} as ${type}`),
          right: rightStatus(place.reading, { kind, type, asNothing }),
          send: () => sendWhole(place, body, type),
        };
      }
    }
  }
}

function* unendedShots(places: readonly Opened[], kind: UnendedKind): Generator<Shot> {
  const { right, isRefusedByAll } = UNENDED[kind];
  for (const place of places) {
    const isRead = place.reading !== "closed" && place.reading !== "nothing";
    const type = typeRead(place.reading);
    yield {
      text: shotText(place, kind),
      right: isRead || isRefusedByAll ? right : place.asNothing.get(type) ?? 0,
      send: () => sendUnended(place, kind, type),
    };
  }
}

function shotText(target: Target, what: string): string {
  const { endpoint: { method, path } } = target;
  return `${method} ${path} ${isKeyed(target) ? "with" : "without"} a key: ${what}`;
}

/** Number of retries of a body without room, and their delay: one large body of a token is taken at a time. */
const TRIES = 600;
const LATER_MS = 200;

/** Sends the cases, and records the wrong answers. */
class Sending {
  sentCount = 0;
  laterCount = 0;
  readonly faults: string[] = [];
  readonly #spans: { readonly text: string; readonly fromMs: number; readonly toMs: number }[] = [];

  async send({ text, right, send }: Shot): Promise<void> {
    this.sentCount++;
    const status = await this.underWay(text, () => this.#statusOf(send));
    if (status !== right) {
      this.faults.push(`${text} → ${status ?? "no answer"}, not ${right ?? "no answer"}`);
    }
  }

  /** Records when an act began and ended. */
  async underWay<T>(text: string, act: () => Promise<T>): Promise<T> {
    const fromMs = Date.now();
    try {
      return await act();
    } finally {
      this.#spans.push({ text, fromMs, toMs: Date.now() });
    }
  }

  underWayAt(epochMs: number): string[] {
    return this.#spans.filter(({ fromMs, toMs }) => fromMs <= epochMs + 1 && epochMs <= toMs)
      .map(({ text }) => text);
  }

  async #statusOf(send: Shot["send"]): Promise<number | string | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        const { status, isForLater } = await send();
        if (!isForLater) return status;
      } catch (error) {
        return String(error);
      }
      this.laterCount++;
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    }
    return `503 ${TRIES} times`;
  }
}
