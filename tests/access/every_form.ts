/**
 * Every form of every page, ready to be sent unchanged: read from the pages, so that a new one is
 * included.
 * @module
 */

import { ok } from "node:assert/strict";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount, PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import { decoded, SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, OWNER, pageAddresses } from "./an_owned_site.ts";

/** A field with the value to send; null when it would not be sent. */
export interface FormField {
  readonly name: string;
  /** `text`, `hidden`, `file`…; `select` and `textarea` for those elements. */
  readonly type: string;
  readonly value: string | null;
}

/** A form of a page. */
export interface PageForm {
  readonly method: "GET" | "POST";
  /** The address it is sent to, as written; null for the page's own. */
  readonly action: string | null;
  readonly isMultipart: boolean;
  /** Its class, and whether an island renders it or a part of it. */
  readonly className: string;
  readonly isIsland: boolean;
  readonly fields: readonly FormField[];
}

/** Types of the fields in which a user types words. */
export const TYPED: readonly string[] = [
  "text",
  "search",
  "email",
  "tel",
  "url",
  "password",
  "textarea",
];

/** Every form of a page; fields outside a form that name it by `form=` are not included. */
export function formsOf(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map((
    { index, 1: head = "", 2: inside = "" },
  ) => ({
    method: /method="post"/i.test(head) ? "POST" : "GET",
    action: attribute(head, "action"),
    isMultipart: head.includes("multipart/form-data"),
    className: attribute(head, "class") ?? "",
    isIsland: ISLAND.test(inside) || isInIsland(html.slice(0, index)),
    fields: [...fieldsOf(inside), ...firstButton(inside)],
  }));
}

/** Marks around the part of a page that an island renders: here, and in Fresh. */
const ISLAND = /<!--(?:fresh|frsh:island):/;
const ISLAND_END = /<!--\/(?:fresh|frsh:island)-->/;

const isInIsland = (before: string) =>
  before.split(ISLAND).length > before.split(ISLAND_END).length;

function fieldsOf(html: string): FormField[] {
  const inputs = [...html.matchAll(/<input\b([^>]*)>/g)].map(([, head = ""]): FormField => {
    const type = attribute(head, "type") ?? "text";
    const isBox = type === "checkbox" || type === "radio";
    const isSent = !isBox || /\schecked\b/.test(head);
    const value = attribute(head, "value") ?? (isBox ? "on" : "");
    return { name: attribute(head, "name") ?? "", type, value: isSent ? value : null };
  });
  const areas = [...html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].map((
    [, head = "", text = ""],
  ): FormField => ({
    name: attribute(head, "name") ?? "",
    type: "textarea",
    value: decoded(text),
  }));
  const selects = [...html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map((
    [, head = "", options = ""],
  ): FormField => {
    const chosen = /<option\b[^>]*\sselected\b[^>]*>/.exec(options) ??
      /<option\b[^>]*>/.exec(options);
    const value = chosen === null ? null : attribute(chosen[0], "value");
    return { name: attribute(head, "name") ?? "", type: "select", value };
  });
  return [...inputs, ...areas, ...selects].filter(({ name }) => name !== "");
}

/** A form is sent by its first button, together with its value. */
function firstButton(html: string): FormField[] {
  const head = /<button\b([^>]*type="submit"[^>]*)>/.exec(html)?.[1] ?? "";
  const name = attribute(head, "name");
  return name === null ? [] : [{ name, type: "button", value: attribute(head, "value") ?? "" }];
}

function attribute(head: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(head)?.[1];
  return found === undefined ? null : decoded(found);
}

/** A form of a page. */
export interface RenderedForm {
  /** The address of the page. */
  readonly page: string;
  readonly form: PageForm;
  /** The address it is sent to. */
  readonly action: string;
}

/** A second organisation of the site. */
export const OTHER_ORG = { id: "autre", name: "Habitat d’à côté" };

/** A user with the rights of the owner. */
export const OTHER = "bea@bailleur.fr";

/**
 * Adds an organisation that the owner also administers, and an account with all the owner's rights.
 */
export async function addOthers(site: OwnedSite): Promise<void> {
  const { caller } = await signedIn(site, OWNER);
  if (caller.kind !== "account") throw new TypeError("The owner has an account");
  const otherId = await anAccount(site, { email: OTHER, platformAdmin: caller.platformAdmin });
  const { orgId = "", projectId = "" } = site.place;
  const atomic = site.store.atomic().set(keys.org(OTHER_ORG.id), { name: OTHER_ORG.name });
  for (const [org, account] of [[OTHER_ORG.id, caller.accountId], [orgId, otherId]] as const) {
    atomic.set(keys.member(org, account), { isAdmin: true })
      .set(keys.orgOfAccount(account, org), true);
  }
  await atomic.set(keys.roles(projectId, otherId), ROLE_NAMES)
    .set(keys.rolesOfAccount(otherId, projectId), true).commit();
  await site.platform.versions.bump([{ kind: "account", id: caller.accountId }, {
    kind: "account",
    id: otherId,
  }, { kind: "org", id: orgId }]);
}

/** The `cookie` header of a session of an account, working in an organisation. */
export async function sessionOf(site: OwnedSite, email: string, orgId: string): Promise<string> {
  const { token } = await signedIn(site, email, PASSWORD);
  const { id } = await site.platform.sessionFor(token);
  return `session=${id}; organisation=${orgId}`;
}

/** The forms that write, on every page, as shown to the user of this cookie. */
export async function everyForm(site: OwnedSite, cookie: string): Promise<RenderedForm[]> {
  // The pages of providers accept no account.
  const pages = (await pageAddresses(site)).filter((page) => !page.startsWith("/providers"));
  const found: RenderedForm[] = [];
  for (const page of pages) {
    const answer = await site.handler(
      new Request(SITE + page, { headers: { cookie, accept: "text/html" } }),
    );
    for (const form of formsOf(await answer.text())) {
      const { pathname, search } = new URL(form.action ?? page, SITE + page);
      if (form.method === "POST") found.push({ page, form, action: pathname + search });
    }
  }
  return found;
}

/** One form of each kind: of the same page, with the same target and the same fields. */
export async function distinctForms(site: OwnedSite, cookie: string): Promise<RenderedForm[]> {
  const kinds = new Map<string, RenderedForm>();
  for (const form of await everyForm(site, cookie)) {
    const names = form.form.fields.filter(({ name }) => !name.startsWith(START));
    const kind = [form.action, ...names.map(({ name, type }) => type === "hidden" ? type : name)];
    if (isOfItsPage(form)) kinds.set(kind.join(), form);
  }
  ok(kinds.size > 45, `${kinds.size} kinds of form`);
  return [...kinds.values()];
}

/**
 * Signing out, selecting an organisation and stopping the refresh have the same effect from any
 * page, however often they are sent.
 */
export const isOfItsPage = ({ action }: RenderedForm): boolean =>
  action !== links.logout() && action !== links.chooseOrganisation() &&
  !action.startsWith(REFRESH);

const REFRESH = links.chooseRefresh("");

/** Sends a form with its values and the typed ones. */
export async function sendForm(
  site: OwnedSite,
  rendered: RenderedForm,
  cookie: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await site.handler(await formRequest(rendered, cookie, typed));
}

/** The request of a browser for a form with its values and the typed ones. */
export async function formRequest(
  { form, action }: RenderedForm,
  cookie: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Request> {
  const data = new FormData();
  for (const { name, type, value } of form.fields) {
    if (type === "file" || value === null) continue;
    data.append(name, typed[name] ?? value);
  }
  const pairs = [...data].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : []
  );
  const body = await new Response(form.isMultipart ? data : new URLSearchParams(pairs)).blob();
  const headers = {
    ...{ cookie, origin: SITE, accept: "text/html" },
    ...{ "content-type": body.type, "content-length": String(body.size) },
  };
  return new Request(SITE + action, { method: "POST", body, headers });
}
