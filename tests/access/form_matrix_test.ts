import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { formatNumber } from "@/lib/base/text_format.ts";
import { keys } from "@/lib/store/keys.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { MARK_LENGTH, START } from "@/lib/ui/form_token_field.ts";
import { links } from "@/lib/ui/links.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { decoded, SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "./an_owned_site.ts";
import {
  addOthers,
  distinctForms,
  everyForm,
  type FormField,
  formRequest,
  formsOf,
  isOfItsPage,
  OTHER,
  OTHER_ORG,
  type RenderedForm,
  sendForm,
  sessionOf,
  TYPED,
} from "./every_form.ts";
import { withGiven } from "./injection.ts";

/**
 * Every form of every page, with each event between reading it and sending it: an ended session, a refusal, a
 * conflict, a double click, two organisations, two accounts. The forms come from the pages, so that a new one is
 * included; `tests/flows/forms_browser_test.ts` sends them in Chromium.
 */

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

/** The same text in every field, whatever its kind. */
const inAll = (text: string) => ({ form }: RenderedForm) =>
  Object.fromEntries(
    form.fields.filter(({ name, type }) =>
      type !== "hidden" && type !== "button" && !isPasswordField(name)
    ).map(({ name }) => [name, text]),
  );

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
Deno.test("refused: every form is shown again with what was typed, and the first wrong field alone takes the focus", () =>
  withForms(async ({ site, forms, cookie }) => {
    const wrong: string[] = [];
    let refused = 0;
    let several = 0;
    let current = cookie;
    for (const type of [typedIn, inAll(TEXT), inAll("")]) {
      for (const rendered of forms) {
        const typed = type(rendered);
        if (type === typedIn && Object.keys(typed).length === 0) continue;
        const answer = await site.handler(await formRequest(rendered, current, typed));
        current = withGiven(current, answer);
        if (answer.status < 400) continue;
        const html = await answer.text();
        if (type === typedIn) {
          refused += 1;
          if (!decoded(html).includes(TEXT)) wrong.push(`${named(rendered)} is empty`);
        }
        if (html.split('aria-invalid="true"').length > 2) several += 1;
        const { focused, wrong: first } = focusIn(html);
        const [only = Infinity] = focused;
        const isShown = html.includes('class="field-error"');
        // A group of boxes has an error and no wrong control: its button takes the focus.
        if (focused.length > 1 || only > first || (isShown && focused.length === 0)) {
          wrong.push(`${named(rendered)}: ${focused.join()}, not ${first}`);
        }
      }
    }
    deepStrictEqual(wrong, []);
    ok(refused > 10, `${refused} forms were refused`);
    ok(several > 10, `${several} pages with several wrong fields`);
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

/** Typed values for empty fields. */
function filled({ form }: RenderedForm): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const { name, type, value } of form.fields) {
    if (value !== "" || type === "hidden") continue;
    if (type === "email" || /mail/i.test(name)) typed[name] = "zoe@bailleur.example";
    else if (type === "date") typed[name] = "2025-07-01";
    else if (type === "textarea" || type === "text") {
      typed[name] = /zip/i.test(name) ? "54000" : "12";
    } else if (type === "number") typed[name] = "12";
  }
  return typed;
}

/** Content of the store, except what signing in writes. */
async function written(site: OwnedSite): Promise<Record<string, string>> {
  const { value } = await site.store.get(keys.accountByEmail(OWNER));
  const own = JSON.stringify(keys.tokenOf.under(String(value))).slice(0, -1);
  return Object.fromEntries(
    Object.entries(await site.stamps()).filter(([key]) => !key.startsWith(own)),
  );
}

/** The form as its page shows it now: another one may have changed it. */
async function asItStandsNow(
  site: OwnedSite,
  rendered: RenderedForm,
  rank: number,
  cookie: string,
): Promise<RenderedForm | null> {
  const request = new Request(SITE + rendered.page, { headers: { cookie, accept: "text/html" } });
  const forms = formsOf(await (await site.handler(request)).text())
    .filter(({ method }) => method === "POST");
  const form = forms[rank];
  return form ? { ...rendered, form } : null;
}

Deno.test("every form sent twice from one rendering of its page writes once, and gets the same answer", () =>
  withOwnedSite(async (site) => {
    const session = () => sessionOf(site, OWNER, site.place["orgId"] ?? "");
    let cookie = await session();
    const ranks = new Map<string, number>();
    const wrong: string[] = [];
    let taken = 0;
    for (const rendered of await everyForm(site, cookie)) {
      const rank = ranks.get(rendered.page) ?? 0;
      ranks.set(rendered.page, rank + 1);
      if (!isOfItsPage(rendered)) continue;
      const now = await asItStandsNow(site, rendered, rank, cookie);
      if (now === null) continue;
      const typed = filled(now);
      const first = await sendForm(site, now, cookie, typed);
      const before = await written(site);
      const second = await sendForm(site, now, cookie, typed);
      const named = `${rendered.page} → ${rendered.action}`;
      try {
        deepStrictEqual(await written(site), before);
        // A report is shown once: the form sent again leads to its page.
        const expected = first.status === 200
          ? [303, now.action]
          : [first.status, first.headers.get("location")];
        deepStrictEqual([second.status, second.headers.get("location")], expected);
      } catch (fault) {
        wrong.push(
          `${named} ${JSON.stringify(typed)} ${first.status} ${second.status}: ${
            String(fault).slice(0, 300)
          }`,
        );
      }
      if (first.status < 400) taken += 1;
      if (first.headers.getSetCookie().length > 0) cookie = await session();
    }
    deepStrictEqual(wrong, []);
    ok(taken > 30, `${taken} forms were taken`);
  }));

Deno.test("the form that signs in opens a session each time, since the previous one may have ended", () =>
  withOwnedSite(async (site) => {
    const page = await (await site.handler(new Request(`${SITE}/login`))).text();
    const [form] = formsOf(page);
    ok(form);
    const rendered = { page: "/login", action: "/login", form };
    const typed = { email: OWNER, password: PASSWORD };
    const sessions = new Set<string>();
    for (let time = 0; time < 2; time++) {
      const answer = await site.handler(await formRequest(rendered, "", typed));
      sessions.add(answer.headers.getSetCookie()[0] ?? "");
    }
    strictEqual(sessions.size, 2);
  }));

/** Tokens that a page lists: each has a form that revokes it. */
const tokensOn = (html: string) => html.split('value="revoke"').length;

Deno.test("form sent by many at once is processed once: the others are led to its page", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = await everyForm(site, cookie);
    const creation = forms.find(({ action, form }) =>
      action.endsWith("/sensors") && form.fields.some(({ value }) => value === "token")
    );
    ok(creation);
    const asked = new Request(SITE + creation.page, { headers: { cookie } });
    const before = tokensOn(await (await site.handler(asked.clone())).text());
    const request = await formRequest(creation, cookie, { name: "Passerelle" });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => site.handler(request.clone())),
    );
    // One shows the secret of the token; the others lead to the page that lists it.
    const paths = answers.map(({ headers }) => headers.get("location") ?? "").sort();
    deepStrictEqual(paths, ["", creation.action, creation.action, creation.action]);
    const page = await site.handler(asked);
    strictEqual(tokensOn(await page.text()), before + 1);
  }));

/** Pages that write nothing of an organisation: the user's own files, an organisation to create. */
const NOT_OF_ONE = [links.queuedReports(), links.newOrganisation()];

/** The name of a form and its status, for an error message. */
const namedWith = ({ page, action }: RenderedForm, status: number) =>
  `${page} → ${action}: ${status}`;

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
      if (answer.status !== 409) wrong.push(namedWith(form, answer.status));
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
      if (answer.status !== 409) wrong.push(namedWith(form, answer.status));
      match(await answer.text(), /celle d’un autre compte/);
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "the store");
  }));

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
