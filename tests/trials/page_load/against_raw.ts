import { ok } from "node:assert/strict";
import { type AgainstRaw, againstRaw } from "@/tests/loading/against_raw.ts";
import { withBalancePage } from "@/tests/loading/balance_page.ts";
import { BALANCE_PATH } from "@/tests/loading/filled_store.ts";

const LEAST = 0.12;

/**
 * QP1: the energy balance, rendered anew for each request, including session and store, compared
 * with raw of the same bytes, plain and compressed.
 */
export default async function balanceAgainstRaw(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const path = `${BALANCE_PATH}?n={n}`;
    const comparison = { path, headers: { cookie }, requests: 1000, connections: 8 };
    const plain = await againstRaw(server, comparison);
    console.log(`plain: ${comparisonText(plain)}`);
    const headers = { cookie, "accept-encoding": "gzip" };
    const compressed = await againstRaw(server, { ...comparison, headers });
    console.log(`compressed: ${comparisonText(compressed)}`);
    ok(plain.byThroughput >= LEAST, `by throughput, at least ${LEAST}`);
  });
}

function comparisonText(
  { bytes, byThroughput, byProcessor, microsecondsPerRequest }: AgainstRaw,
): string {
  const ratios = `${byThroughput.toFixed(3)} × raw by throughput, ${
    byProcessor.toFixed(3)
  } by processor time`;
  return `${bytes} bytes, ${ratios} (${microsecondsPerRequest.toFixed(0)} µs a request)`;
}
