import { deepStrictEqual, ok } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { SITE } from "@/tests/helpers/a_site.ts";
import { allRoutes, pathOf } from "@/tests/tools/routes.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "./an_owned_site.ts";
import {
  distinctForms,
  everyForm,
  isOfItsPage,
  type RenderedForm,
  sendForm,
  sessionOf,
} from "./every_form.ts";

/** The roles that read everything of a residence, and write nothing. */
const READS: readonly Role[] = [
  "pilot:read",
  "collect:detail:hourly",
  "collect:housesconsreport:read",
  "collect:housing:alerts:read",
  "collect:housing:pilottemp:read",
  "collect:display:read",
  "collect:documents:read",
];

/** A member of the owner's organisation with roles on their residence; returns the `cookie` header of a session. */
async function aMemberWith(site: OwnedSite, roles: readonly Role[]): Promise<string> {
  const { orgId = "", projectId = "" } = site.place;
  const email = `${roles.length}-roles@bailleur.fr`;
  const accountId = await anAccount(site, { email });
  await site.store.atomic()
    .set(keys.member(orgId, accountId), { isAdmin: false })
    .set(keys.orgOfAccount(accountId, orgId), true)
    .set(keys.roles(projectId, accountId), roles)
    .set(keys.rolesOfAccount(accountId, projectId), true)
    .commit();
  return await sessionOf(site, email, orgId);
}

const named = ({ page, action, form }: RenderedForm) =>
  `${page} → ${action} (${form.fields.slice(1).map(({ name }) => name)})`;

/** Forms of the reader's own account, mails and ordered reports. */
const OWN =
  /^\/account$|-password$|^\/home\/alarms\/reports\/new$|\/consumption-reports\/\d{4}-\d\d$/;

/** The same form as if the reader's own page had shown it. */
function markedBy(rendered: RenderedForm, own: RenderedForm): RenderedForm {
  const marks = own.form.fields.filter(({ name }) => name.startsWith(START));
  const others = rendered.form.fields.filter(({ name }) => !name.startsWith(START));
  return { ...rendered, form: { ...rendered.form, fields: [...marks, ...others] } };
}

const isWriting = (rendered: RenderedForm) => isOfItsPage(rendered) && !OWN.test(rendered.action);

// @spec roles.screens
Deno.test("user who only reads a residence is shown no form that writes in it, and one sent nevertheless writes nothing", () =>
  withOwnedSite(async (site) => {
    const owner = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = (await distinctForms(site, owner)).filter(isWriting);
    const cookie = await aMemberWith(site, READS);
    const shown = await everyForm(site, cookie);
    deepStrictEqual(shown.filter(isWriting).map(named), []);
    const [own] = shown;
    ok(own && forms.length > 80, `${forms.length} forms`);
    const before = await site.stamps();
    const wrong: string[] = [];
    let refusedCount = 0;
    for (const form of forms) {
      const { status } = await sendForm(site, markedBy(form, own), cookie);
      if (status === 403) refusedCount++;
      // Its values may be refused first.
      else if (status !== 400) wrong.push(`${named(form)}: ${status}`);
    }
    deepStrictEqual(wrong, []);
    ok(refusedCount > 80, `${refusedCount} forms`);
    deepStrictEqual(await site.stamps(), before);
  }));

// @spec roles.screens
Deno.test("member without a role opens no page of a residence, a reader none of the administration, and no link leads to one", () =>
  withOwnedSite(async (site) => {
    const pages = (await allRoutes()).filter(({ isPage }) => isPage)
      .map((route) => pathOf(route, site.place));
    const get = async (cookie: string, path: string) =>
      await site.handler(new Request(SITE + path, { headers: { cookie, accept: "text/html" } }));
    const opened = async (cookie: string, pattern: RegExp) => {
      const found = new Map<string, string>();
      for (const path of pages.filter((one) => pattern.test(one))) {
        const answer = await get(cookie, path);
        const html = await answer.text();
        if (answer.status !== 403 && answer.status !== 404) found.set(path, html);
      }
      return found;
    };
    const [member, reader] = [await aMemberWith(site, []), await aMemberWith(site, READS)];
    deepStrictEqual([...(await opened(member, /^\/(collect|pilot|my-home)\//)).keys()], []);
    deepStrictEqual([...(await opened(reader, /^\/(home\/admin|platform)\b/)).keys()], []);
    const read = await opened(reader, /^\/(collect|pilot|home)\b/);
    const links = new Set(
      [...read.values()].flatMap((html) =>
        [...html.matchAll(/href="(\/[^"?#]*)/g)].map(([, path = ""]) => path)
      ),
    );
    ok(read.size > 50 && links.size > 60, `${links.size} links of ${read.size} pages`);
    const closed: string[] = [];
    for (const path of links) {
      const answer = await get(reader, path);
      await answer.body?.cancel();
      if (answer.status === 403) closed.push(path);
    }
    deepStrictEqual(closed, []);
  }));
