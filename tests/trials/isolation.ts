import { triedPairs } from "@/tests/helpers/isolated_pairs.ts";

const PAIRS = 2_000;
const SEED = 20261122;

/**
 * 2,000 calls about one residence that name an entity of another one: none may show or change it.
 */
export default async function isolation(): Promise<void> {
  const { triedCount, breaches } = await triedPairs({ count: PAIRS, seed: SEED });
  console.log(`${triedCount} pairs tried, ${breaches.length} ways in`);
  if (breaches.length > 0) throw new Error(breaches.slice(0, 20).join("\n"));
}

if (import.meta.main) await isolation();
