/**
 * A residence of many series whose collector sends them all at once, at regular intervals. @module
 */

import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { writeAll } from "@/tests/tools/connection_io.ts";
import { AnswerReader } from "./answer_reader.ts";

/** Seconds between two ticks, as for collectors. */
export const TICK_S = 300;

/** Attaches series of a residence to the sources of {@link tickBody}. */
export async function claimTicks(
  kvPath: string,
  projectId: string,
  seriesCount: number,
): Promise<void> {
  const store = await openStore(kvPath);
  for (let from = 0; from < seriesCount; from += 500) {
    const atomic = store.atomic().sum(keys.version("sources", projectId), 1n);
    for (let at = from; at < Math.min(seriesCount, from + 500); at++) {
      const claim = { seriesId: `tick${at}`, houseId: null, kind: "instant", attachedAtMs: 0 };
      atomic.set(keys.seriesSource(projectId, `temperature,serial=${at} value`), claim);
    }
    await atomic.commit();
  }
  store.close();
}

/** A tick as line protocol: one value of each series, never the same twice in a row. */
export function tickBody(seriesCount: number, epochS: number): string {
  const tick = Math.floor(epochS / TICK_S);
  const lines = Array.from({ length: seriesCount }, (_, at) => {
    const tenths = 150 + (at * 7 + tick * 3) % 100;
    return `temperature,residence=R1,serial=${at} value=${tenths / 10} ${epochS}`;
  });
  return lines.join("\n");
}

export interface SenderAddress {
  readonly port: number;
  /** By default that of the program. */
  readonly path?: string;
  readonly token?: string;
}

/** A collector's connection, kept open. */
export class TickSender {
  readonly #reader = new AnswerReader();
  readonly #buffer = new Uint8Array(16 * 1024);

  private constructor(
    private readonly conn: Deno.TcpConn,
    private readonly head: readonly string[],
  ) {}

  static async to(
    { port, path = "/api/v2/write?precision=s", token }: SenderAddress,
  ): Promise<TickSender> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port });
    conn.setNoDelay();
    const authorization = token === undefined ? [] : [`authorization: Token ${token}`];
    return new TickSender(conn, [
      `POST ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      ...authorization,
    ]);
  }

  /** Sends an encoded tick. @returns ms until it was acknowledged */
  async send(body: Uint8Array): Promise<number> {
    const head = [...this.head, `content-length: ${body.length}`].join("\r\n");
    const startedAt = performance.now();
    await writeAll(this.conn, new TextEncoder().encode(`${head}\r\n\r\n`));
    await writeAll(this.conn, body);
    this.#reader.reset();
    for (;;) {
      const count = await this.conn.read(this.#buffer);
      if (count === null) throw new Error("The server ended the connection.");
      if (this.#reader.take(this.#buffer.subarray(0, count))) break;
    }
    const { status } = this.#reader;
    if (status !== 204) throw new Error(`A tick was answered ${status}.`);
    return performance.now() - startedAt;
  }

  close(): void {
    this.conn.close();
  }
}
