import { closeQuietly, writeAll } from "@/tests/tools/loopback.ts";
/**
 * A slow link in front of a port of this machine, which models the main delays of TCP: a round trip
 * for the handshake of each connection, half a round trip each way, one downlink shared by all, and
 * a window that starts at ten segments and doubles each round trip. Without losses and encryption.
 * @module
 */

/** A link: its round trip and its download rate. */
interface LinkKind {
  readonly roundTripMs: number;
  readonly kbitPerS: number;
  /**
   * Its upload rate; without it, requests are small: they only wait for the handshake and for half
   * a round trip.
   */
  readonly upKbitPerS?: number;
}

/** The links of the page measures (QP6). */
export const LINKS = {
  "slow 3G": { roundTripMs: 400, kbitPerS: 400 },
  office: { roundTripMs: 150, kbitPerS: 1600 },
} as const satisfies Record<string, LinkKind>;

/** Bytes of a full segment, and of its headers. */
export const SEGMENT = 1460;
const HEADERS = 54;

/** Segments that may be sent before the first acknowledgement. */
const FIRST_WINDOW = 10;

/** One direction of the link: one segment after the other, from any connection. */
export class Lane {
  #freeAtMs = 0;

  constructor(private readonly kind: Pick<LinkKind, "roundTripMs" | "kbitPerS">) {}

  /** Arrival time of a segment given to the link at `nowMs`, ms. */
  arrivalMs(size: number, nowMs: number): number {
    const bytesPerMs = this.kind.kbitPerS / 8;
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + (size + HEADERS) / bytesPerMs;
    return this.#freeAtMs + this.kind.roundTripMs / 2;
  }
}

/** The window of a connection: it doubles after each round trip. */
export class SlowStart {
  #window = FIRST_WINDOW * SEGMENT;
  #inFlight = 0;

  /** Bytes that may be sent now; 0 while waiting for an acknowledgement. */
  get room(): number {
    return Math.max(0, this.#window - this.#inFlight);
  }

  sent(size: number): void {
    this.#inFlight += size;
  }

  acknowledged(size: number): void {
    this.#inFlight -= size;
    this.#window += size;
  }
}

interface SlowLink {
  /** Address to use instead of the program's own. */
  readonly url: string;
  close(): void;
}

/** Puts a link in front of a port of 127.0.0.1. */
export function slowLink(targetPort: number, kind: LinkKind): SlowLink {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const downlink = new Lane(kind);
  const { roundTripMs, upKbitPerS } = kind;
  const uplink = upKbitPerS === undefined ? null : new Lane({ roundTripMs, kbitPerS: upKbitPerS });
  const open = new Set<Deno.TcpConn>();
  void (async () => {
    for await (const client of listener) {
      open.add(client);
      void carried(client, { targetPort, kind, downlink, uplink }).finally(() =>
        open.delete(client)
      );
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    close() {
      listener.close();
      open.forEach(closeQuietly);
    },
  };
}

interface Road {
  readonly targetPort: number;
  readonly kind: LinkKind;
  readonly downlink: Lane;
  readonly uplink: Lane | null;
}

/** Forwards one connection both ways until either end closes. */
async function carried(client: Deno.TcpConn, road: Road): Promise<void> {
  client.setNoDelay();
  const server = await Deno.connect({ hostname: "127.0.0.1", port: road.targetPort });
  server.setNoDelay();
  // Closing a link ends with errors on both sides.
  const up = carryUp(client, server, road).catch(() => {}).finally(() => closeQuietly(server));
  await carryDown(server, client, road).catch(() => {});
  closeQuietly(client);
  await up;
}

async function carryUp(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  { kind: { roundTripMs }, uplink }: Road,
): Promise<void> {
  const shakenAtMs = performance.now() + roundTripMs;
  let sent: Promise<void> = Promise.resolve();
  for await (const bytes of from.readable) {
    const nowMs = Math.max(shakenAtMs, performance.now());
    const atMs = uplink?.arrivalMs(bytes.length, nowMs) ?? nowMs + roundTripMs / 2;
    sent = sent.then(() => until(atMs)).then(() => writeAll(to, bytes)).catch(lost);
    // The sender waits until the link has room for more.
    if (uplink) await until(atMs - roundTripMs / 2);
  }
  await sent;
}

/** Sends an answer in segments, as many at once as slow start allows. */
async function carryDown(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  { kind, downlink }: Road,
): Promise<void> {
  const start = new SlowStart();
  let acknowledged = Promise.withResolvers<void>();
  let delivered: Promise<void> = Promise.resolve();
  for await (const bytes of from.readable) {
    for (let at = 0; at < bytes.length;) {
      while (start.room === 0) await acknowledged.promise;
      const size = Math.min(SEGMENT, bytes.length - at, start.room);
      const segment = bytes.subarray(at, at + size);
      at += size;
      start.sent(size);
      const arrivesMs = downlink.arrivalMs(size, performance.now());
      delivered = delivered.then(() => until(arrivesMs)).then(() => writeAll(to, segment)).catch(
        lost,
      );
      void until(arrivesMs + kind.roundTripMs / 2).then(() => {
        start.acknowledged(size);
        acknowledged.resolve();
        acknowledged = Promise.withResolvers<void>();
      });
    }
  }
  await delivered;
}

/** Ignores the error of data in transit when the link closes. */
function lost(error: unknown): void {
  const isClosed = error instanceof Deno.errors.BadResource ||
    error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.Interrupted;
  if (!isClosed) throw error;
}

function until(atMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));
}
