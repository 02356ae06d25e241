import { readConfig } from "@/fresh.config.ts";
import type { ServerProcess } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { type OwnServer, withServer } from "@/tools/serving/with_server.ts";
import { fillStore, READER } from "./filled_store.ts";

/**
 * Runs `act` with a server that has stored readings of two years, and the cookie of a user who may
 * read the balance.
 * @param own `prepare` writes more into the store before the server starts
 */
export async function withBalancePage(
  act: (server: ServerProcess, cookie: string) => Promise<void>,
  { prepare, ...output }: OwnServer = {},
): Promise<void> {
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "on", ...UNLIMITED });
  await withServer(config, async (server) => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(READER);
    await act(server, visitor.cookie);
  }, {
    ...output,
    prepare: async (kvPath) => {
      await fillStore(kvPath);
      await prepare?.(kvPath);
    },
  });
}
