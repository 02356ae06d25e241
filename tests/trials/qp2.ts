import { BALANCE_PATH } from "@/tests/loading/filled_store.ts";
import { balanceAgainstRaw } from "@/tests/tools/balance_against_raw.ts";

/** QP2: the same page from its cache, compared with raw answers of the same bytes. */
export default async function qp2(): Promise<void> {
  await balanceAgainstRaw({ path: BALANCE_PATH, requests: 5000, least: 0.6 });
}
