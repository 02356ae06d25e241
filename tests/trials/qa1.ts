import { axeViolations } from "@/tests/tools/browser.ts";
import { STATES, walkScreens } from "@/tests/tools/screens.ts";

const WINDOWS = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

/** QA1: every screen in every state it has, wide and narrow, light and dark: WCAG 2.2 AA by axe, and no page wider than its window. */
export default async function qa1(): Promise<void> {
  const faults: string[] = [];
  for (const { width, colorScheme } of WINDOWS) {
    const shown: Record<string, number> = {};
    await walkScreens(async ({ name, state, window: { page } }) => {
      shown[state] = (shown[state] ?? 0) + 1;
      const where = `${name}, ${state}, ${width} px, ${colorScheme}`;
      faults.push(...(await axeViolations(page)).map((violation) => `${where}: ${violation}`));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) faults.push(`${where}: ${excess} pixels too wide`);
    }, { states: STATES, width, colorScheme });
    const counts = Object.entries(shown).map(([state, count]) => `${count} ${state}`);
    console.log(`${width} px, ${colorScheme}: ${counts.join(", ")}`);
  }
  console.log(`${faults.length} violations`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
