import { links } from "../../lib/links/links.ts";
import { againstRaw } from "../loading/against_raw.ts";
import { BALANCE_PATH, withBalancePage } from "../loading/balance_page.ts";

/** The energy balance through the whole program, against a raw `Deno.serve` of the same bytes. */
export default async function rawPage(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    for (const path of [BALANCE_PATH, links.residences(), "/health"]) {
      const ours = await againstRaw(server, {
        path,
        headers: { cookie },
        requests: 2000,
        connections: 8,
      });
      console.log(
        `${path}: ${ours.byThroughput.toFixed(3)} × raw by throughput, ${
          ours.byProcessor.toFixed(3)
        } by processor time`,
      );
    }
  });
}
