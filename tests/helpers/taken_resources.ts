/** What an action takes: the event loop, arrays, the slots of large bodies. @module */
import { strictEqual } from "node:assert/strict";
import { freeSlot, LARGE_BODY_BYTES, takeSlot } from "@/lib/web/body_slots.ts";
import { rememberRequestInfo } from "@/lib/web/request_info.ts";
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

const SLOTS = 8;

/** A request of a sender, with what is known of it. */
export function aRequestOf(sender: string) {
  const request = new Request("http://x/", { method: "POST" });
  const info = { requestId: sender, https: false, clientAddress: "192.0.2.1", sender };
  rememberRequestInfo(request, info);
  return { request, info };
}

/** Runs a test while other senders hold all slots of large bodies. */
export async function withoutSlots<T>(test: () => Promise<T>): Promise<T> {
  const others = Array.from({ length: SLOTS }, (_, at) => aRequestOf(`other ${at}`));
  for (const { request } of others) takeSlot(request, LARGE_BODY_BYTES + 1);
  try {
    return await test();
  } finally {
    for (const { info } of others) freeSlot(info);
  }
}
