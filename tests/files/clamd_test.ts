import { rejects, strictEqual } from "node:assert/strict";
import { isInfected } from "@/lib/files/virus_scanner.ts";

/** A daemon that answers a stream with a given text or nothing, and records the stream. */
async function withScanner(
  words: string | null,
  test: (at: { hostname: string; port: number }, sent: Promise<number>) => Promise<void>,
): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { promise: sent, resolve } = Promise.withResolvers<number>();
  const serving = (async () => {
    using connection = await listener.accept();
    resolve(await contentBytes(connection));
    if (words === null) await connection.read(new Uint8Array(1));
    else await connection.write(new TextEncoder().encode(words));
  })();
  await test({ hostname: "127.0.0.1", port: listener.addr.port }, sent);
  await serving;
}

/** Bytes of the chunks of an INSTREAM command. */
async function contentBytes(connection: Deno.TcpConn): Promise<number> {
  const exactly = async (size: number) => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size;) at += await connection.read(bytes.subarray(at)) ?? size;
    return bytes;
  };
  strictEqual(new TextDecoder().decode(await exactly(10)), "zINSTREAM\0");
  let all = 0;
  for (;;) {
    const size = new DataView((await exactly(4)).buffer).getUint32(0);
    if (size === 0) return all;
    all += (await exactly(size)).length;
  }
}

// @spec deposits.scanner
Deno.test("isInfected() sends the whole file, and reads the result of the scanner", async () => {
  const file = new Uint8Array(150_000).fill(7);
  const cases = [["stream: OK\0", false], ["stream: Eicar-Signature FOUND\0", true]] as const;
  for (const [words, found] of cases) {
    await withScanner(words, async (at, sent) => {
      strictEqual(await isInfected(file, at), found);
      strictEqual(await sent, file.length);
    });
  }
});

// @spec deposits.scanner
Deno.test("isInfected() throws when the scanner fails, does not answer, or is not running", async () => {
  const file = new Uint8Array(10);
  for (const words of ["INSTREAM size limit exceeded. ERROR\0", "", "stream: OK"]) {
    await withScanner(words, async (at) => await rejects(isInfected(file, at)));
  }
  await withScanner(null, async (at) => await rejects(isInfected(file, { ...at, timeoutMs: 50 })));
  const port = await withoutListener();
  await rejects(isInfected(file, { hostname: "127.0.0.1", port }));
});

// @spec deposits.scanner
Deno.test("isInfected() gives up a scanner that takes no connection", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0, tcpBacklog: 1 });
  const at = { hostname: "127.0.0.1", port: listener.addr.port };
  // A full queue of connections: the next one gets no answer, as behind a firewall that drops packets.
  using _first = await Deno.connect(at);
  using _second = await Deno.connect(at);
  await rejects(isInfected(new Uint8Array(10), { ...at, timeoutMs: 50 }), { name: "TimeoutError" });
});

function withoutListener(): Promise<number> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return Promise.resolve(listener.addr.port);
}
