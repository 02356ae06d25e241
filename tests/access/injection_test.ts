import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { SITE } from "@/tests/helpers/a_site.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import { withOwnedSite } from "./an_owned_site.ts";
import { HOSTILE_STRINGS, PLANTED } from "./hostile_strings.ts";
import { cellFaults, inTurn, markupFaults, nothingSent, readAll, sendForms } from "./injection.ts";
import { lookAtAll } from "./injection_in_browser.ts";

/** Sixty of them, of every kind; `deno task trial injection` sends 5,000. */
const SOME = HOSTILE_STRINGS.slice(0, 60);

Deno.test("QS8: every string typed into any form is escaped: markup, scripts, headers, cells", () =>
  withOwnedSite(async (site) => {
    const sent = nothingSent();
    const next = inTurn(SOME);
    for (let round = 0; round < 3; round++) await sendForms(site, next, sent);
    await readAll(site, sent);
    deepStrictEqual(sent.faults, []);
    ok(sent.formCount > 60, `${sent.formCount} forms`);
    ok(sent.savedCount > 20, `${sent.savedCount} saved`);
    ok(sent.stringCount > 3 * SOME.length, `${sent.stringCount} fields`);
    ok(sent.fileCount > 60, `${sent.fileCount} files`);
  }));

browserTest(
  "QS8: no page with typed strings runs any of them in a browser, nor depends on its policy to stop them",
  () =>
    withOwnedSite(async (site) => {
      const sent = nothingSent();
      await sendForms(site, inTurn(SOME), sent);
      ok(sent.savedCount > 5, `${sent.savedCount} saved`);
      const { pageCount, faults } = await lookAtAll(site);
      deepStrictEqual(faults, []);
      ok(pageCount > 30, `${pageCount} pages`);
    }),
);

Deno.test("QS8: strings in an address are escaped in every page and header", () =>
  withOwnedSite(async (site) => {
    const cookie = await site.session();
    for (const text of HOSTILE_STRINGS.slice(0, 200)) {
      const code = encodeURIComponent(text.toWellFormed());
      for (const path of [`/login?back=${code}`, `/${code}`, `/collect/${code}`, `/api/${code}`]) {
        for (const headers of [{ cookie, accept: "text/html" }, { accept: "text/html" }]) {
          const answer = await site.handler(new Request(SITE + path, { headers }));
          const location = answer.headers.get("location") ?? "/";
          strictEqual(new URL(location, SITE).origin, SITE, path);
          strictEqual(answer.headers.getSetCookie().join().includes(PLANTED), false, path);
          deepStrictEqual(markupFaults(await answer.text()), [], path);
          ok(answer.status < 500, `${path}: ${answer.status}`);
        }
      }
    }
  }));

const LET_OUT = [
  `<p><${PLANTED}></p>`,
  `<p ${PLANTED}="">`,
  `<input value="" ${PLANTED}>`,
  `<b onclick="x">`,
  `<a href="javascript:x">`,
  `<script>"</script><script ${PLANTED}>ran()</script>`,
  "<script>const a = '<!-- x'</script>",
];

Deno.test("markupFaults() finds unescaped strings, and accepts escaped ones", () => {
  for (const html of LET_OUT) ok(markupFaults(html).length > 0, html);
  const kept =
    `<p title="&lt;${PLANTED}>&quot; ${PLANTED}=">&lt;${PLANTED}></p><script>"\\u003c${PLANTED}"</script>`;
  deepStrictEqual(markupFaults(kept), []);
});

Deno.test("cellFaults() finds formulas in either dialect, quoted or not, and accepts numbers", () => {
  deepStrictEqual(cellFaults("a;b\n=1;-2,5", ";").length, 1);
  deepStrictEqual(cellFaults('a,b\n"=1,2",-2.5', ",").length, 1);
  deepStrictEqual(cellFaults("a;b\n'=1;+2", ";").length, 0);
  deepStrictEqual(cellFaults("@a,b", ",").length, 1);
});
