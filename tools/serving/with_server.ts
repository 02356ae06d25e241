import type { AppConfig } from "../../fresh.config.ts";
import { buildIfStale } from "./build_state.ts";
import { type ServerOutput, type ServerProcess, startServer } from "./server_process.ts";

/** Runs `act` beside a server of its own: on a free port, on a store in a folder that goes away with it. */
export async function withServer<T>(
  config: AppConfig,
  act: (server: ServerProcess) => Promise<T>,
  output: ServerOutput = {},
): Promise<T> {
  await buildIfStale();
  const folder = await Deno.makeTempDir({ prefix: "store-" });
  const own = {
    ...config,
    host: "127.0.0.1",
    port: 0,
    kvPath: `${folder}/kv.db`,
    accessLog: false,
  };
  const server = await startServer(own, output);
  try {
    return await act(server);
  } finally {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
}
