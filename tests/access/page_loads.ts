import { pageMeasures } from "@/tests/tools/page_measures.ts";
import type { Shown } from "@/tests/tools/screens.ts";

/** What holds on any machine; times are measured by `deno task trial qp6`. */
const MOST = { shift: 0.05, bytes: 130_000 };
/** With one script a page. */
const MOST_REQUESTS = 20;
/** @spec QP6 */
const LEAST_ECOINDEX = 75;

/** What makes a screen heavy, a line each. */
export interface Heaviness {
  /** It moves by itself or weighs much. */
  readonly heavy: readonly string[];
  /** It asks for much, which its Ecoindex counts. */
  readonly asking: readonly string[];
}

/** What makes a screen heavy that was just loaded. */
export async function heaviness({ name, window: { page } }: Shown): Promise<Heaviness> {
  const { shift, bytes, requests, ecoindex } = await pageMeasures(page);
  const heavy: string[] = [];
  if (shift > MOST.shift) heavy.push(`${name}: moved by ${shift}`);
  if (bytes > MOST.bytes) heavy.push(`${name}: ${bytes} bytes`);
  const asking: string[] = [];
  if (requests > MOST_REQUESTS) asking.push(`${name}: ${requests} requests`);
  if (ecoindex < LEAST_ECOINDEX) asking.push(`${name}: Ecoindex ${ecoindex}`);
  return { heavy, asking };
}
