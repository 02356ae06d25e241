/** Figures against laws, exact fractions, SciPy and every day of a calendar, each a part. @module */
import { addDays, daysBetween } from "@/lib/base/civil_dates.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { findDrift } from "@/lib/energy_signature/drift.ts";
import type { SignatureFit } from "@/lib/energy_signature/schema.ts";
import { bandKwh, fitSignature } from "@/lib/energy_signature/signature.ts";
import {
  CIVIL_DATE_LAWS,
  RANGE_AT_LAWS,
  SEGMENT_LAWS,
  SLOT_LAWS,
  STEP_LAWS,
  ZONED_DAY_LAWS,
} from "@/tests/base/period_laws.ts";
import { checkPeriodTotals } from "@/tests/base/period_totals.ts";
import {
  type Agreements,
  ANY_YEAR,
  compareYear,
} from "@/tests/energy_balance/balance_agreement.ts";
import {
  aSeason,
  CHANGED_AT,
  FIRST_DAY,
  randomBaseline,
  randomOptions,
  randomSeason,
} from "@/tests/energy_signature/made_seasons.ts";
import {
  assertLaw,
  CSV_LAWS,
  EMAIL_LIST_LAWS,
  type Law,
  NUMBER_CONTROL_LAWS,
  NUMBER_TEXT_LAWS,
  ROUND_LAWS,
} from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import { SHARING_LAWS } from "@/tests/self_consumption/sharing_laws.ts";
import { PAGINATE_LAWS, SORT_LAWS, TABLE_STATE_LAWS } from "@/tests/ui/table_laws.ts";

export default { formulas, calendar, fit, drift };

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
async function formulas(): Promise<void> {
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

const ZONES = [
  "Europe/Paris",
  "America/Martinique",
  "Indian/Reunion",
  "Pacific/Auckland",
  "America/New_York",
];

/** QF12: the totals of every day, month, week, season and year from 1970 to 2100, in five zones. */
async function calendar(): Promise<void> {
  let wrongCount = 0;
  for (const zone of ZONES) {
    const found = checkPeriodTotals(FIRST_YEAR, LAST_YEAR, zone);
    wrongCount += found.wrong.length;
    const days = Object.entries(found.hoursOfDays).map(([hours, count]) =>
      `${count} of ${hours} h`
    );
    console.log(
      `${zone}: ${found.totalCount} totals, ${found.wrong.length} wrong; days: ${
        days.join(", ")
      }; ` +
        `${found.leapDayCount} leap days; ${found.longWeekYearCount} years of 53 weeks`,
    );
    for (const what of found.wrong.slice(0, 10)) console.log(`  wrong: ${what}`);
    // Flushes the output before the next long run.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (wrongCount > 0) throw new Error(`${wrongCount} wrong period totals`);
}

const SEASONS = 200;
const SEEDS = Array.from({ length: SEASONS }, (_, at) => at + 1);
/** Largest difference from the independent fit, as a share. */
const AGREES = 1e-6;
/** Outdoor temperature at which the two confidence bands are compared, °C. */
const BAND_AT_C = 4;
/** Share of the changed seasons that must be found in time, and days in which they must. */
const [FOUND, IN_DAYS] = [0.95, 21];
const MOST_WATCH = 1;
/** Longest time of a fit, ms. */
const MOST_FIT_MS = 10;

/** Energy signatures (E §4): an independent fit, then the drifts of seasons that change and of those that do not. */
/** The same least squares by SciPy: for each balance temperature `linregress`, and Student's quantile of its own. */
const SCIPY_FIT = `
import json, sys
import numpy as np
from scipy import stats
answers = []
for days in json.load(sys.stdin):
    t, y = np.array(days).T
    n, best = len(t), None
    for tenth in range(100, 201):
        if (t < tenth / 10).sum() < 20:
            continue
        x = np.maximum(0, tenth / 10 - t)
        line = stats.linregress(x, y)
        if line.slope <= 0 or line.intercept < 0:
            continue
        sse = float(((y - line.intercept - line.slope * x) ** 2).sum())
        if best is None or sse < best[0] * (1 - 1e-12):
            best = (sse, tenth / 10, line, x)
    sse, balance, line, x = best
    s = np.sqrt(sse / (n - 3))
    sxx = ((x - x.mean()) ** 2).sum()
    at = max(0, balance - ${BAND_AT_C})
    band = stats.t.ppf(0.975, n - 3) * s * np.sqrt(1 + 1 / n + (at - x.mean()) ** 2 / sxx)
    answers.append([balance, line.intercept, line.slope, line.rvalue ** 2, s / y.mean(), s / np.sqrt(sxx), band])
json.dump(answers, sys.stdout)
`;

const SIGNATURE_FIGURES = [
  "balanceC",
  "baseKwh",
  "slopeKwhPerK",
  "r2",
  "cvRmse",
  "slopeError",
  "band",
];

/** Compares the parameters of 200 random seasons with those of SciPy, and times a fit. */
async function fit(): Promise<void> {
  const seasons = SEEDS.map((seed) => aSeason(seed, randomOptions(seed)));
  const start = performance.now();
  const fits = seasons.map((days) => fitSignature(days));
  const fitMs = (performance.now() - start) / SEASONS;
  const other = await scipyFits(
    seasons.map((days) => days.map(({ outdoorC, energyKwh }) => [outdoorC, energyKwh])),
  );
  const worst = SIGNATURE_FIGURES.map((_, at) =>
    Math.max(...fits.map((one, season) => {
      const [own, theirs] = [figuresOf(one)[at] ?? NaN, other[season]?.[at] ?? NaN];
      return Math.abs(own - theirs) / Math.max(Math.abs(theirs), 1e-9);
    }))
  );
  for (const [at, name] of SIGNATURE_FIGURES.entries()) {
    console.log(`${name.padEnd(12)} differs by ${(worst[at] ?? NaN).toExponential(1)} at most`);
  }
  const statuses = Object.entries(Object.groupBy(fits, ({ status }) => status));
  console.log(statuses.map(([status, some = []]) => `${some.length} ${status}`).join(", "));
  console.log(`${fitMs.toFixed(2)} ms a fit`);
  if (!worst.every((one) => one <= AGREES)) throw new Error("the two fits differ");
  if (fitMs > MOST_FIT_MS) throw new Error("a fit is too slow");
}

function figuresOf(one: SignatureFit): number[] {
  const { signature } = one;
  if (signature === null) return [];
  const { balanceC, baseKwh, slopeKwhPerK, r2, cvRmse, slopeError } = signature;
  const band = bandKwh(one, signature, BAND_AT_C);
  return [balanceC, baseKwh, slopeKwhPerK, r2, cvRmse, slopeError, band];
}

/** @throws NotRun without a Python that has SciPy, named by `PYTHON` */
async function scipyFits(
  seasons: readonly (readonly (readonly number[])[])[],
): Promise<readonly (readonly number[])[]> {
  const python = new Deno.Command(Deno.env.get("PYTHON") ?? "python3", {
    args: ["-c", SCIPY_FIT],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = python.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(seasons))).catch(() => {});
  await writer.close().catch(() => {});
  const { success, stdout, stderr } = await python.output();
  const said = new TextDecoder().decode(stderr);
  if (said.includes("ModuleNotFoundError")) {
    throw new NotRun("SciPy (PYTHON names a Python with it)");
  }
  if (!success) throw new Error(said);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Seeks drifts in seasons that change by 8 %, and in seasons that do not; then day after day. */
function drift(): Promise<void> {
  const changedOn = addDays(FIRST_DAY, CHANGED_AT);
  const late: number[] = [];
  let [dated, clean, watched, wrong, flickers] = [0, 0, 0, 0, 0];
  for (const seed of SEEDS) {
    const baseline = randomBaseline(seed);
    const still = findDrift(baseline, randomSeason(seed)).drift;
    if (still === null) clean++;
    else if (still.verdict === "watch") watched++;
    else wrong++;
    const days = randomSeason(seed, 0.08);
    const found = findDrift(baseline, days).drift;
    const after = found === null ? Infinity : daysBetween(changedOn, found.alarmOn);
    late.push(after < 0 ? Infinity : after);
    if (found !== null && Math.abs(daysBetween(changedOn, found.since)) <= 4) dated++;
    const told = new Set<string>();
    for (let count = 1; count <= days.length; count++) {
      const one = findDrift(baseline, days.slice(0, count)).drift;
      if (one !== null || told.size > 0) told.add(`${one?.since} ${one?.alarmOn}`);
    }
    if (told.size > 1) flickers++;
  }
  const inTime = late.filter((days) => days <= IN_DAYS).length;
  const median = late.toSorted((a, b) => a - b)[SEASONS / 2];
  console.log(
    `8 %: ${inTime} of ${SEASONS} within ${IN_DAYS} days (median ${median}), ${dated} dated`,
  );
  console.log(`unchanged: ${clean} without verdict, ${watched} to watch, ${wrong} with a verdict`);
  console.log(`day after day: ${flickers} verdicts that change their beginning or go`);
  const isGood = inTime >= FOUND * SEASONS && wrong === 0 && watched <= MOST_WATCH;
  if (!isGood || flickers > 0) throw new Error("the drifts are not found as they must");
  return Promise.resolve();
}
