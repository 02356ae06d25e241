import { deepStrictEqual } from "node:assert/strict";
import { axeViolations, type Page } from "@/tests/tools/browser.ts";
import { type ScreenState, walkScreens } from "@/tests/tools/screens.ts";
import { outOfReach } from "./reach.ts";

/** A small part of what `deno task trial qa1` and `qa3` look at: every screen full, and in one more state, at both widths. */
const LOOKED_AT: readonly [number, readonly ScreenState[]][] = [
  [1280, ["full", "error"]],
  [390, ["full", "open"]],
];

for (const [width, states] of LOOKED_AT) {
  Deno.test({
    name:
      `QA1, QA3: no screen breaks WCAG 2.2 AA or keeps anything out of reach, ${width} pixels wide, ${
        states.join(" and ")
      }`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const wrong: string[] = [];
      const refusals = new Set<string>();
      await walkScreens(async ({ name, state, status, window: { page } }) => {
        if (status === 404 && isKnown(refusals, await contentOf(page))) return;
        const faults = [...await axeViolations(page), ...await outOfReach(page)];
        wrong.push(...faults.map((fault) => `${name}, ${state}: ${fault}`));
      }, { states, width });
      deepStrictEqual(wrong, []);
    },
  });
}

/** Addresses of nothing answer with one page: it is looked at once. */
function isKnown(seen: Set<string>, content: string): boolean {
  if (seen.has(content)) return true;
  seen.add(content);
  return false;
}

/** What a page holds beside its menu, but for the reference of the request. */
async function contentOf(page: Page): Promise<string> {
  const html = await page.locator("main").innerHTML();
  return html.replace(/<span class="mono">[^<]*<\/span>/, "");
}
