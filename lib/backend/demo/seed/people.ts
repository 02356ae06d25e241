import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { setMember } from "@/lib/backend/embedded/organisations/members.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import type { TeamRecord } from "@/lib/backend/records/organisations.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import { DAY_MS } from "@/lib/domain/periods/durations.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { plainWord } from "@/lib/domain/tables/search.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { DEMO_ORG, tagValueId } from "./demo_org.ts";

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
    for (const [rank, given] of Object.entries(roles)) {
      const projectId = siteId(Number(rank));
      atomic.set(keys.roles(projectId, id), given).set(keys.rolesOfAccount(id, projectId), true);
    }
  }
  for (const [id, team] of Object.entries(TEAMS)) atomic.set(keys.team(DEMO_ORG.id, id), team);
  for (const [rank, [daysAgo, who, action, site, subject]] of PAST.entries()) {
    const caller = who === "landlord" ? callerOf(DEMO_ACCOUNTS.landlord) : callerOf(COLLEAGUES[0]);
    const projectId = site === null ? null : siteId(site);
    // Between nine and noon, a few minutes apart.
    const atMs = now - now % DAY_MS - daysAgo * DAY_MS + (9 * 60 + rank * 13) * 60_000;
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
