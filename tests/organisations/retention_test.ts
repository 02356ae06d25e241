import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { type PurgeLine, purgeLineKey } from "@/lib/timeseries/store/purge.ts";
import { links } from "@/lib/ui/links.ts";
import { ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

Deno.test("durations must be in order; purges are listed, and in a file", () =>
  withVisitor({ isAdmin: true }, async ({ visitor, site }) => {
    const path = "/home/admin/options";
    const page = await visitor.get(path);
    match(page.text, /Rien n’a été supprimé pour son ancienneté/);
    match(
      page.text,
      /Prochaine suppression\s*: le [\d/]{10} à 0\d:43, heure de Paris\. Elle ne retirera rien\s*: aucun relevé d’avant le 01\//,
    );
    const version = page.version("retention");
    const form = { form: "retention", version };
    const years = (infraDailyYears: string, dailyYears: string, monthlyYears: string) => ({
      ...form,
      infraDailyYears,
      dailyYears,
      monthlyYears,
    });
    const wrong = await visitor.refused(path, years("4", "3", "7"));
    strictEqual(wrong.message("dailyYears"), "4 minimum");
    const saved = await visitor.post(path, years("1", "3", "10"));
    strictEqual(saved.headers.get("location"), `${path}?saved=retention#retention`);
    strictEqual((await visitor.get(path)).value("monthlyYears"), "10");
    const line: PurgeLine = {
      what: "points",
      date: "2024-02-01",
      atMs: Date.UTC(2026, 1, 21, 2),
      seriesId: null,
      seriesCount: 2,
      valueCount: 1_204,
      difference: null,
    };
    await site.store.atomic().set(purgeLineKey(PROJECT, line), line).commit();
    match(
      (await visitor.get(path)).text,
      /21\/02\/2026 à 03:00 .* Relevés supprimés Avant le 01\/02\/2024 2\u00A0séries 1\u202F204/,
    );
    match(
      (await visitor.get(`${path}?csv=comma`)).html,
      /,Relevés supprimés,Avant le 01\/02\/2024,/,
    );
  }));

Deno.test("once documents are managed, the page leads to where their roles are given", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const path = links.organisationOptions();
    const leads = async () => {
      const { html } = await visitor.get(path);
      return /<main[\s\S]*<\/main>/.exec(html)?.[0].includes(`href="${links.teams()}"`);
    };
    strictEqual(await leads(), false);
    const version = (await visitor.get(path)).version("documents");
    const saved = await visitor.post(path, {
      form: "documents",
      version,
      documentManagement: "on",
    });
    strictEqual(saved.status, 303, saved.text);
    strictEqual(await leads(), true);
  }));

// @spec organisations.documents-everywhere
Deno.test("an administrator who turns document management on is offered its role on every residence, and a second one joins the team that has it", () =>
  withVisitor({ isAdmin: true }, async ({ site, ask, visitor }) => {
    const path = links.organisationOptions();
    const offer = /Me donner ce rôle partout/;
    doesNotMatch((await visitor.get(path)).text, offer);
    const version = (await visitor.get(path)).version("documents");
    await visitor.post(path, { form: "documents", version, documentManagement: "on" });
    match((await visitor.get(path)).text, offer);
    doesNotMatch((await visitor.get("/home")).html, /href="\/home\/documents/);
    strictEqual((await visitor.post(path, { form: "everywhere" })).status, 303);
    doesNotMatch((await visitor.get(path)).text, offer);
    match((await visitor.get("/home")).html, /href="\/home\/documents/);
    const email = "eve@bailleur.fr";
    await someone(site, { email, isAdmin: true });
    const other = await site.signIn(email);
    strictEqual((await other.post(path, { form: "everywhere" })).status, 303);
    const teams = await answerOf(ask("listTeams", { orgId: ORG }));
    deepStrictEqual(teams.map(({ users, roles, tags }) => [users.length, roles, tags]), [
      [2, ["collect:documents:write"], []],
    ]);
  }));
