import { type Agreements, compareYear } from "@/tests/domain/energy_balance/agreement.ts";
import { ANY_YEAR } from "@/tests/domain/energy_balance/random_years.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Figures to compare of each formula. */
const FIGURES = 100_000;

/** Years drawn at once, each batch from a seed of its own. */
const BATCH = 1_000;

const FIRST_SEED = 20260101;

/** Batches after which a formula that is still short of figures is never drawn. */
const MAX_BATCHES = 200;

/**
 * QS9, formulas: random months against an oracle that counts in exact fractions, until each formula
 * was compared 100,000 times; ≤ 1e-9 relative, or it throws.
 */
export default async function qs9Formulas(): Promise<void> {
  const start = performance.now();
  const agreements: Agreements = new Map();
  let monthCount = 0;
  let batchCount = 0;
  while (leastCompared(agreements) < FIGURES && batchCount < MAX_BATCHES) {
    const property = fc.property(ANY_YEAR, (input) => {
      monthCount += compareYear(input, agreements);
    });
    fc.assert(property, { numRuns: BATCH, seed: FIRST_SEED + batchCount });
    batchCount++;
    // Flushes the output before the next batch.
    await new Promise((resolve) => setTimeout(resolve));
  }
  for (const [formula, { figureCount, worstError }] of agreements) {
    const count = String(figureCount).padStart(8);
    console.log(`${count} figures, worst error ${worstError.toExponential(1)}  ${formula}`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${monthCount} months of ${batchCount * BATCH} years agree, in ${seconds} s`);
  if (leastCompared(agreements) < FIGURES) throw new Error(`A formula was drawn too seldom`);
}

function leastCompared(agreements: Agreements): number {
  if (agreements.size === 0) return 0;
  return Math.min(...[...agreements.values()].map((met) => met.figureCount));
}

if (import.meta.main) await qs9Formulas();
