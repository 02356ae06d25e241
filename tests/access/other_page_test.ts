import { deepStrictEqual, match, ok } from "node:assert/strict";
import { OWNER, withOwnedSite } from "./an_owned_site.ts";
import {
  addOthers,
  everyForm,
  isOfItsPage,
  OTHER,
  OTHER_ORG,
  type RenderedForm,
  sendForm,
  sessionOf,
} from "./every_form.ts";
import { TYPED } from "./forms.ts";
import { keys } from "@/lib/store/keys.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { MARK_LENGTH } from "@/lib/ui/form_token_field.ts";
import { links } from "@/lib/ui/links.ts";
import { decoded, SITE } from "@/tests/helpers/a_site.ts";

/** Pages that write nothing of an organisation: the user's own files, an organisation to create. */
const NOT_OF_ONE = [links.queuedReports(), links.newOrganisation()];

/** The name of a form and its status, for an error message. */
const named = ({ page, action }: RenderedForm, status: number) => `${page} → ${action}: ${status}`;

Deno.test("every form of every page contains the mark of its page first", () =>
  withOwnedSite(async (site) => {
    await addOthers(site);
    const forms = await everyForm(site, await sessionOf(site, OWNER, site.place["orgId"] ?? ""));
    ok(forms.length > 150, `${forms.length} forms`);
    const mark = new RegExp(`^page:(?!-{${MARK_LENGTH}}$)[\\w-]{${MARK_LENGTH}}$`);
    const wrong = forms.filter(({ form }) => !mark.test(form.fields[0]?.name ?? ""));
    deepStrictEqual(wrong.map(({ page, action }) => `${page} → ${action}`), []);
  }));

Deno.test("page that writes into the current organisation names it beside its title", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    await addOthers(site);
    const { value } = await site.store.get(keys.org(site.place["orgId"] ?? ""));
    const pages = new Set(
      (await everyForm(site, cookie)).filter(isOfItsPage)
        .filter(({ action, page }) => action.startsWith("/home/") && !NOT_OF_ONE.includes(page))
        .map(({ page }) => page),
    );
    ok(pages.size > 10, `${pages.size} pages`);
    const silent: string[] = [];
    for (const page of pages) {
      const request = new Request(SITE + page, { headers: { cookie, accept: "text/html" } });
      const html = await (await site.handler(request)).text();
      const title = /<header class="page-title">[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
      if (!decoded(title).includes(String(Reflect.get(Object(value), "name")))) silent.push(page);
    }
    deepStrictEqual(silent, []);
  }));

Deno.test("form of the previous organisation writes nothing into the current one", () =>
  withOwnedSite(async (site) => {
    await addOthers(site);
    const forms = await everyForm(site, await sessionOf(site, OWNER, site.place["orgId"] ?? ""));
    const elsewhere = await sessionOf(site, OWNER, OTHER_ORG.id);
    const before = await site.stamps();
    const ofOrganisation = forms.filter(isOfItsPage)
      .filter(({ action }) => action.startsWith("/home/"));
    ok(ofOrganisation.length > 15, `${ofOrganisation.length} forms`);
    const wrong: string[] = [];
    for (const form of ofOrganisation) {
      const answer = await sendForm(site, form, elsewhere);
      if (answer.status !== 409) wrong.push(named(form, answer.status));
      match(await answer.text(), /Cette page est celle de l’organisation/);
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "the store");
  }));

Deno.test("form of another account's page writes nothing, even if its sender has the right", () =>
  withOwnedSite(async (site) => {
    await addOthers(site);
    const orgId = site.place["orgId"] ?? "";
    const forms = (await everyForm(site, await sessionOf(site, OWNER, orgId))).filter(isOfItsPage);
    ok(forms.length > 30, `${forms.length} forms`);
    const cookie = await sessionOf(site, OTHER, orgId);
    const before = await site.stamps();
    const wrong: string[] = [];
    for (const form of forms) {
      const answer = await sendForm(site, form, cookie);
      if (answer.status !== 409) wrong.push(named(form, answer.status));
      match(await answer.text(), /celle d’un autre compte/);
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "the store");
  }));

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
