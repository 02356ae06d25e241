/** Every form of every page, sent after the entity in its address was deleted, or its residence. */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { OWN_HOUSE_CLOSED } from "@/lib/accounts/own_dwelling_text.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { listAbove } from "@/lib/ui/parent_list.ts";
import { REMOVED_MEANWHILE, RESIDENCE_GONE, ROW_GONE } from "@/lib/ui/text.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { decoded, SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "./an_owned_site.ts";
import {
  addOthers,
  distinctForms,
  everyForm,
  formRequest,
  type PageForm,
  type RenderedForm,
  sessionOf,
  TYPED,
} from "./every_form.ts";

/** A typed text that no field interprets as another value. */
const TEXT = "Saisie à garder 42";
const GONE = "supprime-entre-temps";

/** Parameters of addresses that are not ids of entities. */
const OF_NO_THING: readonly string[] = [
  "period",
  "list",
  "year",
  "month",
  "node",
  "path",
  "orgId",
  "kind",
];

/**
 * The addresses of a form once an entity in its own address is deleted, each with the parameter of
 * the entity.
 */
function addressesOfGone({ action }: RenderedForm, { place }: OwnedSite) {
  const { pathname, search } = new URL(action, SITE);
  const ids = Object.entries(place).filter(([name, id]) =>
    id !== "" && !OF_NO_THING.includes(name)
  );
  const segments = pathname.split("/");
  const named = segments.flatMap((segment, at) => {
    // The silence of a residence has the id of the residence, further on.
    const [name] = ids.find(([name, id]) =>
      encodeURIComponent(id) === segment && (name !== "projectId" || at === 2)
    ) ?? [];
    if (name === undefined) {
      return [];
    }
    const gone = name === "email" ? `${GONE}@bailleur.fr` : GONE;
    return [{ name, path: segments.with(at, gone).join("/") + search }];
  });
  return [...new Map(named.map((one) => [one.path, one])).values()];
}

const isTyped = ({ type }: { readonly type: string }) => type === "text" || type === "textarea";

const typedIn = ({ form }: RenderedForm) =>
  Object.fromEntries(
    form.fields.filter((field) => isTyped(field) && TYPED.includes(field.type))
      .map(({ name }) => [name, `${TEXT} ${name}`]),
  );

/** A selection of another page: it writes nothing, and nothing is typed. */
const leadsOn = ({ fields }: PageForm) =>
  fields.some(({ name, value }) => name === "intent" && value === "roles");

// @spec forms.gone
Deno.test("form of an entity deleted meanwhile: a page says so, shows the typed values, and links to the list", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = (await distinctForms(site, cookie)).filter(({ form }) => !leadsOn(form));
    const before = await site.stamps();
    const wrong: string[] = [];
    let sentCount = 0;
    for (const rendered of forms) {
      const typed = typedIn(rendered);
      for (const { name, path } of addressesOfGone(rendered, site)) {
        sentCount += 1;
        const sent = await formRequest({ ...rendered, action: path }, cookie, typed);
        const answer = await site.handler(sent);
        const html = decoded(await answer.text());
        const isOwn = path.startsWith("/my-home/");
        // The answer does not reveal whether another's dwelling exists.
        const status = isOwn && name === "houseId" ? 403 : 404;
        const ofPlace = name === "projectId" ? RESIDENCE_GONE : ROW_GONE;
        const sentence = isOwn ? OWN_HOUSE_CLOSED.text : ofPlace;
        const list = listAbove(new URL(path, SITE).pathname, name !== "projectId");
        const said = {
          [`status ${answer.status}`]: answer.status === status,
          "not said": html.includes(sentence),
          "typed text": Object.values(typed).every((text) => html.includes(text)),
          "link to its list": list !== null && html.includes(`href="${list.href}"`),
        };
        const missing = Object.entries(said).filter(([, isThere]) => !isThere);
        if (missing.length > 0) {
          wrong.push(
            `${path} (${Object.keys(typed)}): ${missing.map(([what]) => what).join(", ")}`,
          );
        }
      }
    }
    ok(sentCount > 40, `${sentCount} forms`);
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "nothing is written");
  }));

// @spec forms.gone
Deno.test("row deleted meanwhile: its page says so, and shows the typed values", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const rows = (await distinctForms(site, cookie)).filter((rendered) =>
      rendered.form.fields.some(({ name, value }) => name === "key" && value) &&
      Object.keys(typedIn(rendered)).length > 0
    );
    ok(rows.length > 4, `${rows.length} rows`);
    const before = await site.stamps();
    const wrong: string[] = [];
    for (const rendered of rows) {
      const typed = typedIn(rendered);
      const sent = await formRequest(rendered, cookie, { ...typed, key: GONE });
      const answer = await site.handler(sent);
      const html = decoded(await answer.text());
      const isShown = Object.values(typed).every((text) => html.includes(text));
      if (answer.status < 400 || !isShown || !html.includes(REMOVED_MEANWHILE)) {
        wrong.push(`${rendered.action} (${Object.keys(typed)}): ${answer.status}`);
      }
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(await site.stamps(), before, "nothing is written");
  }));

/** Sends a form that the owner read before some of their rights were removed. */
async function sentWithout(
  site: OwnedSite,
  { path, typed, takeAway }: {
    readonly path: string;
    readonly typed: Readonly<Record<string, string>>;
    takeAway(writes: Atomic, accountId: string): Atomic;
  },
) {
  const { caller } = await signedIn(site, OWNER);
  if (caller.kind !== "account") throw new TypeError("The owner has an account");
  const { orgId = "", projectId = "" } = site.place;
  const cookie = await sessionOf(site, OWNER, orgId);
  const form = (await everyForm(site, cookie)).find(({ page, form: { fields } }) =>
    page === path && Object.keys(typed).every((name) => fields.some((one) => one.name === name))
  );
  ok(form, path);
  await takeAway(site.store.atomic(), caller.accountId).commit();
  await site.platform.versions.bump([
    { kind: "account", id: caller.accountId },
    { kind: "org", id: orgId },
    { kind: "project", id: projectId },
  ]);
  const sent = await formRequest(form, cookie, typed);
  const answer = await site.handler(sent);
  return { status: answer.status, html: decoded(await answer.text()) };
}

Deno.test("right removed meanwhile: the refusal shows the typed values", () =>
  withOwnedSite(async (site) => {
    const { orgId = "", projectId = "" } = site.place;
    const { status, html } = await sentWithout(site, {
      path: links.residenceSheet(projectId),
      typed: { street: TEXT },
      takeAway: (writes, accountId) =>
        writes.set(keys.member(orgId, accountId), { isAdmin: false })
          .set(keys.roles(projectId, accountId), ["collect:read"]),
    });
    strictEqual(status, 403);
    match(html, new RegExp(`<dt>Numéro et rue</dt><dd>${TEXT}</dd>`));
    match(html, /Demandez-les à un administrateur/);
  }));

Deno.test("an organisation left meanwhile: the refusal shows the typed values", () =>
  withOwnedSite(async (site) => {
    const { orgId = "" } = site.place;
    await addOthers(site);
    const { status, html } = await sentWithout(site, {
      path: links.providers(),
      typed: { name: TEXT },
      takeAway: (writes, accountId) =>
        writes.delete(keys.member(orgId, accountId)).delete(keys.orgOfAccount(accountId, orgId)),
    });
    strictEqual(status, 409);
    match(html, new RegExp(`<dt>Nom</dt><dd>${TEXT}</dd>`));
    match(html, /celle d’une autre organisation/);
  }));

Deno.test("the page of a missing entity links to its list", () =>
  withOwnedSite(async (site) => {
    const { orgId = "", projectId = "" } = site.place;
    const cookie = await sessionOf(site, OWNER, orgId);
    const pages = [
      [links.team("x"), links.teams()],
      [links.provider("x"), links.providers()],
      [links.equipment(projectId, "x"), links.equipments(projectId)],
      [links.alarmReport(projectId, "x"), links.alarmReports(projectId)],
      [links.residenceSheet("x"), links.residences()],
    ] as const;
    for (const [path, list] of pages) {
      const headers = { cookie, accept: "text/html" };
      const answer = await site.handler(new Request(SITE + path, { headers }));
      strictEqual(answer.status, 404, path);
      const html = await answer.text();
      match(html, /Page introuvable/);
      ok(html.slice(html.indexOf("<main")).includes(`href="${list}"`), path);
    }
  }));
