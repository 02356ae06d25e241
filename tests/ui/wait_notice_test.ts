import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";

const RESET_S = 3;

demoTest(
  "showWaits() counts down visually, tells a screen reader twice, and the page continues",
  async ({ page, go }) => {
    let askedCount = 0;
    await page.clock.install();
    await page.route("**/api/collect/address/search?*", async (route) => {
      if (++askedCount > 1) return await route.fulfill({ json: null });
      const headers = { "ratelimit-reset": String(RESET_S) };
      await route.fulfill({ status: 429, headers, json: { code: "too-many-requests" } });
    });
    await go("/collect/p01/residence");
    const live = page.locator(".wait-notice [role=status]");
    await live.waitFor({ state: "attached" });
    await page.evaluate(rememberWhatIsSaid);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await page.fill("#street", "2 rue de la Paix");
    await page.getByRole("button", { name: /^OK/ }).click();
    const shown = page.locator(".wait-notice .notice");
    await shown.waitFor();
    // The reset, and a second more.
    match(await shown.innerText(), /reprend d’elle-même dans 4\u00a0secondes\.$/);
    strictEqual(await shown.getAttribute("aria-hidden"), "true");
    // It is beside the button that waits, above the map.
    const [button, notice] = await Promise.all([
      page.getByRole("button", { name: /^OK/ }).boundingBox(),
      shown.boundingBox(),
    ]);
    const gap = (notice?.y ?? Infinity) - (button?.y ?? 0) - (button?.height ?? 0);
    ok(gap >= 0 && gap < 120, `${gap} px`);
    await page.clock.runFor(RESET_S * 1_000 + 900);
    match(await shown.innerText(), /reprend d’elle-même dans 1\u00a0seconde\.$/);
    strictEqual(askedCount, 1);
    const again = page.waitForResponse("**/api/collect/address/search?*");
    await page.clock.runFor(200);
    await again;
    await page.getByText("La page a repris.").waitFor({ state: "attached" });
    strictEqual(await shown.isVisible(), false);
    strictEqual(askedCount, 2);
    deepStrictEqual(await page.evaluate(() => Reflect.get(globalThis, "said")), [
      "Trop de demandes en peu de temps\u00a0: la page reprend d’elle-même dans 4\u00a0secondes.",
      "La page a repris.",
    ]);
  },
);

/** Runs in the page: every text of the live region. */
function rememberWhatIsSaid(): void {
  const said: string[] = [];
  Reflect.set(globalThis, "said", said);
  const region = document.querySelector(".wait-notice [role=status]");
  if (region === null) return;
  new MutationObserver(() => {
    const text = region.textContent ?? "";
    if (text !== "" && text !== said.at(-1)) said.push(text);
  }).observe(region, { childList: true, characterData: true, subtree: true });
}
