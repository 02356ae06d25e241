import { Keyboard, KEYBOARD_TASKS } from "@/tests/access/keyboard_tasks.ts";
import { outOfReach, PHONE_WIDTH } from "@/tests/access/reach.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { STATES, walkScreens } from "@/tests/tools/screens.ts";

const WIDTHS = [1280, PHONE_WIDTH];

/**
 * QA3: ten tasks by keyboard alone; every screen in each of its states at 200 %, without motion,
 * its targets 24 px wide.
 */
export default async function keyboardTrial(): Promise<void> {
  const faults: string[] = [];
  await withApp(({ inWindow }) =>
    inWindow(async ({ page, go }) => {
      for (const task of KEYBOARD_TASKS) {
        await go(task.path);
        const done = await task.act(new Keyboard(page)).then(() => "done", String);
        console.log(`${task.name}: ${done}`);
        if (done !== "done") faults.push(`by keyboard, ${task.name}: ${done}`);
      }
    })
  );
  let shownCount = 0;
  for (const width of WIDTHS) {
    await walkScreens(async ({ name, state, window: { page } }) => {
      shownCount += 1;
      const lost = await outOfReach(page);
      faults.push(...lost.map((fault) => `${name}, ${state}, ${width} px: ${fault}`));
    }, { states: STATES, width });
  }
  console.log(`${shownCount} screens, ${faults.length} faults`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
