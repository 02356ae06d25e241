import { match, ok, strictEqual } from "node:assert/strict";
import { serve } from "@/tests/tools/loopback.ts";
import { Guard } from "@/tools/guard.ts";
import { GUARD_LIMITS, type GuardLimits } from "@/tools/guard/client_timeouts.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/** A server behind a guard, for the duration of a test. */
async function guarded(
  limits: Partial<GuardLimits>,
  handler: Handler,
  act: (port: number, guard: Guard) => Promise<void>,
  now?: () => number,
): Promise<void> {
  const server = serve(handler);
  const guard = new Guard(
    { hostname: "127.0.0.1", port: 0 },
    { hostname: "127.0.0.1", port: server.port },
    { ...GUARD_LIMITS, ...limits },
    now,
  );
  try {
    await act(guard.port, guard);
  } finally {
    await guard.stopAccepting();
    await guard.finish(0);
    await server.close();
  }
}

async function client(port: number, text: string): Promise<Deno.TcpConn> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  await conn.write(new TextEncoder().encode(text));
  return conn;
}

/** Everything received until the other side closes. */
async function heard(conn: Deno.TcpConn): Promise<string> {
  const chunks: string[] = [];
  const buffer = new Uint8Array(4096);
  const decoder = new TextDecoder();
  try {
    for (let count = await conn.read(buffer); count !== null; count = await conn.read(buffer)) {
      chunks.push(decoder.decode(buffer.subarray(0, count)));
    }
  } catch (error) {
    ok(error instanceof Deno.errors.ConnectionReset);
  }
  conn.close();
  return chunks.join("");
}

Deno.test("Guard forwards a request and its answer, with the client's address", async () => {
  const handler: Handler = async (request) =>
    new Response(`${request.headers.get("x-forwarded-for")} ${(await request.text()).length}`);
  await guarded({}, handler, async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: "x".repeat(300_000),
    });
    strictEqual(await response.text(), "127.0.0.1 300000");
  });
});

Deno.test("Guard closes a client whose head does not end, and forwards nothing of it", async () => {
  let askedCount = 0;
  const handler: Handler = () => {
    askedCount += 1;
    return new Response();
  };
  await guarded({ headMs: 60 }, handler, async (port) => {
    match(await heard(await client(port, "GET / HTTP/1.1\r\nHost:")), /^HTTP\/1\.1 408 /);
    strictEqual(await heard(await client(port, "")), "");
    strictEqual(askedCount, 0);
  });
});

Deno.test("Guard closes a client that sends its body too slowly", async () => {
  let nowMs = 0;
  const asked = Promise.withResolvers<void>();
  const handler: Handler = async (request) => {
    asked.resolve();
    return new Response(await request.text().catch(() => "cut"));
  };
  await guarded({}, handler, async (port) => {
    const slow = await client(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nab");
    await asked.promise;
    nowMs += GUARD_LIMITS.bodyStepMs + 1;
    strictEqual(await heard(slow), "");
  }, () => nowMs);
});

Deno.test("Guard closes an idle connection", async () => {
  let nowMs = 0;
  await guarded({}, () => new Response("ok"), async (port) => {
    const conn = await client(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const answer = new Uint8Array(4096);
    const length = await conn.read(answer) ?? 0;
    match(new TextDecoder().decode(answer.subarray(0, length)), /^HTTP\/1\.1 200 /);
    nowMs += GUARD_LIMITS.silentMs + 1;
    match(await heard(conn), /^(ok)?$/);
  }, () => nowMs);
});

Deno.test("Guard answers 400 to a request that two parsers could read differently", async () => {
  await guarded({}, () => new Response("ok"), async (port) => {
    const text =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    match(await heard(await client(port, text)), /^HTTP\/1\.1 400 /);
  });
});

Deno.test("Guard makes room at its limit by closing connections without a complete request", async () => {
  await guarded({ connectionsMax: 3 }, () => new Response("ok"), async (port, guard) => {
    const waiting = [await client(port, "G"), await client(port, "G"), await client(port, "G")];
    const served = await client(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    match(await heard(served), /ok$/);
    ok(guard.connectionCount <= 3);
    for (const conn of waiting) conn.close();
  });
});

Deno.test("Guard sends the answers in flight when it stops listening", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const handler: Handler = () => {
    asked.resolve();
    return answer.promise;
  };
  await guarded({}, handler, async (port, guard) => {
    const conn = await client(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await asked.promise;
    await guard.stopAccepting();
    answer.resolve(new Response("late, but whole"));
    match(await heard(conn), /late, but whole$/);
  });
});

Deno.test("Guard answers 502 when the server is not running", async () => {
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port: closedPort } = gone.addr;
  gone.close();
  const guard = new Guard({ hostname: "127.0.0.1", port: 0 }, {
    hostname: "127.0.0.1",
    port: closedPort,
  });
  match(
    await heard(await client(guard.port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")),
    /^HTTP\/1\.1 502 /,
  );
  await guard.stopAccepting();
  await guard.finish(0);
});
