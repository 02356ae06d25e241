import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { options } from "preact";
import { BalanceTable } from "@/components/energy_balance/BalanceTable.tsx";
import { asLandlord } from "@/tests/helpers/a_site.ts";

const BALANCE = "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025";

/** Number of balance tables rendered during some work. */
async function tablesOf(work: () => Promise<unknown>): Promise<number> {
  const { vnode: before } = options;
  let count = 0;
  options.vnode = (vnode) => {
    if (vnode.type === BalanceTable) count++;
    before?.(vnode);
  };
  try {
    await work();
  } finally {
    if (before) options.vnode = before;
    else delete options.vnode;
  }
  return count;
}

Deno.test("the board of an unchanged balance is rendered once (here only: islands are cached)", () =>
  asLandlord(async (visitor) => {
    const counts: number[] = [];
    for (let visit = 0; visit < 3; visit++) {
      counts.push(
        await tablesOf(async () => {
          const { status, text } = await visitor.get(BALANCE);
          strictEqual(status, 200);
          ok(text.includes("Bilan par mois"));
        }),
      );
    }
    deepStrictEqual(counts, [1, 0, 0]);
  }));
