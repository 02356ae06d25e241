/**
 * Every form of every page, with each event between reading it and sending it. The forms come from
 * the pages, so that a new one is included. Other cells: `sent_twice_test.ts` (double click),
 * `other_page_test.ts` (two organisations, two accounts), `tests/flows/forms_browser_test.ts` (all
 * of them, in Chromium).
 */

import { deepStrictEqual, ok } from "node:assert/strict";
import { formatNumber } from "@/lib/base/text_format.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { decoded, SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "./an_owned_site.ts";
import { distinctForms, formRequest, type RenderedForm, sessionOf } from "./every_form.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { type FormField, TYPED } from "./forms.ts";
import { withGiven } from "./injection.ts";

/** Pages of a user who is not signed in. */
const OF_NOBODY = /^\/(?:login|first-run|forgotten-password|reset-password|confirm-email)/;

/** A typed text that no field interprets as another value. */
const TEXT = "Saisie à garder 42";

interface Cell {
  readonly site: OwnedSite;
  /** One form of each kind: of the same page, with the same target and the same fields. */
  readonly forms: readonly RenderedForm[];
  /** The `cookie` header of its reader. */
  readonly cookie: string;
}

function withForms(test: (cell: Cell) => Promise<void>): Promise<void> {
  return withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    await test({ site, forms: await distinctForms(site, cookie), cookie });
  });
}

const isText = ({ name, type }: FormField) =>
  (type === "text" || type === "textarea") && TYPED.includes(type) && !isPasswordField(name);

const typedIn = ({ form }: RenderedForm) =>
  Object.fromEntries(form.fields.filter(isText).map(({ name }) => [name, TEXT]));

const named = ({ page, action, form }: RenderedForm) =>
  `${page} → ${action} (${form.fields.slice(1).map(({ name }) => name)})`;

Deno.test("session ended: every form leads to the sign-in page, which leads back, and nothing is written", () =>
  withForms(async ({ site, forms }) => {
    const wrong: string[] = [];
    const before = await site.stamps();
    for (const rendered of forms.filter(({ page }) => !OF_NOBODY.test(page))) {
      const answer = await site.handler(await formRequest(rendered, "", typedIn(rendered)));
      const login = new URL(answer.headers.get("location") ?? "", SITE);
      const { searchParams } = login;
      const isBack = searchParams.get("back") === rendered.action;
      if (searchParams.get("refused") !== "session" || !isBack) wrong.push(named(rendered));
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before);
  }));

/** Ranks of the tags that take the focus when a page opens, and of the first wrong control. */
function focusIn(html: string) {
  const tags = [...html.matchAll(/<[a-z]+\b[^>]*>/g)].map(([tag], rank) => ({ tag, rank }));
  const ranksOf = (attribute: RegExp) =>
    tags.filter(({ tag }) => attribute.test(tag)).map(({ rank }) => rank);
  const [wrong = Infinity] = ranksOf(/aria-invalid="true"/);
  return { focused: ranksOf(/\sautofocus(?=[\s=>])/), wrong };
}

// @spec forms.errors
Deno.test("refused: of several wrong fields of every form, the first alone takes the focus", () =>
  withForms(async ({ site, forms, cookie }) => {
    const wrong: string[] = [];
    let several = 0;
    let current = cookie;
    for (const rendered of forms) {
      for (const text of [TEXT, ""]) {
        const typed = Object.fromEntries(
          rendered.form.fields.filter(({ name, type }) =>
            type !== "hidden" && type !== "button" && !isPasswordField(name)
          ).map(({ name }) => [name, text]),
        );
        const answer = await site.handler(await formRequest(rendered, current, typed));
        current = withGiven(current, answer);
        if (answer.status < 400) continue;
        const html = await answer.text();
        if (html.split('aria-invalid="true"').length > 2) several += 1;
        const { focused, wrong: first } = focusIn(html);
        const [only = Infinity] = focused;
        const isShown = html.includes('class="field-error"');
        // A group of boxes has an error and no wrong control: its button takes the focus.
        if (focused.length > 1 || only > first || (isShown && focused.length === 0)) {
          wrong.push(`${named(rendered)} « ${text} »: ${focused.join()}, not ${first}`);
        }
      }
    }
    deepStrictEqual(wrong, []);
    ok(several > 10, `${several} pages with several wrong fields`);
  }));

Deno.test("refused: every form is answered by its page, which shows the typed values", () =>
  withForms(async ({ site, forms, cookie }) => {
    const wrong: string[] = [];
    let refused = 0;
    let current = cookie;
    for (const rendered of forms) {
      const typed = typedIn(rendered);
      if (Object.keys(typed).length === 0) continue;
      const answer = await site.handler(await formRequest(rendered, current, typed));
      current = withGiven(current, answer);
      if (answer.status === 303) continue;
      refused += 1;
      const isShown = decoded(await answer.text()).includes(TEXT);
      if (!isShown) wrong.push(`${named(rendered)}: ${answer.status}`);
    }
    deepStrictEqual(wrong, []);
    ok(refused > 10, `${refused} forms were refused`);
  }));

/** Fields whose text may be any other one. */
const WORDS = ["name", "renamed", "label", "message", "text", "reason", "operator"];

/** The fields of a form, each with another value: any text of a name, one more or less of a number. */
function changesOf({ fields }: RenderedForm["form"]) {
  return fields.flatMap(({ name, type, value }) => {
    if (!value) return [];
    if (WORDS.includes(name)) return [{ name, value, other: TEXT }];
    if (type !== "text" || !/^\d{1,5}(,\d+)?$/.test(value)) return [];
    const number = Number(value.replace(",", "."));
    return [number + 1, number - 1].map((other) => ({ name, value, other: formatNumber(other) }));
  });
}

/** Whether a form edits something stored; a row to add quotes the version of its list. */
function isEdit({ form: { fields } }: RenderedForm): boolean {
  const has = (name: string) => fields.some((field) => field.name === name && field.value);
  return has("version") && (!has("grid") || has("key"));
}

// @spec forms.conflicts
Deno.test("conflict: every form of an older version is shown again with what was typed, and the stored values beside it", () =>
  withForms(async ({ site, forms, cookie }) => {
    const ends: string[] = [];
    let current = cookie;
    for (const rendered of forms.filter(isEdit)) {
      let end = "conflict";
      for (const { name, value, other } of changesOf(rendered.form)) {
        const typed = { [name]: other, version: "00000000000000010000" };
        const answer = await site.handler(await formRequest(rendered, current, typed));
        current = withGiven(current, answer);
        const html = decoded(await answer.text());
        const isShown = html.includes(other) && html.includes(value);
        end = answer.status === 409 && isShown ? "conflict" : `${named(rendered)}: ${name}`;
        // One more or less may be out of bounds.
        if (answer.status !== 400) break;
      }
      if (changesOf(rendered.form).length > 0) ends.push(end);
    }
    deepStrictEqual(ends.filter((end) => end !== "conflict"), []);
    ok(ends.length > 25, `${ends.length} forms`);
  }));

// @spec forms.same-values
Deno.test("unchanged: every form of something stored is accepted as it is shown, and shows the same again", () =>
  withForms(async ({ site, forms, cookie }) => {
    const wrong: string[] = [];
    const seen: string[] = [];
    const valuesOf = ({ form }: RenderedForm) =>
      form.fields.filter(({ name }) => name !== "version" && !name.startsWith(START))
        .map(({ name, value }) => `${name}=${value}`).join("&");
    // The form of a status offers the next one.
    const edits = forms.filter((rendered) =>
      isEdit(rendered) && !rendered.form.isMultipart &&
      !rendered.form.fields.some(({ name }) => name === "status")
    );
    let current = cookie;
    for (const rendered of edits) {
      const answer = await site.handler(await formRequest(rendered, current));
      current = withGiven(current, answer);
      await answer.body?.cancel();
      seen.push(valuesOf(rendered));
      if (answer.status !== 303) wrong.push(`${named(rendered)}: ${answer.status}`);
    }
    const after = new Set((await distinctForms(site, current)).map(valuesOf));
    deepStrictEqual(wrong, []);
    deepStrictEqual(seen.filter((values) => !after.has(values)), []);
    ok(edits.length > 20, `${edits.length} forms`);
  }));
