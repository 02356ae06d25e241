/** An empty KV Connect server on this machine, which can stop answering. */
export interface KvConnect {
  readonly url: string;
  /** From now on requests are never answered. */
  silence(): void;
  /** New requests are answered again; the earlier ones are not. */
  answer(): void;
  /** Number of commits received. */
  readonly commits: number;
}

const UUID = "11111111-1111-4111-8111-111111111111";
/** `status: AW_SUCCESS`, and a versionstamp. */
const COMMITTED = [0x08, 1, 0x12, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0];
/** One empty range; `read_is_strongly_consistent: true`, `status: SR_SUCCESS`. */
const EMPTY_RANGE = [0x0a, 0];
const READ = [0x20, 1, 0x40, 1];

/** Runs a test against a KV Connect server that stays empty. */
export async function withKvConnect(test: (server: KvConnect) => Promise<void>): Promise<void> {
  const state = { isSilent: false, commits: 0 };
  // Clients keep their connections, which a shutdown would wait for.
  const ended = new AbortController();
  const waiting: ((response: Response) => void)[] = [];
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: ended.signal, onListen() {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const body = await request.bytes();
      if (pathname.endsWith("/atomic_write")) state.commits++;
      if (state.isSilent) return await new Promise<Response>((resolve) => waiting.push(resolve));
      if (pathname === "/") return Response.json(metadata(server.addr.port));
      return new Response(new Uint8Array(answerTo(pathname, body)));
    },
  );
  try {
    await test({
      url: `http://127.0.0.1:${server.addr.port}/`,
      silence: () => void (state.isSilent = true),
      answer: () => void (state.isSilent = false),
      get commits() {
        return state.commits;
      },
    });
  } finally {
    waiting.forEach((resolve) => resolve(new Response(null, { status: 400 })));
    ended.abort();
    await server.finished;
  }
}

function metadata(port: number) {
  return {
    version: 3,
    uuid: UUID,
    databaseId: UUID,
    token: "token",
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    endpoints: [{ url: `http://127.0.0.1:${port}/db`, consistency: "strong" }],
  };
}

function answerTo(pathname: string, body: Uint8Array): number[] {
  if (pathname.endsWith("/atomic_write")) return COMMITTED;
  return [...Array.from({ length: rangesIn(body) }, () => EMPTY_RANGE).flat(), ...READ];
}

/** Number of ranges of a `SnapshotRead`: its field 1, repeated. */
function rangesIn(body: Uint8Array): number {
  let [ranges, at] = [0, 0];
  while (at < body.length) {
    if ((body[at++] ?? 0) >> 3 === 1) ranges++;
    let [length, shift] = [0, 0];
    for (let byte = 0x80; byte & 0x80; shift += 7) {
      byte = body[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
    }
    at += length;
  }
  return ranges;
}
