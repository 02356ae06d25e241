import { unreadable } from "@/tests/access/without_javascript.ts";
import { STATES, walkScreens } from "@/tests/tools/screens.ts";

const WIDTHS = [1280, 390];

/**
 * QA4: JavaScript off: every screen in each of its states, wide and narrow, is complete and has no
 * control without effect.
 */
export default async function withoutJavascript(): Promise<void> {
  const faults: string[] = [];
  let shownCount = 0;
  for (const width of WIDTHS) {
    await walkScreens(async (shown) => {
      shownCount += 1;
      faults.push(...await unreadable(shown));
    }, { states: STATES, width, javaScriptEnabled: false });
  }
  console.log(`${shownCount} screens without JavaScript, ${faults.length} faults`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
