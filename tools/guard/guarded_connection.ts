/** One client of the guard: nothing reaches the server before the head of a request is complete. @module */
import { ClientTimeouts, type GuardLimits } from "./client_timeouts.ts";
import { RequestStream } from "./request_stream.ts";

const WAITING_BUFFER_BYTES = 2 * 1024;
const FLOWING_BUFFER_BYTES = 32 * 1024;
/** ENFILE and EMFILE, for which Deno has no error class. */
const OUT_OF_DESCRIPTORS = /\(os error 2[34]\)/;
const NEXT_DESCRIPTOR_MS = 20;
const encoder = new TextEncoder();

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
  502: "Bad Gateway",
};

/** Passes the requests of one client to the server, and its answers back. */
export class GuardedConnection {
  readonly #requests: RequestStream;
  readonly #timeouts: ClientTimeouts;
  readonly #ended = Promise.withResolvers<void>();
  #server: Deno.Conn | null = null;
  #isConnecting = false;
  #isClosed = false;

  /** @param now a monotonic clock, ms */
  constructor(
    private readonly client: Deno.Conn,
    private readonly connect: () => Promise<Deno.Conn>,
    limits: GuardLimits,
    private readonly now: () => number,
  ) {
    const { remoteAddr } = client;
    this.#requests = new RequestStream("hostname" in remoteAddr ? remoteAddr.hostname : "unknown");
    this.#timeouts = new ClientTimeouts(limits, now());
  }

  /** Resolves when both sides are closed. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** True while a complete request has not reached the server yet. */
  get isHandingOver(): boolean {
    return this.#isConnecting;
  }

  /** True before the first complete request: closed first when room is needed. */
  get isUnproven(): boolean {
    return !this.#timeouts.isProven;
  }

  /** True when the client has taken too long. */
  isOverdue(now: number): boolean {
    return this.#timeouts.isOver(now);
  }

  /** Serves the client until one side closes. */
  async serve(): Promise<void> {
    try {
      await this.#passRequests();
    } catch (error) {
      this.#closeAfter(error);
    }
  }

  /** Closes both sides; a client in the middle of a request receives the reason. */
  close(status?: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (status !== undefined) this.#say(status);
    closeQuietly(this.client);
    if (this.#server !== null) closeQuietly(this.#server);
    this.#ended.resolve();
  }

  /** Closes a client that exceeded its time, or must make room. */
  closeOverdue(): void {
    this.close(this.#requests.phase === "head" ? 408 : undefined);
  }

  async #passRequests(): Promise<void> {
    let buffer = new Uint8Array(WAITING_BUFFER_BYTES);
    for (;;) {
      const count = await this.client.read(buffer);
      if (count === null) break;
      for (const step of this.#requests.take(buffer.subarray(0, count))) {
        if (step.kind === "refuse") return this.close(step.status);
        await this.#toServer(step.bytes);
      }
      const { phase } = this.#requests;
      this.#timeouts.cameFromClient(count, phase, this.now());
      const size = phase === "body" ? FLOWING_BUFFER_BYTES : WAITING_BUFFER_BYTES;
      if (buffer.length !== size) buffer = new Uint8Array(size);
    }
    // A client may close its half after a request: the answer is still sent.
    if (this.#server === null) this.close();
    else await this.#server.closeWrite();
  }

  async #toServer(bytes: Uint8Array): Promise<void> {
    if (this.#server === null) {
      this.#timeouts.headIsWhole(this.now());
      this.#server = await this.#opened();
      void this.#passAnswers(this.#server);
    }
    this.#timeouts.serverReads(false, this.now());
    await writeAll(this.#server, bytes);
    this.#timeouts.serverReads(true, this.now());
  }

  async #opened(): Promise<Deno.Conn> {
    this.#isConnecting = true;
    try {
      return await this.#connected();
    } catch (error) {
      this.close(502);
      throw error;
    } finally {
      this.#isConnecting = false;
    }
  }

  /** Without a free descriptor, a client waits for the next one instead of being refused. */
  async #connected(): Promise<Deno.Conn> {
    for (;;) {
      try {
        return await this.connect();
      } catch (error) {
        if (this.#isClosed || !OUT_OF_DESCRIPTORS.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, NEXT_DESCRIPTOR_MS));
      }
    }
  }

  async #passAnswers(server: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(FLOWING_BUFFER_BYTES);
    try {
      for (
        let count = await server.read(buffer);
        count !== null;
        count = await server.read(buffer)
      ) {
        this.#timeouts.answerWaits(true, this.now());
        await writeAll(this.client, buffer.subarray(0, count));
        this.#timeouts.answerWaits(false, this.now());
      }
      this.close();
    } catch (error) {
      this.#closeAfter(error);
    }
  }

  #closeAfter(error: unknown): void {
    if (!isEndOfConnection(error)) console.error("guard:", error);
    this.close();
  }

  #say(status: number): void {
    const head = `HTTP/1.1 ${status} ${REASONS[status]}`;
    const text = `${head}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
    this.client.write(encoder.encode(text)).catch(() => {});
  }
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length;) from += await conn.write(bytes.subarray(from));
}

const ENDS = [
  Deno.errors.BadResource,
  Deno.errors.BrokenPipe,
  Deno.errors.ConnectionAborted,
  Deno.errors.ConnectionRefused,
  Deno.errors.ConnectionReset,
  Deno.errors.Interrupted,
  Deno.errors.NotConnected,
  Deno.errors.TimedOut,
];

function isEndOfConnection(error: unknown): boolean {
  return ENDS.some((kind) => error instanceof kind);
}

function closeQuietly(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch (error) {
    if (!isEndOfConnection(error)) throw error;
  }
}
