/**
 * A process that writes numbered values one commit after another, and prints each acknowledged one:
 * `a_writer.ts PATH`. It ends with its standard input.
 * @module
 */

import { deepStrictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";

if (import.meta.main) {
  const store = await openStore(Deno.args[0] ?? "");
  let isAsked = true;
  const ended = new Response(Deno.stdin.readable).text().then(() => isAsked = false);
  for (let n = 0; isAsked; n++) {
    await store.atomic()
      .set(keys.version("left", String(n)), n)
      .set(keys.version("right", String(n)), n)
      .commit();
    console.log(n);
  }
  await ended;
  store.close();
}

/** The numbers written in a store, in order; throws unless each commit is whole. */
export async function numbersWritten(store: Store): Promise<number[]> {
  const [left = [], right] = await Promise.all(["left", "right"].map(async (side) => {
    const entries = await Array.fromAsync(store.list({ prefix: keys.version.under(side) }));
    return entries.map(({ value }) => Number(value)).sort((a, b) => a - b);
  }));
  deepStrictEqual(left, right);
  return left;
}
