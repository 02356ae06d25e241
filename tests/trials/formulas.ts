import {
  CIVIL_DATE_LAWS,
  RANGE_AT_LAWS,
  SEGMENT_LAWS,
  SLOT_LAWS,
  STEP_LAWS,
  ZONED_DAY_LAWS,
} from "@/tests/base/period_laws.ts";
import {
  type Agreements,
  ANY_YEAR,
  compareYear,
} from "@/tests/energy_balance/balance_agreement.ts";
import { assertLaw, type Law } from "@/tests/helpers/laws.ts";
import {
  CSV_LAWS,
  EMAIL_LIST_LAWS,
  NUMBER_CONTROL_LAWS,
  NUMBER_TEXT_LAWS,
  ROUND_LAWS,
} from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { SHARING_LAWS } from "@/tests/self_consumption/sharing_laws.ts";
import { PAGINATE_LAWS, SORT_LAWS, TABLE_STATE_LAWS } from "@/tests/ui/table_laws.ts";

const CASES = 100_000;

const LAWS: readonly Law[] = [
  ...ROUND_LAWS,
  ...NUMBER_TEXT_LAWS,
  ...NUMBER_CONTROL_LAWS,
  ...EMAIL_LIST_LAWS,
  ...CSV_LAWS,
  ...TABLE_STATE_LAWS,
  ...SORT_LAWS,
  ...PAGINATE_LAWS,
  ...CIVIL_DATE_LAWS,
  ...STEP_LAWS,
  ...SEGMENT_LAWS,
  ...SLOT_LAWS,
  ...RANGE_AT_LAWS,
  ...ZONED_DAY_LAWS,
  ...SHARING_LAWS,
];

/** QS9: laws of the foundations, then formulas of the balance compared with an exact oracle. */
export default async function formulas(): Promise<void> {
  await qs9Foundations();
  await qs9Formulas();
}

/**
 * QS9, foundations: every law of numbers, forms, tables, periods and shared production over 100,000
 * cases.
 */
async function qs9Foundations(): Promise<void> {
  const broken: unknown[] = [];
  for (const law of LAWS) {
    const start = performance.now();
    const error = brokenBy(law);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${error === null ? "holds " : "BROKEN"} ${seconds.padStart(6)} s  ${law.sentence}`,
    );
    if (error !== null) broken.push(error);
    // Flushes the output before the next long run.
    await new Promise((resolve) => setTimeout(resolve));
  }
  console.log(
    `${LAWS.length - broken.length} of ${LAWS.length} laws hold over ${CASES} cases each`,
  );
  if (broken.length > 0) throw new AggregateError(broken, `${broken.length} laws are broken`);
}

function brokenBy(law: Law): unknown {
  try {
    assertLaw(law, CASES);
    return null;
  } catch (error) {
    return error;
  }
}

/** Compared figures of each formula. */
const FIGURES = 100_000;

/** Years generated at once, each batch from a seed of its own. */
const BATCH = 1_000;

const FIRST_SEED = 20260101;

/** Batches after which a formula without enough figures counts as never generated. */
const MAX_BATCHES = 200;

/**
 * QS9, formulas: random months compared with an oracle of exact fractions, until each formula was
 * compared 100,000 times; ≤ 1e-9 relative, or it throws.
 */
async function qs9Formulas(): Promise<void> {
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
