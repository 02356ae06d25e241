import { ok } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";

const STARTS = 15;
const COLD_MS = 150;

/** QP10: from start to the first byte. `soak` measures the memory left by half an hour of load. */
export default async function coldStart(): Promise<void> {
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
  const cold = times.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0;
  console.log(`cold start to first byte: median ${cold.toFixed(0)} ms of ${STARTS}`);
  ok(cold <= COLD_MS, `cold start within ${COLD_MS} ms`);
}
