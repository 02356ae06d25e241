import { ok } from "node:assert/strict";
import { readConfig } from "../../fresh.config.ts";
import { withBalancePage } from "../loading/balance_page.ts";
import { BALANCE_PATH } from "../loading/filled_store.ts";
import { loadBeside } from "../loading/load_process.ts";
import { residentMiB } from "../loading/process_figures.ts";
import { buildIfStale } from "../serving/build_state.ts";
import { startServer } from "../serving/server_process.ts";
import { UNLIMITED } from "../loading/unlimited.ts";

const STARTS = 15;
const COLD_MS = 150;
const SOAK_MINUTES = Number(Deno.args[1] ?? 30);
const REST_MIB = 180;
const MIB_PER_10_MINUTES = 1;

/** QP10: from nothing to the first byte; then half an hour of load and the memory it leaves. `deno task trial qp10 [minutes]`. */
export default async function qp10(): Promise<void> {
  const cold = await coldStarts();
  console.log(`cold start to first byte: median ${cold.toFixed(0)} ms of ${STARTS}`);
  await soak();
  ok(cold <= COLD_MS, `cold start within ${COLD_MS} ms`);
}

async function coldStarts(): Promise<number> {
  await buildIfStale();
  const folder = await Deno.makeTempDir();
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const config = readConfig({
      ...UNLIMITED,
      PORT: "0",
      DENO_KV_PATH: `${folder}/kv.db`,
      ACCESS_LOG: "off",
    });
    const server = await startServer(config);
    const answer = await fetch(`${server.url}/login`);
    times.push(performance.now() - startedAt);
    await answer.body?.cancel();
    await server.stop();
  }
  await Deno.remove(folder, { recursive: true });
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0;
}

async function soak(): Promise<void> {
  await withBalancePage(async ({ url, pids: [pid] }, cookie) => {
    const plan = {
      port: Number(new URL(url).port),
      path: BALANCE_PATH,
      headers: { cookie },
      connections: 8,
    };
    const { perSecond } = await loadBeside({ ...plan, requests: 5000 });
    const samples: number[] = [];
    for (let minute = 0; minute < SOAK_MINUTES; minute++) {
      await loadBeside({
        ...plan,
        requests: Math.round(perSecond / 2 * 60),
        perSecond: perSecond / 2,
      });
      samples.push(residentMiB(pid));
    }
    const last = samples.at(-1) ?? 0;
    const slope = slopeOf(samples.slice(Math.floor(samples.length / 3))) * 10;
    console.log(
      `memory after ${SOAK_MINUTES} min at half load: ${last.toFixed(0)} MiB, ${
        slope.toFixed(1)
      } MiB per 10 min`,
    );
    ok(last <= REST_MIB && slope <= MIB_PER_10_MINUTES, "memory");
  });
}

/** Least-squares slope of values one step apart. */
function slopeOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let [over, under] = [0, 0];
  for (const [at, value] of values.entries()) {
    over += (at - middle) * (value - mean);
    under += (at - middle) ** 2;
  }
  return under === 0 ? 0 : over / under;
}
