import { deepStrictEqual, ok } from "node:assert/strict";
import { pageMeasures } from "@/tests/tools/page_measures.ts";
import { walkScreens } from "@/tests/tools/screens.ts";

/** What holds on any machine; times are measured by `deno task trial qp6`. */
const MOST = { shift: 0.05, requests: 20, bytes: 130_000 };
/** @spec QP6 */
const LEAST_ECOINDEX = 75;

Deno.test({
  name: "QP6: no page moves by itself, asks for much or weighs much; its Ecoindex is 75 at least",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const wrong: string[] = [];
    let pageCount = 0;
    await walkScreens(async ({ name, window: { page } }) => {
      const measured = await pageMeasures(page);
      pageCount += 1;
      for (const part of ["shift", "requests", "bytes"] as const) {
        if (measured[part] > MOST[part]) wrong.push(`${name}: ${part} is ${measured[part]}`);
      }
      if (measured.ecoindex < LEAST_ECOINDEX) wrong.push(`${name}: Ecoindex ${measured.ecoindex}`);
    }, { states: ["full"] });
    deepStrictEqual(wrong, []);
    ok(pageCount > 30, `${pageCount} pages`);
  },
});
