import type { Page } from "@/tests/npm/chromium.ts";
import type { Shown } from "@/tests/tools/screens.ts";

/** What prevents reading a screen, or sending its forms, without JavaScript; one a line. */
export async function unreadable({ name, state, window: { page } }: Shown): Promise<string[]> {
  const faults = (await deadControls(page)).map((control) => `does nothing: ${control}`);
  if (!/\S/.test((await page.textContent("h1")) ?? "")) faults.push("no heading");
  const disabled = page.locator("main form[method=post] button[type=submit][disabled]");
  if (await disabled.count() > 0) faults.push("a form without a way to send it");
  if ((await page.textContent("body"))?.includes("JavaScript")) faults.push("asks for JavaScript");
  return faults.map((fault) => `${name}, ${state}: ${fault}`);
}

/**
 * Visible controls without effect: buttons that send no form, except those that only show a help
 * text.
 */
function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, [role=button], a:not([href])")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.closest(".tooltip"))
      .filter((control) => !(control instanceof HTMLButtonElement && control.type === "submit"))
      .map((control) => control.outerHTML.slice(0, 80))
  );
}
