import { strictEqual } from "node:assert/strict";

const MOST = 1_000;

/** A server to which one request was sent, and whether it has answered. */
export function requestedServer(): {
  readonly isAnswered: boolean;
  [Symbol.asyncDispose](): Promise<void>;
} {
  let isAnswered = false;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("ok"),
  );
  const answer = fetch(`http://127.0.0.1:${server.addr.port}/`).then((response) => response.text())
    .finally(() => isAnswered = true);
  return {
    get isAnswered() {
      return isAnswered;
    },
    async [Symbol.asyncDispose]() {
      strictEqual(await answer, "ok");
      await server.shutdown();
    },
  };
}

/** How many times an action runs in a row until a concurrent request is answered. */
export async function countUntilAnswered(act: () => Promise<unknown>): Promise<number> {
  await using server = requestedServer();
  let count = 0;
  while (!server.isAnswered && count < MOST) {
    count++;
    await act();
  }
  return count;
}

/** Blocks the event loop. */
export function work(ms: number): void {
  for (const from = performance.now(); performance.now() - from < ms;);
}
