import { deepStrictEqual, ok } from "node:assert/strict";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { SITE } from "@/tests/helpers/a_site.ts";
import { OWNER, withOwnedSite } from "./an_owned_site.ts";
import { everyForm, isOfItsPage, type RenderedForm, sessionOf } from "./every_form.ts";
import { TYPED } from "./forms.ts";

/** Pages of a user who is not signed in, whose forms have secrets. */
const OF_NOBODY = /^\/(?:login|first-run|forgotten-password|reset-password|confirm-email)/;

/** Whether words are typed in a form, and neither a secret nor a file, which Back does not restore. */
function isTyped({ page, form }: RenderedForm): boolean {
  const words = form.fields.filter(({ type }) => TYPED.includes(type));
  return words.length > 0 && !form.isMultipart && !OF_NOBODY.test(page) &&
    !words.some(({ name }) => isPasswordField(name));
}

// @spec forms.unsaved
Deno.test("no form with typed words is sent to the very address of its page: a lost connection would replace the page, and Back lose them", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = (await everyForm(site, cookie)).filter(isOfItsPage).filter(isTyped);
    ok(forms.length > 60, `${forms.length} forms`);
    const replacing = forms.filter(({ page, form }) =>
      new URL(form.action ?? page, SITE + page).href === SITE + page
    );
    deepStrictEqual(replacing.map(({ page, form }) => `${page} (${form.className})`), []);
  }));
