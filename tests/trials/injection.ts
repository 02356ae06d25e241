import { withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { HOSTILE_STRINGS } from "@/tests/access/hostile_strings.ts";
import { inTurn, nothingSent, readAll, sendForms } from "@/tests/access/injection.ts";
import { lookAtAll } from "@/tests/access/injection_in_browser.ts";

const STRINGS = 5_000;

/** Number of rounds also checked in a browser, which opens every page. */
const LOOKED_AT = 10;

/** Rounds on one site before a new one replaces it: lists grow with each form. */
const ROUNDS_PER_SITE = 8;

/**
 * QS8: 5,000 hostile strings through the text fields of every form, read again on every page and in
 * every file.
 */
export default async function injectionTrial(): Promise<void> {
  const sent = nothingSent();
  const next = inTurn(HOSTILE_STRINGS.slice(0, STRINGS));
  let pageCount = 0;
  for (let round = 0; sent.stringCount < STRINGS;) {
    await withOwnedSite(async (site) => {
      for (let here = 0; here < ROUNDS_PER_SITE && sent.stringCount < STRINGS; here++, round++) {
        await sendForms(site, next, sent);
        await readAll(site, sent);
        if (round % Math.ceil(STRINGS / 150 / LOOKED_AT) !== 0) continue;
        const looked = await lookAtAll(site);
        pageCount += looked.pageCount;
        sent.faults.push(...looked.faults);
      }
      sent.faults.push(...site.faults.map((fault) => `a fault of ours: ${fault}`));
    });
  }
  console.log(
    `${sent.stringCount} strings in ${sent.formCount} forms, ${sent.savedCount} of them saved; ` +
      `${pageCount} pages opened in a browser; ${sent.faults.length} got out or ran`,
  );
  if (sent.faults.length > 0) throw new Error(sent.faults.slice(0, 20).join("\n"));
}
