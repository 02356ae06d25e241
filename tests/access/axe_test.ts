import { deepStrictEqual, ok } from "node:assert/strict";
import { outOfReach } from "@/tests/access/reach.ts";
import { axeViolations, browserTest } from "@/tests/tools/browser.ts";
import { pageMeasures } from "@/tests/tools/page_measures.ts";
import { type ScreenState, type Shown, walkScreens } from "@/tests/tools/screens.ts";

/**
 * A part of what `deno task trial accessibility` checks: every form refused on a computer, where full
 * screens are measured, and every screen with everything open on a telephone.
 */
const LOOKED_AT: ReadonlyMap<number, readonly ScreenState[]> = new Map([
  [1280, ["full", "refused"]],
  [390, ["open"]],
]);

/** Loads are measured in a window of a computer. */
const MEASURED_WIDTH = 1280;

/** Results of the walk at each width, shared by the tests of its screens. */
const WALKS = new Map<number, Promise<Found>>();

interface Found {
  readonly violations: readonly string[];
  readonly heavy: readonly string[];
  readonly crowded: readonly string[];
  readonly measuredCount: number;
}

for (const [width, states] of LOOKED_AT) {
  browserTest(
    `QA1, QA3: no screen breaks WCAG 2.2 AA or has unreachable content, ${width} pixels wide, ${
      states.at(-1)
    }`,
    async () => {
      const { violations } = await walkAt(width);
      deepStrictEqual(violations, []);
    },
  );
}

const LOADS = [
  ["heavy", "QP6: no page moves by itself or weighs much"],
  [
    "crowded",
    "QP6: no page asks for much, its Ecoindex is 75 at least (here only: one script an island)",
  ],
] as const;

for (const [part, name] of LOADS) {
  browserTest(name, async () => {
    const { measuredCount, ...found } = await walkAt(MEASURED_WIDTH);
    deepStrictEqual(found[part], []);
    ok(measuredCount > 30, `${measuredCount} pages`);
  });
}

function walkAt(width: number): Promise<Found> {
  const walk = WALKS.get(width) ?? walkedAt(width);
  WALKS.set(width, walk);
  return walk;
}

async function walkedAt(width: number): Promise<Found> {
  const violations: string[] = [];
  const heavy: string[] = [];
  const crowded: string[] = [];
  let measuredCount = 0;
  await walkScreens(async (shown) => {
    const { name, state, window: { page } } = shown;
    if (width === MEASURED_WIDTH && state === "full") {
      const load = await heaviness(shown);
      heavy.push(...load.heavy);
      crowded.push(...load.crowded);
      measuredCount += 1;
      return;
    }
    const faults = [...await axeViolations(page), ...await outOfReach(page)];
    violations.push(...faults.map((fault) => `${name}, ${state}: ${fault}`));
  }, { states: LOOKED_AT.get(width) ?? [], width });
  return { violations, heavy, crowded, measuredCount };
}

/** Limits on any machine; times are measured by `deno task trial slow_link`. */
const MOST = { shift: 0.05, bytes: 130_000 };
/** With one script for each island. */
const MOST_REQUESTS = 20;
/** @spec QP6 */
const LEAST_ECOINDEX = 75;

/** What makes a screen heavy, one a line. */
interface Heaviness {
  /** It shifts or weighs too much. */
  readonly heavy: readonly string[];
  /** Its number of requests lowers its Ecoindex. */
  readonly crowded: readonly string[];
}

/** What makes a screen just loaded heavy. */
async function heaviness({ name, window: { page } }: Shown): Promise<Heaviness> {
  const { shift, bytes, requests, ecoindex } = await pageMeasures(page);
  const heavy: string[] = [];
  if (shift > MOST.shift) heavy.push(`${name}: moved by ${shift}`);
  if (bytes > MOST.bytes) heavy.push(`${name}: ${bytes} bytes`);
  const crowded: string[] = [];
  if (requests > MOST_REQUESTS) crowded.push(`${name}: ${requests} requests`);
  if (ecoindex < LEAST_ECOINDEX) crowded.push(`${name}: Ecoindex ${ecoindex}`);
  return { heavy, crowded };
}
