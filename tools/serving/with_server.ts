/** A temporary server, for tests of weight and trials. @module */

import type { AppConfig } from "@/lib/web/config.ts";
import { buildIfStale } from "./build_state.ts";
import { type ServerOutput, type ServerProcess, startServer } from "./server_process.ts";

export interface OwnServer extends ServerOutput {
  /** Fills the store's file before the server opens it. */
  readonly prepare?: (kvPath: string) => Promise<void>;
}

/** Runs `act` with a temporary server: on a free port, with a store in a temporary folder. */
export async function withServer<T>(
  config: AppConfig,
  act: (server: ServerProcess) => Promise<T>,
  { prepare, ...output }: OwnServer = {},
): Promise<T> {
  await buildIfStale();
  const folder = await Deno.makeTempDir({ prefix: "store-" });
  const kvPath = `${folder}/kv.db`;
  await prepare?.(kvPath);
  const server = await startServer({ ...config, host: "127.0.0.1", port: 0, kvPath }, output);
  try {
    return await act(server);
  } finally {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Settings without rate limits: loads come from one address, and often from one account. */
export const UNLIMITED = {
  RATE_API: "1000000",
  RATE_ADDRESS: "1000000",
  RATE_COLLECTOR: "1000000",
} as const;

/** True when the import map names the stand-in instead of Fresh itself. */
export const IS_STAND_IN = import.meta.resolve("fresh").includes("/lib/fresh/");
