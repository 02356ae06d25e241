/** A server on a free port of 127.0.0.1. */
export interface TestServer {
  /** Origin without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** Serves a handler until the server is closed. */
export function serve(handler: Handler): TestServer & { readonly port: number } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  const { port } = server.addr;
  return { url: `http://127.0.0.1:${port}`, port, close: () => server.shutdown() };
}

/** Serves a handler while `act` runs. */
export async function withServer<T>(
  handler: Handler,
  act: (server: { readonly url: string; readonly port: number }) => Promise<T>,
): Promise<T> {
  const { close, ...server } = serve(handler);
  try {
    return await act(server);
  } finally {
    await close();
  }
}

/** A port that is free now. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

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
