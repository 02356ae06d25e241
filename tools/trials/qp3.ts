import { ok, strictEqual } from "node:assert/strict";
import { withBalancePage } from "../loading/balance_page.ts";
import { BALANCE_PATH } from "../loading/filled_store.ts";
import { loadBeside } from "../loading/load_process.ts";

const REQUESTS = 200_000;
const CONNECTIONS = 16;
const WARMING_REQUESTS = 5000;

/** QP3: at half of what saturates the server, the slowest hundredth is near the middle, and nothing fails. */
export default async function qp3(): Promise<void> {
  await withBalancePage(async ({ url }, cookie) => {
    const plan = {
      port: Number(new URL(url).port),
      // Made anew each time: from its cache the page is served faster than the load asks for it.
      path: `${BALANCE_PATH}?n={n}`,
      headers: { cookie },
      connections: CONNECTIONS,
    };
    await loadBeside({ ...plan, requests: WARMING_REQUESTS });
    const full = await loadBeside({ ...plan, requests: 5000, firstNumber: WARMING_REQUESTS + 1 });
    const half = await loadBeside({
      ...plan,
      requests: REQUESTS,
      firstNumber: WARMING_REQUESTS + full.requests + 1,
      perSecond: full.perSecond / 2,
    });
    console.log(`saturated at ${full.perSecond.toFixed(0)} requests/s`);
    console.log(
      `at half of it: p50 ${half.p50.toFixed(2)} ms, p99 ${half.p99.toFixed(2)} ms, max ${
        half.max.toFixed(0)
      } ms, ${half.errors} errors in ${half.requests}`,
    );
    strictEqual(half.errors, 0);
    ok(half.p99 <= 4 * half.p50, "p99 within 4 × p50");
  });
}
