import { deepStrictEqual } from "node:assert/strict";
import { signIn, withDocumentsSite } from "@/tests/flows/documents_site.ts";
import { REQUEST, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { answerQuestions, browserTest } from "@/tests/tools/browser.ts";

// @spec forms.unsaved
browserTest(
  "ProjectPicker: a form in which every residence is chosen asks nothing before it is left unchanged",
  () =>
    withDocumentsSite(async (site) => {
      await writeRegisters(site.store);
      await site.inWindow(async (window) => {
        const { page, go, errors } = window;
        await signIn(window);
        const asked = answerQuestions(page);
        await go(`/home/contracting/requests/${REQUEST}`);
        await page.locator("#projects-all:checked").waitFor({ state: "attached" });
        await page.click("main summary >> text=Supprimer la demande");
        await page.click("main details[open] button[type=submit]");
        await page.waitForURL("**/home/contracting/requests*");
        deepStrictEqual(asked, []);
        deepStrictEqual(errors, []);
      });
    }),
);
