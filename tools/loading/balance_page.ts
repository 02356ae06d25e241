import { readConfig } from "../../fresh.config.ts";
import { DEMO_ACCOUNTS } from "../../lib/backend/demo/accounts.ts";
import { links } from "../../lib/links/links.ts";
import type { ServerProcess } from "../serving/server_process.ts";
import { Visitor } from "../serving/visitor.ts";
import { withServer } from "../serving/with_server.ts";

/** The page every figure is taken on: a whole year of a boiler room. */
export const BALANCE_PATH = links.energyBalance("p01", "p01-c1", "monthly/2025");

/** Runs `act` beside a server on a store of its own, with the cookie of somebody who may read the balance. */
export async function withBalancePage(
  act: (server: ServerProcess, cookie: string) => Promise<void>,
): Promise<void> {
  await withServer({ ...readConfig({ DEMO: "on" }), accessLog: true }, async (server) => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(DEMO_ACCOUNTS.landlord);
    await act(server, visitor.cookie);
  });
}
