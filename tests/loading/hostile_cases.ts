/** A server for hostile bodies, with the keys of its endpoints. @module */

import { readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { ADMINISTRATOR, seedAdministrator } from "@/tools/serving/seeded_stores.ts";
import { UNLIMITED, withServer } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import type { Keys } from "./hostile_round.ts";
import { aResidence, landlordAt } from "./own_site.ts";

/** A running server for hostile bodies. */
interface HostileSite {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<number>;
  readonly keys: Keys;
  /** Internal errors that the server reported on standard error. */
  readonly faults: readonly string[];
}

/**
 * Runs `act` with a server that has the demo, a residence of its own, and the keys of its
 * endpoints.
 */
export function withHostileSite<T>(act: (site: HostileSite) => Promise<T>): Promise<T> {
  const config = readConfig({ DEMO: "on", ACCESS_LOG: "off", ...UNLIMITED });
  const faults: string[] = [];
  const say = (line: string) => {
    if (line.startsWith("{")) faults.push(line);
  };
  return withServer(config, async ({ url, pid, ended }) => {
    using memory = await Deno.openKv(":memory:");
    const landlord = await landlordAt(url, memory, ADMINISTRATOR);
    const { projectId } = await aResidence(landlord, ADMINISTRATOR);
    const { token } = await landlord.ask("createIngestToken", { projectId, body: { name: "C" } });
    const visitor = new Visitor(url);
    await visitor.signIn(DEMO_ACCOUNTS.landlord);
    const session = { cookie: visitor.cookie };
    const keys = { collector: { authorization: `Bearer ${token}` }, call: session, page: session };
    return await act({ url, pid, ended, keys, faults });
  }, { prepare: seedAdministrator, say });
}
