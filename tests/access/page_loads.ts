import { pageMeasures } from "@/tests/tools/page_measures.ts";
import type { Shown } from "@/tests/tools/screens.ts";

/** Limits on any machine; times are measured by `deno task trial slow_link`. */
const MOST = { shift: 0.05, bytes: 130_000 };
/** With one script for each island. */
const MOST_REQUESTS = 20;
/** @spec QP6 */
const LEAST_ECOINDEX = 75;

/** What makes a screen heavy, one a line. */
export interface Heaviness {
  /** It shifts or weighs too much. */
  readonly heavy: readonly string[];
  /** Its number of requests lowers its Ecoindex. */
  readonly crowded: readonly string[];
}

/** What makes a screen just loaded heavy. */
export async function heaviness({ name, window: { page } }: Shown): Promise<Heaviness> {
  const { shift, bytes, requests, ecoindex } = await pageMeasures(page);
  const heavy: string[] = [];
  if (shift > MOST.shift) heavy.push(`${name}: moved by ${shift}`);
  if (bytes > MOST.bytes) heavy.push(`${name}: ${bytes} bytes`);
  const crowded: string[] = [];
  if (requests > MOST_REQUESTS) crowded.push(`${name}: ${requests} requests`);
  if (ecoindex < LEAST_ECOINDEX) crowded.push(`${name}: Ecoindex ${ecoindex}`);
  return { heavy, crowded };
}
