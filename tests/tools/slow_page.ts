import { LINKS, slowLink } from "@/tests/loading/slow_link.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { type PageMeasures, pageMeasures } from "./page_measures.ts";

/** A page opened over a link. */
export interface SlowPage {
  /** Port of the program. */
  readonly port: number;
  readonly link: keyof typeof LINKS;
  /** How much slower the reader's processor is. */
  readonly slowdown?: number;
  readonly path: string;
  /** The session of its reader; "" without sign-in. */
  readonly cookie?: string;
  /** The previous page, read first on the same connections; null to open the page by its URL. */
  readonly after?: string | null;
}

/** Opens a page in a new window, over a separate link. */
export async function slowPage(
  tab: Page,
  { port, link: kind, slowdown = 1, path, cookie = "", after = null }: SlowPage,
): Promise<PageMeasures> {
  const link = slowLink(port, LINKS[kind]);
  try {
    const context = tab.context();
    const devtools = await context.newCDPSession(tab);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    if (after !== null) await tab.goto(link.url + after, { waitUntil: "networkidle" });
    const [name = "", value = ""] = cookie.split("=", 2);
    if (cookie !== "") await context.addCookies([{ name, value, url: link.url }]);
    if (after === null) await tab.goto(link.url + path);
    else await follow(tab, link.url + path);
    return await pageMeasures(tab);
  } finally {
    link.close();
  }
}

/** Goes to a page like a link of the current one does. */
async function follow(tab: Page, address: string): Promise<void> {
  await Promise.all([
    tab.waitForEvent("load"),
    tab.evaluate((to) => void location.assign(to), address),
  ]);
}
