import { axeViolations } from "@/tests/tools/browser.ts";
import { STATES, walkScreens } from "@/tests/tools/screens.ts";

/** The windows of the gate, by the names that select one of them. */
const WINDOWS = {
  "1280-light": { width: 1280, colorScheme: "light" },
  "390-light": { width: 390, colorScheme: "light" },
  "1280-dark": { width: 1280, colorScheme: "dark" },
  "390-dark": { width: 390, colorScheme: "dark" },
} as const;

/**
 * QA1: every screen in each of its states, wide and narrow, light and dark: WCAG 2.2 AA by axe, and
 * no page wider than its window. `deno task trial accessibility/axe 390-dark` runs in one window.
 */
export default async function axe(asked: readonly string[] = []): Promise<void> {
  const chosen = Object.entries(WINDOWS).filter(([name]) =>
    asked.length === 0 || asked.includes(name)
  );
  if (chosen.length === 0) throw new Error(`Windows: ${Object.keys(WINDOWS).join(", ")}`);
  const faults: string[] = [];
  const found = (fault: string) => {
    // Printed at once, so that a walk that ends early has reported its faults.
    console.log(fault);
    faults.push(fault);
  };
  for (const [window, options] of chosen) {
    const shown: Record<string, number> = {};
    await walkScreens(async ({ name, state, window: { page } }) => {
      shown[state] = (shown[state] ?? 0) + 1;
      const where = `${name}, ${state}, ${window}`;
      (await axeViolations(page)).forEach((violation) => found(`${where}: ${violation}`));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) found(`${where}: ${excess} pixels too wide`);
    }, { states: STATES, ...options, unshown: (where) => found(`${where}, ${window}`) });
    const counts = Object.entries(shown).map(([state, count]) => `${count} ${state}`);
    console.log(`${window}: ${counts.join(", ")}`);
  }
  console.log(`${faults.length} violations`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
