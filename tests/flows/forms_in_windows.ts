/**
 * Forms as a user meets them in a browser: several windows, the Back button, a session that ends.
 * They come from the pages, like those of `tests/access/form_matrix_test.ts`.
 * @module
 */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { START } from "@/lib/ui/form_token_field.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "@/tests/access/an_owned_site.ts";
import {
  addOthers,
  distinctForms,
  OTHER,
  type RenderedForm,
  sendForm,
  sessionOf,
} from "@/tests/access/every_form.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { beforeScripts, browserTest, goOffline, withPage } from "@/tests/tools/browser.ts";
import { serve } from "@/tests/tools/loopback.ts";

type Locator = ReturnType<Page["locator"]>;

/** A window on the owner's site. */
export interface FormWindow {
  readonly site: OwnedSite;
  readonly page: Page;
  readonly hasScript: boolean;
  /** URLs of the requests that the server has not answered. */
  readonly unanswered: ReadonlySet<string>;
  go(path: string): Promise<void>;
  /** Signs an account in, as another tab would, and selects an organisation. */
  become(email: string, orgId?: string): Promise<void>;
  /** Status of the current page. */
  status(): number;
}

/** Steps performed on a form. */
export type Walk = (window: FormWindow, form: RenderedForm) => Promise<void>;

/** The forms of a walk, and their least number. */
const WALKED = { forms: 9, asked: 5 } as const;

/**
 * Tests a walk on many forms, and on every other one without scripts:
 * `tests/access/form_matrix_test.ts` checks them all without a browser. Names every form that
 * fails.
 */
export function testForms(
  name: string,
  walk: Walk,
  { of = "forms", scripts = [true, false] }: {
    readonly of?: keyof typeof WALKED;
    readonly scripts?: readonly boolean[];
  } = {},
): void {
  for (const hasScript of scripts) {
    browserTest(
      `${name}, ${hasScript ? "with" : "without"} JavaScript`,
      () =>
        inFormWindow(async (window) => {
          const forms = await formsOf(window, of);
          ok(forms.length >= WALKED[of], `${forms.length} forms`);
          const walked = hasScript
            ? forms
            : forms.filter((form, rank) => rank % 2 === 0 && !isRefused(form));
          await walkAll(window, walk, walked);
        }, hasScript),
    );
  }
}

/** A form whose values are refused beside those of another row: without a script, Back from the refusal loses them. */
function isRefused({ form: { fields } }: RenderedForm): boolean {
  return ["startDate", "providerId"].every((one) => fields.some(({ name }) => name === one));
}

/** One form of each behaviour, or of each behaviour of those with a password or a file. */
async function formsOf({ site }: FormWindow, of: keyof typeof WALKED): Promise<RenderedForm[]> {
  const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
  const every = await distinctForms(site, cookie);
  // The only entry of a list cannot be moved.
  const naming = every.find(({ form }) => form.className === "name-form");
  if (naming) await sendForm(site, naming, cookie, { name: "Gestion" });
  return ofEachBehaviour(of === "asked" ? every.filter(isAsked) : every);
}

async function walkAll(
  window: FormWindow,
  walk: Walk,
  forms: readonly RenderedForm[],
): Promise<void> {
  const wrong: string[] = [];
  for (const form of forms) {
    await window.become(OWNER);
    await walk(window, form).catch((fault) => {
      const unanswered = [...window.unanswered].join(" ");
      wrong.push(
        `${named(form)} at ${window.page.url()}: ${
          String(fault).slice(0, 400)
        }; unanswered: ${unanswered}`,
      );
    });
  }
  deepStrictEqual(wrong, []);
}

function named({ page, action, form }: RenderedForm): string {
  const names = form.fields.slice(1).map(({ name }) => name);
  return `${page} → ${action} (${form.className}: ${names})`;
}

/** Runs a test in a window of the owner's, in the organisation of the site. */
export function inFormWindow(
  test: (window: FormWindow) => Promise<void>,
  javaScriptEnabled: boolean,
): Promise<void> {
  return withOwnedSite(async (site) => {
    await addOthers(site);
    const { orgId = "" } = site.place;
    const unanswered = new Set<string>();
    const server = serve(async (request, info) => {
      unanswered.add(request.url);
      try {
        return await site.handler(request, info);
      } finally {
        unanswered.delete(request.url);
      }
    });
    try {
      await withPage(async (page) => {
        page.on("dialog", (dialog) => dialog.accept());
        let status = 0;
        page.on("response", (response) => {
          if (response.request().isNavigationRequest()) status = response.status();
        });
        const become = async (email: string, org = orgId) => {
          const pairs = (await sessionOf(site, email, org)).split("; ");
          await page.context().addCookies(pairs.map((pair) => {
            const [name = "", value = ""] = pair.split("=");
            return { name, value, url: server.url, httpOnly: true };
          }));
        };
        const go = async (path: string) => void await page.goto(server.url + path);
        await page.addInitScript(holdSelfSent);
        await page.addInitScript(leaveUnasked);
        await become(OWNER);
        const window = { site, page, unanswered, go, become, status: () => status };
        await test({ ...window, hasScript: javaScriptEnabled });
      }, { javaScriptEnabled });
    } finally {
      await server.close();
    }
  });
}

/**
 * Holds a form that the page script sends after a moment, so that the walk sends it: during a slow
 * sign-in in another tab it would already be sent and gone.
 */
function holdSelfSent(): void {
  const send = HTMLFormElement.prototype.requestSubmit;
  HTMLFormElement.prototype.requestSubmit = function (by?: HTMLElement | null) {
    if (!this.querySelector("[data-continue-ms]")) send.call(this, by);
  };
}

/**
 * Leaves a page without the browser's dialog, which every walk would accept: with several windows
 * at once its answer was sometimes lost, and the page stayed.
 * `tests/ui/page_script_test.ts` tests the dialog.
 */
function leaveUnasked(): void {
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation());
}

/** Whether a form requires a password or a file. */
export const isAsked = ({ form }: RenderedForm): boolean =>
  form.fields.some(({ type }) => type === "password" || type === "file");

/**
 * The first form of each behaviour: with a script or not, a row of a grid, for something new, a text
 * to type, a file, only buttons. Deletions come last, and forms that close pages after them.
 */
function ofEachBehaviour(forms: readonly RenderedForm[]): RenderedForm[] {
  const found = new Map<string, RenderedForm>();
  for (const rendered of forms) {
    const { isIsland, className, fields } = rendered.form;
    const types = new Set(fields.map(({ type }) => type));
    const behaviour = [
      isIsland,
      className.includes("grid-row"),
      className.includes("grid-row-new"),
      ["text", "textarea", "email"].some((type) => types.has(type)),
      [...types].every((type) => type === "hidden" || type === "button"),
      types.has("file"),
      turnOf(rendered),
    ].join(" ");
    if (!found.has(behaviour)) found.set(behaviour, rendered);
  }
  return [...found.values()].sort((one, other) => turnOf(one) - turnOf(other));
}

function turnOf({ form: { fields } }: RenderedForm): number {
  if (fields.some(({ name }) => name === "documentManagement")) return 2;
  return fields.some(({ value }) => value === "remove") ? 1 : 0;
}

/** Fields whose value changes each time. */
const MOVING = ["version", "shown"];

/** A form on the current page. */
export function formOn({ page }: FormWindow, { form }: RenderedForm) {
  const own = form.fields.filter(({ name }) => !name.startsWith(START) && !MOVING.includes(name));
  const parts = own.slice(0, 4).map(({ name, type, value }) =>
    type === "hidden" || type === "button"
      ? `:has([name="${name}"][value="${value}"])`
      : `:has([name="${name}"])`
  );
  const isNew = own.every(({ name }) => name !== "key");
  const selector = `form[method=post][action="${form.action}"]${parts.join("")}`;
  return page.locator(isNew ? `${selector}:not(:has([name="key"]))` : selector).first();
}

/** A control of a form, as shown. */
interface Control {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly isRequired: boolean;
  readonly isNumber: boolean;
  readonly options: readonly string[];
}

/** The controls of a form that a user may fill in, with folded parts opened. */
function controlsOf(window: FormWindow, rendered: RenderedForm): Promise<Control[]> {
  return formOn(window, rendered).evaluate((form: HTMLFormElement) => {
    for (let at: Element | null = form; at; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    for (const folded of form.querySelectorAll("details")) folded.open = true;
    const isShown = (control: Element) =>
      control.checkVisibility() && !control.matches(":disabled");
    return [...form.querySelectorAll<HTMLInputElement>("input[name], select[name], textarea[name]")]
      .filter(isShown).map((control) => ({
        name: control.name,
        type: control.type,
        value: control.type === "checkbox" ? String(control.checked) : control.value,
        isRequired: control.ariaRequired === "true",
        isNumber: control.inputMode === "decimal",
        options: [...control.querySelectorAll("option")].map(({ value }) => value),
      }));
  });
}

const TYPED = ["text", "textarea", "email", "date"];

/** The control that shows whether a form has typed values; null when it is only sent. */
function probeOf(controls: readonly Control[]): Control | null {
  return controls.find(({ type, isNumber }) => TYPED.includes(type) && !isNumber) ??
    controls.find(({ type }) => TYPED.includes(type)) ??
    controls.find(({ type }) => type === "select-one") ??
    controls.find(({ type }) => type === "checkbox") ?? null;
}

/** The typed values that a form shows; null when the form is missing. */
export async function shownIn(window: FormWindow, rendered: RenderedForm): Promise<string | null> {
  const isThere = await formOn(window, rendered).count() > 0;
  return isThere ? probeOf(await controlsOf(window, rendered))?.value ?? null : null;
}

let count = 0;

/** Types values in a form, once or again; returns the shown values. */
export async function typeIn(
  window: FormWindow,
  rendered: RenderedForm,
  text?: string,
): Promise<string | null> {
  const controls = await controlsOf(window, rendered);
  const probe = probeOf(controls);
  if (await isSwitch(window, rendered)) return probe?.value === "true" ? "false" : "true";
  for (const control of controls) {
    const isMissing = control.isRequired && control.value === "";
    if (control !== probe && !isMissing) continue;
    const box = formOn(window, rendered).locator(`[name="${control.name}"]:visible`).first();
    if (control.type === "select-one") await choose(box, control);
    else if (control.type === "checkbox") await box.setChecked(control.value !== "true");
    else if (TYPED.includes(control.type)) {
      const isNew = controls.some(({ name }) => name === "forename");
      await box.fill(control === probe && text !== undefined ? text : valueFor(control, isNew));
      await box.blur();
    }
  }
  return await shownIn(window, rendered);
}

async function choose(box: Locator, { value, options }: Control): Promise<void> {
  const other = options.find((option) => option !== value && option !== "");
  if (other !== undefined) await box.selectOption(other);
}

/** The value to type in a control; different each time. */
function valueFor({ name, type, value, isNumber }: Control, isOfNobody: boolean): string {
  const rank = ++count;
  const month = value.slice(0, 7) || (name === "to" ? "2025-09" : "2025-07");
  if (type === "date") return `${month}-${10 + rank % 10}`;
  if (type === "email") return isOfNobody ? `zoe${rank}@bailleur.fr` : OTHER;
  if (name === "prm") return String(14e12 + rank);
  if (isNumber) return String(1 + rank % 2);
  return /zip/i.test(name) ? String(54000 + rank) : `Saisie ${rank}`;
}

/**
 * Opens the page of a form and types in it before its scripts load; returns the values shown before
 * and after.
 */
export async function typedBefore(window: FormWindow, rendered: RenderedForm) {
  const values = await beforeScripts(window.page, () => window.go(rendered.page), async () => {
    const stored = await shownIn(window, rendered);
    return { stored, typed: await typeIn(window, rendered) };
  });
  const isFlipped = await isSwitch(window, rendered);
  if (!isFlipped) {
    strictEqual(await shownIn(window, rendered), values.typed, "typed before the scripts");
  }
  return values;
}

/** Messages of a page about a form that stays on it. */
const SAID = "[aria-invalid=true], .notice-very-bad";

/** Sends a form by its save button, and waits for the result. */
export async function send(window: FormWindow, rendered: RenderedForm, clickCount = 1) {
  const { page } = window;
  const form = formOn(window, rendered);
  const said = await form.locator(SAID).count() > 0 ? [] : [form.locator(SAID).first().waitFor()];
  // "framenavigated" is also emitted for what `lib/ui/page_script.ts` writes into the history.
  const gone = page.waitForEvent("domcontentloaded");
  const pressed = async () => {
    if (await isSwitch(window, rendered)) await form.locator(".toggle").click();
    else await (await buttonOf(form)).click({ clickCount });
  };
  await Promise.all([Promise.any([gone, ...said]), pressed()]);
  await page.waitForLoadState();
}

/** Sends a form while the connection is lost. */
export async function sendOffline(window: FormWindow, rendered: RenderedForm): Promise<void> {
  const { page } = window;
  await goOffline(page);
  await send(window, rendered).finally(() => page.context().setOffline(false));
}

/** Whether a form can be sent unchanged. */
export const isReady = async (window: FormWindow, rendered: RenderedForm): Promise<boolean> =>
  await (await buttonOf(formOn(window, rendered))).isEnabled();

/** The save button, or the main button of a form that does something else. */
async function buttonOf(form: Locator): Promise<Locator> {
  const buttons = form.locator("button[type=submit]:visible:not([tabindex='-1'])");
  const saving = buttons.and(form.locator(".button-primary, [value=save], [value=add]"));
  return await saving.count() > 0 ? saving.first() : buttons.first();
}

/** A form without a button: its switch sends it. */
async function isSwitch(window: FormWindow, rendered: RenderedForm): Promise<boolean> {
  const form = formOn(window, rendered);
  return await form.locator(".toggle").count() > 0 &&
    await form.locator("button[type=submit]:visible").count() === 0;
}
