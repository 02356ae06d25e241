import { balanceAgainstRaw } from "@/tests/tools/balance_against_raw.ts";
import { BALANCE_PATH } from "@/tests/loading/filled_store.ts";

/** QP1: the energy balance, made anew for each request, session and store included, against raw of the same bytes. */
export default async function qp1(): Promise<void> {
  await balanceAgainstRaw({ path: `${BALANCE_PATH}?n={n}`, requests: 1000, least: 0.12 });
}
