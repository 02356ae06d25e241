/** Clients that never finish a request. @module */

/** A client that waits to be closed, and the time it took. */
export interface SlowClient {
  /** Milliseconds from its connection until the other side closed it. */
  readonly closedAfterMs: Promise<number>;
  /** Gives up. */
  close(): void;
}

/** Opens a connection, sends `start`, then one byte every `everyMs` until the other side closes. */
export async function slowClient(
  port: number,
  start: string,
  everyMs: number,
): Promise<SlowClient> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const openedAt = performance.now();
  await conn.write(new TextEncoder().encode(start));
  const trickle = setInterval(() => void conn.write(new Uint8Array([97])).catch(() => {}), everyMs);
  const closedAfterMs = untilClosed(conn).then(() => {
    clearInterval(trickle);
    return performance.now() - openedAt;
  });
  return { closedAfterMs, close: () => void conn.closeWrite().catch(() => {}) };
}

async function untilClosed(conn: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(1024);
  try {
    while (await conn.read(buffer) !== null);
  } catch {
    // A reset also ends the connection.
  }
  conn.close();
}
