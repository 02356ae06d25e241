import { strictEqual } from "node:assert/strict";
import { serve } from "@/tests/tools/loopback.ts";

/** A server to which one request was sent, and whether it has answered. */
export function requestedServer(): {
  readonly isAnswered: boolean;
  [Symbol.asyncDispose](): Promise<void>;
} {
  let isAnswered = false;
  const server = serve(() => new Response("ok"));
  const answer = fetch(server.url).then((response) => response.text())
    .finally(() => isAnswered = true);
  return {
    get isAnswered() {
      return isAnswered;
    },
    async [Symbol.asyncDispose]() {
      strictEqual(await answer, "ok");
      await server.close();
    },
  };
}

/** Blocks the event loop. */
export function work(ms: number): void {
  for (const from = performance.now(); performance.now() - from < ms;);
}
