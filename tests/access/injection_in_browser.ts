import { withPage } from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { type OwnedSite, pageAddresses } from "./an_owned_site.ts";
import { PLANTED, RAN } from "./hostile_strings.ts";

/** Findings of a browser on the pages of a site. */
export interface Looked {
  readonly pageCount: number;
  readonly faults: readonly string[];
}

/**
 * Opens every page of the site as its owner; returns the scripts that ran, the elements created,
 * and what the policy stopped.
 */
export async function lookAtAll(site: OwnedSite): Promise<Looked> {
  const faults: string[] = [];
  let pageCount = 0;
  await withServer(site.handler, (server) =>
    withPage(async (page, errors) => {
      const [name = "", value = ""] = (await site.session()).split("=");
      await page.context().addCookies([{ name, value, url: server.url }]);
      // A browser normalises some values, and the page then asks before it is left.
      page.on("dialog", (dialog) => void dialog.accept());
      await page.exposeFunction(RAN, () => void faults.push(`${page.url()}: a string ran`));
      for (const path of await pageAddresses(site)) {
        const heard = errors.length;
        await page.goto(server.url + path);
        pageCount += 1;
        const planted = await page.evaluate(plantedIn, PLANTED);
        faults.push(...planted.map((what) => `${path}: planted ${what}`));
        faults.push(...errors.slice(heard).filter(isOfPolicy).map((error) => `${path}: ${error}`));
      }
    }));
  return { pageCount, faults };
}

function plantedIn(name: string): string[] {
  return [...document.querySelectorAll(`${name}, [${name}]`)].map((one) =>
    one.outerHTML.slice(0, 100)
  );
}

/**
 * Whether the browser refused to load or run something, or could not parse a script; files of other
 * hosts fail anyway.
 */
function isOfPolicy(error: string): boolean {
  return /Content Security Policy|SyntaxError|ReferenceError|TypeError/.test(error);
}
