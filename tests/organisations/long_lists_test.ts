/**
 * Lists of an organisation that may be long have the pages, the search and the file of the other
 * tables.
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aMember,
  anEquipment,
  aProject,
  aSeries,
  join,
  ORG,
  PROJECT,
  someone,
} from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withWriter } from "@/tests/helpers/a_site.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";

/** More than a page of every entity of an organisation. */
const COUNT = 25;

function withMany(test: (visitor: Visitor, site: Site) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { ask } = await aMember(site, { isAdmin: true, roles: ["collect"] });
    for (let rank = 1; rank <= COUNT; rank++) {
      const name = `n${rank}`;
      const email = `${name}@bailleur.fr`;
      const accountId = await anAccount(site, { email });
      const projectId = `silent${rank}`;
      await join(site, accountId, { isAdmin: true, roles: ["collect:read"] });
      await site.store.atomic()
        .set(keys.project(projectId), aProject({ name }))
        .set(keys.projectFeatures(projectId), NO_FEATURES)
        .set(keys.projectOfOrg(ORG, projectId), true)
        .commit();
      const report = reportDraft({ name, emails: [email], notifyEnd: false });
      ok((await ask("createAlarmReport", { projectId: PROJECT, body: report })).ok);
      const team = { name, roles: ["collect:read" as const], users: [], tags: [] };
      ok((await ask("createTeam", { orgId: ORG, body: team })).ok);
    }
    await site.platform.versions.bump([{ kind: "org", id: ORG }, { kind: "project", id: PROJECT }]);
    const visitor = await site.signIn();
    await test(visitor, site);
  });
}

/** Rows of a page's table: each begins with its header cell. */
const rowsOf = (html: string) => html.match(/<th scope="row"/g)?.length ?? 0;

// @spec tables.pages, tables.files
Deno.test("alarm reports, roles, teams and administrators have pages, a search and a file of every row", () =>
  withMany(async (visitor) => {
    const lists: readonly [path: string, count: number][] = [
      [links.alarmReports(PROJECT), COUNT],
      [links.roles(PROJECT), COUNT + 1],
      [links.teams(), COUNT],
      [links.administrators(), COUNT + 1],
    ];
    for (const [path, count] of lists) {
      strictEqual(rowsOf((await visitor.get(path)).html), 20, path);
      strictEqual(rowsOf((await visitor.get(`${path}?page=2`)).html), count - 20, path);
      strictEqual(rowsOf((await visitor.get(`${path}?filter:search=n25`)).html), 1, path);
      const lines = (await visitor.get(`${path}?csv=semicolon`)).html.trimEnd().split("\r\n");
      strictEqual(lines.length, count + 1, path);
    }
  }));

// @spec projects.to-do
Deno.test("the home page lists eight things to do, and links to the list of them all", () =>
  withMany(async (visitor) => {
    const { html } = await visitor.get(links.residences());
    const list = /<ul class="card to-do">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
    strictEqual(list.match(/<li>/g)?.length, 8);
    match(html, /<a href="\/home\/todo"[^>]*>Voir tout<\/a>/);
    const all = await visitor.get(links.toDo());
    strictEqual(all.title, "Bailleur | À faire");
    strictEqual(rowsOf(all.html), 20);
    match((await visitor.get(`${links.toDo()}?filter:search=n25`)).text, /aucun capteur .*n25/);
    const lines = (await visitor.get(`${links.toDo()}?csv=semicolon`)).html.trimEnd();
    strictEqual(lines.split("\r\n").length, 27);
  }));

Deno.test("the form of a team has a box for each of 150 users; with more, only for its own", () =>
  withSite(async (site) => {
    const { ask } = await aMember(site, { isAdmin: true });
    const join = async (rank: number) => {
      const accountId = await anAccount(site, { email: `n${rank}@bailleur.fr` });
      await site.store.atomic().set(keys.member(ORG, accountId), { isAdmin: false })
        .set(keys.orgOfAccount(accountId, ORG), true).commit();
    };
    for (let rank = 2; rank <= 150; rank++) await join(rank);
    const users = ["n7@bailleur.fr"];
    const team = await ask("createTeam", {
      orgId: ORG,
      body: { name: "Nord", roles: [], users, tags: [] },
    });
    ok(team.ok);
    const visitor = site.visitor();
    await visitor.signIn();
    const boxes = async () => {
      const { html } = await visitor.get(links.team(team.answer.id));
      return html.match(/<input type="checkbox"[^>]* name="user"/g)?.length ?? 0;
    };
    strictEqual(await boxes(), 150);
    await join(151);
    await site.platform.versions.bump([{ kind: "org", id: ORG }]);
    strictEqual(await boxes(), 1);
  }));

const HOME = links.residence(PROJECT);

/** Pages followed for one user: the others are those of other periods. */
const MOST_PAGES = 80;

/** A page that does not open, its status, and the page that offers it. */
type Closed = readonly [path: string, status: number, offeredBy: string];

/** The closed pages among those that the pages of the residence offer to a user, from one to the next. */
async function closedPages(visitor: Visitor): Promise<Closed[]> {
  const offeredBy = new Map([[HOME, ""]]);
  const closed: Closed[] = [];
  for (const [path, source] of offeredBy) {
    const { status, html, headers } = await visitor.get(path);
    if (status >= 400) closed.push([path, status, source]);
    const offered = [...html.matchAll(/href="([^"#?]+)/g)].map(([, found = ""]) => found);
    for (const next of [...offered, headers.get("location") ?? ""]) {
      const isOwn = next.startsWith(HOME) && !next.endsWith("/poster");
      if (isOwn && !offeredBy.has(next) && offeredBy.size < MOST_PAGES) offeredBy.set(next, path);
    }
  }
  return closed;
}

/** Users who read a part of the residence only: an administrator without a role, and members by their role. */
const PARTIAL: readonly (Role | null)[] = [
  null,
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
  "collect:alarm:report:write",
];

// @spec alarms.menu
Deno.test("every page that the pages of a residence offer opens, whatever part of it the user reads", () =>
  withWriter({}, async ({ site, ask }) => {
    await aSeries(ask, "TDEP", await aBoilerRoom(ask));
    await aSeries(ask, "TEMP", await anEquipment(ask, "building"));
    await aSeries(ask, "TEXT");
    await aHousingSeries(ask);
    await aHouse(ask);
    for (const [rank, role] of PARTIAL.entries()) {
      const email = `u${rank}@bailleur.fr`;
      await someone(site, role === null ? { email, isAdmin: true } : { email, roles: [role] });
      deepStrictEqual(await closedPages(await site.signIn(email)), [], role ?? "administrator");
    }
  }, { residence: { features: { houseMode: 1, houseTypes: true, display: true } } }));
