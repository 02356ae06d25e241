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
import { SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, OWNER } from "./an_owned_site.ts";
import { formsOf, type PageForm } from "./forms.ts";
import { pageAddresses } from "./injection.ts";

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
