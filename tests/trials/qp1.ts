import { ok } from "node:assert/strict";
import { againstRaw } from "@/tools/loading/against_raw.ts";
import { withBalancePage } from "@/tools/loading/balance_page.ts";
import { comparisonText } from "@/tools/loading/comparison_text.ts";
import { BALANCE_PATH } from "@/tools/loading/filled_store.ts";

const LEAST = 0.12;

/** QP1: the energy balance, made anew for each request, session and store included, against raw of the same bytes. */
export default async function qp1(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const comparison = {
      path: `${BALANCE_PATH}?n={n}`,
      headers: { cookie },
      requests: 1000,
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
