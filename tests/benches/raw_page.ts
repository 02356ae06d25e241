import { links } from "@/lib/ui/links.ts";
import { againstRaw } from "@/tests/loading/against_raw.ts";
import { withBalancePage } from "@/tests/loading/balance_page.ts";
import { comparisonText } from "@/tests/loading/comparison_text.ts";
import { BALANCE_PATH } from "@/tests/loading/filled_store.ts";

/** Pages through the whole program, compared with a raw `Deno.serve` of the same bytes. */
export default async function rawPage(): Promise<void> {
  await withBalancePage(async (server, cookie) => {
    const paths = [`${BALANCE_PATH}?n={n}`, BALANCE_PATH, links.residences(), "/health"];
    for (const path of paths) {
      const ours = await againstRaw(server, {
        path,
        headers: { cookie },
        requests: 2000,
        connections: 8,
      });
      console.log(`${path}: ${comparisonText(ours)}`);
    }
  });
}
