import { deepStrictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import {
  aBoilerRoom,
  anEquipment,
  aSeries,
  PROJECT,
  someone,
} from "@/tests/helpers/a_residence.ts";
import { type Visitor, withWriter } from "@/tests/helpers/a_site.ts";

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
