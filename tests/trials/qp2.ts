import { ok } from "node:assert/strict";
import { againstRaw } from "@/tools/loading/against_raw.ts";
import { withBalancePage } from "@/tools/loading/balance_page.ts";
import { comparisonText } from "@/tools/loading/comparison_text.ts";
import { BALANCE_PATH } from "@/tools/loading/filled_store.ts";

const LEAST = 0.6;

/** QP2: the same page, requested while it is cached, against raw answers of the same bytes. */
export default async function qp2(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const comparison = {
      path: BALANCE_PATH,
      headers: { cookie },
      requests: 5000,
      connections: 8,
    };
    const plain = await againstRaw(server, comparison);
    console.log(`plain: ${comparisonText(plain)}`);
    const headers = { cookie, "accept-encoding": "gzip" };
    console.log(
      `compressed: ${comparisonText(await againstRaw(server, { ...comparison, headers }))}`,
    );
    ok(plain.byThroughput >= LEAST, `by throughput, at least ${LEAST}`);
  });
}
