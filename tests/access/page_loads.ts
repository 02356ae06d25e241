import { pageMeasures } from "@/tests/tools/page_measures.ts";
import type { Shown } from "@/tests/tools/screens.ts";

/** What holds on any machine; times are measured by `deno task trial qp6`. */
const MOST = { shift: 0.05, requests: 20, bytes: 130_000 };
/** @spec QP6 */
const LEAST_ECOINDEX = 75;

/** What makes a screen heavy that was just loaded: it moves by itself, asks for much or weighs much; a line each. */
export async function heaviness({ name, window: { page } }: Shown): Promise<string[]> {
  const measured = await pageMeasures(page);
  const faults = (["shift", "requests", "bytes"] as const)
    .filter((part) => measured[part] > MOST[part])
    .map((part) => `${name}: ${part} is ${measured[part]}`);
  if (measured.ecoindex < LEAST_ECOINDEX) faults.push(`${name}: Ecoindex ${measured.ecoindex}`);
  return faults;
}
