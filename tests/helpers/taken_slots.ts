import { freeSlot, LARGE_BODY_BYTES, takeSlot } from "@/lib/web/body_slots.ts";
import { rememberRequestInfo } from "@/lib/web/request_info.ts";

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
