import { ok } from "node:assert/strict";
import { againstRaw } from "../loading/against_raw.ts";
import { BALANCE_PATH, withBalancePage } from "../loading/balance_page.ts";

const LEAST = 0.12;

/** QP1: the energy balance, signed in, session and store included, against a raw server of the same bytes. */
export default async function qp1(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const comparison = { path: BALANCE_PATH, headers: { cookie }, requests: 3000, connections: 8 };
    const plain = await againstRaw(server, comparison);
    tell("plain", plain);
    tell(
      "brotli",
      await againstRaw(server, { ...comparison, headers: { cookie, "accept-encoding": "br" } }),
    );
    ok(plain.byThroughput >= LEAST, `by throughput, at least ${LEAST}`);
    ok(plain.byProcessor >= LEAST, `by processor time, at least ${LEAST}`);
  });
}

function tell(
  what: string,
  { bytes, byThroughput, byProcessor, microsecondsPerRequest }: Awaited<
    ReturnType<typeof againstRaw>
  >,
): void {
  console.log(
    `${what}: ${bytes} bytes, ${byThroughput.toFixed(3)} × raw by throughput, ${
      byProcessor.toFixed(3)
    } by processor time ` +
      `(${microsecondsPerRequest.toFixed(0)} µs per request)`,
  );
}
