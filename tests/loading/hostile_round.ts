/**
 * Sends hostile bodies to every endpoint of a running server, each with one right answer, and
 * measures the server meanwhile.
 * @module
 */
import {
  type BodyReader,
  CONTENT_TYPES,
  type ContentType,
  FRONT,
  hostileBodies,
  type HostileBody,
  type HostileEndpoint,
  longestRead,
  rightStatus,
  typeRead,
} from "./hostile_bodies.ts";
import { type LoopDelay, withLoopDelay } from "./loop_delay.ts";
import { highWaterMiB } from "./process_figures.ts";

interface Sent {
  /** null when the connection was closed without an answer. */
  readonly status: number | null;
  /** Whether to send the body again later, since there was no room for it. */
  readonly isForLater: boolean;
}

/** An endpoint, and the headers that open it. */
interface Target {
  readonly url: string;
  readonly endpoint: HostileEndpoint;
  readonly key: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();
const SAME_SITE = { "sec-fetch-site": "same-origin" };

async function sendWhole(
  { url, endpoint, key }: Target,
  { bytes, encoding }: Pick<HostileBody, "bytes" | "encoding">,
  type: ContentType,
): Promise<Sent> {
  const headers = {
    ...SAME_SITE,
    "content-type": type,
    ...encoding !== null && { "content-encoding": encoding },
    ...key,
  };
  const init = { method: endpoint.method, body: bytes, headers, redirect: "manual" } as const;
  const answer = await fetch(url + endpoint.path, init);
  await answer.body?.cancel();
  const { status } = answer;
  return { status, isForLater: status === 503 && answer.headers.has("retry-after") };
}

const CHUNKED = "transfer-encoding: chunked";

function announcing(bytes: number) {
  return { head: `content-length: ${bytes}`, start: "field=va" };
}

/**
 * Bodies that do not end as announced, and their right answer: everywhere, or where they are read.
 */
const UNENDED = {
  /** Every endpoint is behind the front, which refuses the announced length before reading. */
  "announced too long": { ...announcing(FRONT + 1), right: 413, isRefusedByAll: true },
  "cut": { ...announcing(1_000), right: 400, isRefusedByAll: false },
  "cut in a chunk": {
    head: CHUNKED,
    start: "8\r\nfield=va\r\n",
    right: 400,
    isRefusedByAll: false,
  },
  "no chunk": { head: CHUNKED, start: "zz\r\n", right: null, isRefusedByAll: true },
  "slow": { ...announcing(1_000), right: 408, isRefusedByAll: false },
} as const;

/** A kind of body that does not end. */
type UnendedKind = keyof typeof UNENDED;
export const UNENDED_KINDS: readonly UnendedKind[] = [
  "announced too long",
  "cut",
  "cut in a chunk",
  "no chunk",
  "slow",
];

const TRICKLE_EVERY_MS = 500;

/** Sends a body that does not end: a slow one continues byte by byte, the others stop. */
async function sendUnended(
  target: Target,
  kind: UnendedKind,
  type: ContentType,
): Promise<Sent> {
  const { head, start } = UNENDED[kind];
  const conn = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(target.url).port),
  });
  const send = (text: string) => conn.write(encoder.encode(text));
  let trickle: ReturnType<typeof setInterval> | undefined;
  try {
    await send(`${headOf(target, type)}${head}\r\n\r\n${start}`);
    if (kind === "slow") {
      trickle = setInterval(() => void send("a").catch(() => {}), TRICKLE_EVERY_MS);
    } else if (kind !== "announced too long") await conn.closeWrite();
    return await answerOn(conn);
  } catch (error) {
    if (isClosed(error)) return { status: null, isForLater: false };
    throw error;
  } finally {
    clearInterval(trickle);
    conn.close();
  }
}

function headOf({ endpoint: { method, path }, key }: Target, type: ContentType): string {
  const headers = { host: "127.0.0.1", "content-type": type, ...SAME_SITE, ...key };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}`;
}

async function answerOn(conn: Deno.TcpConn): Promise<Sent> {
  const buffer = new Uint8Array(4_096);
  const size = await conn.read(buffer);
  const said = new TextDecoder().decode(buffer.subarray(0, size ?? 0));
  const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];
  const isForLater = status === "503" && /^retry-after:/im.test(said);
  return { status: status === undefined ? null : Number(status), isForLater };
}

function isClosed(error: unknown): boolean {
  return error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe;
}

/** Headers that open an endpoint, by its family: none, or those of a known sender. */
export type Keys = Readonly<Record<HostileEndpoint["family"], Readonly<Record<string, string>>>>;

/** The parameters of a round. */
interface HostileRound {
  readonly url: string;
  readonly pid: number;
  readonly endpoints: readonly HostileEndpoint[];
  readonly keys: Keys;
  /** True to send each body only as the content type that its endpoint reads. */
  readonly isAsRead?: boolean;
  readonly unended: readonly UnendedKind[];
  readonly atOnce: number;
}

interface HostileResult {
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
interface ProbedResult extends HostileResult {
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
  { isAsRead = false }: HostileRound,
): Generator<Shot> {
  for (const place of places) {
    const types = isAsRead ? [typeRead(place.reading)] : CONTENT_TYPES;
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
