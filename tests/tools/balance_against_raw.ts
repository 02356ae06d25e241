import { ok } from "node:assert/strict";
import { againstRaw } from "@/tests/loading/against_raw.ts";
import { withBalancePage } from "@/tests/loading/balance_page.ts";
import { comparisonText } from "@/tests/loading/comparison_text.ts";

/** Compares the page of the energy balance with raw answers of the same bytes, plain and compressed. */
export async function balanceAgainstRaw(
  { path, requests, least }: { path: string; requests: number; least: number },
): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const comparison = { path, headers: { cookie }, requests, connections: 8 };
    const plain = await againstRaw(server, comparison);
    console.log(`plain: ${comparisonText(plain)}`);
    const headers = { cookie, "accept-encoding": "gzip" };
    console.log(
      `compressed: ${comparisonText(await againstRaw(server, { ...comparison, headers }))}`,
    );
    ok(plain.byThroughput >= least, `by throughput, at least ${least}`);
  });
}
