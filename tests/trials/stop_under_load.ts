import { strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { drain } from "@/tests/loading/started.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";

const ROUNDS = 20;
const IN_FLIGHT = 100;

/** QF4: SIGTERM under load: every request in flight is answered, and the exit code is 0. */
export default async function stopUnderLoad(): Promise<void> {
  await buildIfStale();
  const own = { PORT: "0", DENO_KV_PATH: ":memory:", ACCESS_LOG: "off" };
  const config = readConfig({ ...UNLIMITED, ...own });
  let [answered, dropped, badExits] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const drained = await drain(await startServer(config), IN_FLIGHT);
    answered += drained.answered;
    dropped += drained.dropped;
    badExits += drained.exitCode === 0 ? 0 : 1;
  }
  console.log(
    `${ROUNDS} × ${IN_FLIGHT} in flight, ${answered} answered, ${dropped} dropped, ${badExits} bad exits`,
  );
  strictEqual(dropped + badExits, 0);
}
