import { BALANCE_PATH } from "@/tests/loading/filled_store.ts";
import { balanceAgainstRaw } from "@/tests/tools/balance_against_raw.ts";

/**
 * QP1: the energy balance, rendered anew for each request, including session and store, compared
 * with raw of the same bytes.
 */
export default async function qp1(): Promise<void> {
  await balanceAgainstRaw({ path: `${BALANCE_PATH}?n={n}`, requests: 1000, least: 0.12 });
}
