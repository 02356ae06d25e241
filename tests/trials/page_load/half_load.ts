import { ok, strictEqual } from "node:assert/strict";
import { rawOf } from "@/tests/loading/against_raw.ts";
import { withBalancePage } from "@/tests/loading/balance_page.ts";
import { BALANCE_PATH } from "@/tests/loading/filled_store.ts";
import { timesText } from "@/tests/loading/load.ts";
import { loadBeside } from "@/tests/loading/load_process.ts";

const REQUESTS = Number(Deno.args[1] ?? 200_000);
const CONNECTIONS = 16;
const WARMING_REQUESTS = 5000;
const RAW_REQUESTS = 20_000;

/**
 * QP3: at half of the server's saturation, the 99th percentile is near the median, and nothing
 * fails. Times count without the server's wait for a processor, which other programs of the machine
 * cause.
 *
 * A raw server then receives as many requests from the same load: its figures show the effect of
 * the load and the machine. `deno task trial page_load/half_load [requests]`.
 */
export default async function halfLoad(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    // Rendered anew each time: from its cache the page is answered faster than the load requests
    // it.
    const asked = { path: `${BALANCE_PATH}?n={n}`, headers: { cookie } };
    const plan = { ...asked, port: portOf(server.url), connections: CONNECTIONS };
    await loadBeside({ ...plan, requests: WARMING_REQUESTS });
    const full = await loadBeside({ ...plan, requests: 5000, firstNumber: WARMING_REQUESTS + 1 });
    const perSecond = full.perSecond / 2;
    const firstNumber = WARMING_REQUESTS + full.requests + 1;
    const half = await loadBeside({
      ...plan,
      requests: REQUESTS,
      firstNumber,
      perSecond,
      serverPid: server.pid,
    });
    const raw = await rawOf(server, asked);
    const rawPlan = { ...plan, port: portOf(raw.url), requests: RAW_REQUESTS };
    await loadBeside({ ...rawPlan, requests: WARMING_REQUESTS });
    const rawHalf = await loadBeside({ ...rawPlan, perSecond });
    await raw.stop();
    console.log(`saturated at ${full.perSecond.toFixed(0)} requests/s`);
    console.log(`at half of it: ${timesText(half)}, ${half.errors} errors in ${half.requests}`);
    console.log(`raw, asked as often: ${timesText(rawHalf)}`);
    strictEqual(half.errors, 0);
    console.log(`left: p99 is ${(half.own.p99 / half.own.p50).toFixed(1)} × p50`);
    ok(half.own.p99 <= 4 * half.own.p50, "p99 within 4 × p50");
  });
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
