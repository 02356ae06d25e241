/** Writing to connections and closing them, for clients and relays of tests. @module */

export async function writeAll(to: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

export function closeQuietly(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch (error) {
    // The other direction has already closed it.
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
