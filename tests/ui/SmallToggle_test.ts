import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";

// @spec forms.switches
demoTest(
  "SmallToggle changes at once, saves in a separate task, and does neither while disabled",
  async ({ page, go }) => {
    await go(links.organisationOptions());
    const toggle = page.locator("#documentManagement");
    await page.locator("#documentManagement[role=switch]").waitFor({ state: "attached" });
    const wasOn = await toggle.isChecked();
    await toggle.evaluate((control: HTMLInputElement) => {
      control.disabled = true;
      control.click();
      control.disabled = false;
    });
    strictEqual(await toggle.isChecked(), wasOn);
    const order = await toggle.evaluate(async (control: HTMLInputElement) => {
      const said: string[] = [];
      const saved = new Promise<void>((resolve) =>
        control.form?.addEventListener("submit", (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          said.push("saved");
          resolve();
        }, { once: true, capture: true })
      );
      control.click();
      said.push(`is ${control.checked}`);
      await saved;
      return said;
    });
    deepStrictEqual(order, [`is ${!wasOn}`, "saved"]);
  },
);
