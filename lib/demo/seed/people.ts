/** Accounts of the demo with its organisation, colleagues, teams, audit lines and occupants. @module */

import { addAuditLine, type AuditAction } from "@/lib/api/audit.ts";
import { addDays, addYears, type IsoDate } from "@/lib/base/civil_dates.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import type { HomeRecord, OccupancyRecord } from "@/lib/housing/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { setMember } from "@/lib/organisations/members.ts";
import type { TeamRecord } from "@/lib/organisations/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { plainWord } from "@/lib/ui/search.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";

/** The landlord of the small data set. */
export const SAMPLE_ORG = { id: "exemple", name: "Habitat Bourgogne" } as const;

export const DEMO_ORG = { id: "demo", name: "Habitat des Quatre Rivières" } as const;

export function tagValueId(group: "branch" | "decade", label: string): string {
  return `${group}-${label.toLowerCase()}`;
}

const SOURCE = "Annexe au bail, signée sur papier";

/**
 * Writes who lives in a few dwellings of the first residence: one who agreed and has the page of their dwelling, one who
 * has just come, one who did not agree.
 */
export async function seedOccupants(
  store: Store,
  { occupantId, now }: { occupantId: string; now: number },
): Promise<void> {
  const projectId = siteId(0);
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const atomic = store.atomic();
  for (const [house, records] of Object.entries(occupantsAt(today))) {
    const houseId = `${projectId}-${house}`;
    const stored = records.map((record, position): OccupancyRecord => {
      const accountId = record.email === DEMO_ACCOUNTS.occupant.email ? occupantId : null;
      return { ...record, id: occupancyIdOf(houseId, position), accountId };
    });
    atomic.set(keys.occupancies(projectId, houseId), stored);
    for (const { accountId } of stored) {
      if (accountId === null) continue;
      const home: HomeRecord = { isOpen: true };
      atomic.set(keys.homeOfAccount(accountId, projectId, houseId), home)
        .set(keys.moduleRights(projectId, houseId), { access: 2 });
    }
  }
  await atomic.commit();
}

export function occupancyIdOf(houseId: string, position: number): string {
  return `${houseId}-o${position + 1}`;
}

function occupantsAt(today: IsoDate): Record<string, Omit<OccupancyRecord, "id" | "accountId">[]> {
  const here = addYears(today, -5);
  const left = addDays(today, -150);
  const came = addDays(left, 13);
  return {
    l001: [{
      name: "Hélène Marchal",
      email: DEMO_ACCOUNTS.occupant.email,
      from: here,
      to: null,
      consent: { givenOn: here, source: SOURCE, withdrawnOn: null },
    }],
    l002: [
      {
        name: "Amine Cherif",
        email: "amine.cherif@demo.example",
        from: here,
        to: left,
        consent: { givenOn: here, source: SOURCE, withdrawnOn: null },
      },
      {
        name: "Louise Perrin",
        email: "louise.perrin@demo.example",
        from: came,
        to: null,
        consent: { givenOn: came, source: "Formulaire en ligne", withdrawnOn: null },
      },
    ],
    l003: [{ name: "Paul Richard", email: "", from: here, to: null, consent: null }],
  };
}

/** A user the landlord works with; their account cannot sign in. */
interface Colleague {
  id: string;
  email: string;
  forename: string;
  surname: string;
  isAdmin?: true;
  /** Direct roles, by rank of the residence. */
  roles?: Readonly<Record<number, readonly Role[]>>;
}

const COLLEAGUES: readonly Colleague[] = [
  { ...named("Inès", "Bernard"), isAdmin: true },
  { ...named("Julien", "Moreau"), roles: { 3: ["collect:boilerroom:write"] } },
  { ...named("Sophie", "Garnier"), roles: { 0: ["collect:boilerroom:read"] } },
  {
    ...named("Karim", "Benali"),
    roles: {
      0: ["collect:boilerroom:read", "collect:alarm:comment:write"],
      1: ["collect:boilerroom:read"],
    },
  },
  { ...named("Lucie", "Petit"), roles: { 5: ["collect:display:write"] } },
];

/** The teams besides the landlord's own: one for a branch, one for documents on every residence. */
const TEAMS: Readonly<Record<string, TeamRecord>> = {
  "agence-nord": {
    name: "Agence Nord",
    roles: ["collect:read", "collect:boilerroom:write", "collect:alarm:comment:write"],
    accountIds: [named("Julien", "Moreau").id, named("Sophie", "Garnier").id],
    tags: [tagValueId("branch", "Nord")],
  },
  "conformite": {
    name: "Conformité",
    roles: ["collect:documents:write"],
    accountIds: [named("Inès", "Bernard").id, named("Sophie", "Garnier").id],
    tags: [],
  },
};

/** Recent actions of the landlord and a colleague, newest first: days ago, author, action. */
const PAST:
  readonly (readonly [number, "landlord" | "colleague", AuditAction, number | null, string])[] = [
    [1, "landlord", "inviteUser", null, named("Lucie", "Petit").email],
    [
      1,
      "landlord",
      "putProjectUserRoles",
      5,
      `${named("Lucie", "Petit").email}: +collect:display:write`,
    ],
    [3, "colleague", "putTeam", null, "Conformité"],
    [6, "colleague", "putEfficiencySettings", 0, "Chaufferie principale"],
    [
      8,
      "landlord",
      "putProjectUserRoles",
      0,
      `${named("Karim", "Benali").email}: +collect:alarm:comment:write`,
    ],
    [12, "landlord", "putHeatingSeasons", 1, "Chaufferie bois"],
    [20, "colleague", "createIngestToken", 2, "Concentrateur chaufferie nord"],
    [21, "colleague", "importOutdoorDays", 2, "Station météo 2024 2025"],
    [34, "landlord", "createTeam", null, "Agence Nord"],
    [34, "landlord", "createTeam", null, "Conformité"],
    [40, "landlord", "addOrgAdmin", null, named("Inès", "Bernard").email],
  ];

/** Writes the landlord's colleagues, their teams and what they did, the same at every start but for the days. */
export async function seedPeople(store: Store, now: number): Promise<void> {
  const atomic = store.atomic();
  for (const { id, email, forename, surname, isAdmin = false, roles = {} } of COLLEAGUES) {
    // No password fits an empty hash.
    const record = { email, forename, surname, passwordHash: "", platformAdmin: false };
    atomic.set(keys.account(id), { ...record, createdAt: now }).set(keys.accountByEmail(email), id);
    setMember(atomic, { orgId: DEMO_ORG.id, accountId: id }, { isAdmin });
    for (const [position, granted] of Object.entries(roles)) {
      const projectId = siteId(Number(position));
      atomic.set(keys.roles(projectId, id), granted).set(keys.rolesOfAccount(id, projectId), true);
    }
  }
  for (const [id, team] of Object.entries(TEAMS)) atomic.set(keys.team(DEMO_ORG.id, id), team);
  for (const [position, [daysAgo, who, action, site, subject]] of PAST.entries()) {
    const caller = who === "landlord" ? callerOf(DEMO_ACCOUNTS.landlord) : callerOf(COLLEAGUES[0]);
    const projectId = site === null ? null : siteId(site);
    // Between nine and noon, a few minutes apart.
    const atMs = now - now % DAY_MS - daysAgo * DAY_MS + (9 * 60 + position * 13) * 60_000;
    addAuditLine(atomic, { caller, action, orgId: DEMO_ORG.id, projectId, subject }, atMs);
  }
  await atomic.commit();
}

function callerOf(person: { id: string; email: string } | undefined) {
  if (person === undefined) return null;
  const { id: accountId, email } = person;
  return { kind: "account", accountId, email, platformAdmin: false, demo: true } as const;
}

export function colleagueId(forename: string, surname: string): string {
  return named(forename, surname).id;
}

function named(forename: string, surname: string): Colleague {
  const plain = plainWord(`${forename}.${surname}`);
  return { id: `demo-${plain}`, email: `${plain}@demo.example`, forename, surname };
}
