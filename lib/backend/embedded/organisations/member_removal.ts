import { accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import {
  ownMailReports,
  queuedReportsOf,
  removeFilesOf,
} from "@/lib/backend/embedded/accounts/own_reports.ts";
import { endPendingAccount } from "@/lib/backend/embedded/accounts/pending_account.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { includeEach } from "@/lib/backend/kv/commit_each.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds, readById } from "@/lib/backend/kv/lists.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { rolesRecord } from "@/lib/backend/records/organisations.ts";
import { reportKeys } from "@/lib/backend/records/queued_reports.ts";
import { type MemberPlace, ofAccount, readTeams, removalVerdict } from "./members.ts";

/**
 * Maximum roles, teams and reports removed in the commit of the membership; the others are removed before it: what would
 * remain after it would count again for a person who comes back.
 */
const REMOVED_PER_COMMIT = 300;

/**
 * Removes a member from an organisation, with their administration, roles, teams, own mail reports and ordered reports
 * about its residences.
 */
export const removeOrgUser: Handler<"removeOrgUser"> = async (services, input, caller) => {
  const { orgId, email } = input;
  const account = await accountByEmail(services.store, email);
  if (account === null) return { ok: false, code: "not-found" };
  const place = { orgId, accountId: account.id };
  let ordered: OrderedReports = [];
  const change = { caller, action: "removeOrgUser", orgId } as const;
  const outcome = await write(services, change, async (atomic) => {
    const verdict = await removalVerdict(services, place);
    if (verdict !== "ordinary" && verdict !== "administrator") return { ok: false, code: verdict };
    const projectIds = await listIds(services.store, keys.projectOfOrg.under(orgId));
    ordered = (await queuedReportsOf(services.store, account.id))
      .filter(({ value }) => value.projectId !== null && projectIds.includes(value.projectId));
    const removals = [
      ...await removalsOf(services, place, projectIds),
      ...reportKeys(ordered).map((key): Removal => (atomic) => void atomic.delete(key)),
    ];
    await includeEach(services.store, atomic, removals, {
      perCommit: REMOVED_PER_COMMIT,
      fill: (commit, remove) => remove(commit),
    });
    atomic.delete(keys.member(orgId, account.id)).delete(keys.orgOfAccount(account.id, orgId));
    await endPendingAccount(services, atomic, {
      accountId: account.id,
      lost: keys.orgOfAccount(account.id, orgId),
    });
    return ofAccount(account);
  });
  if (outcome.ok) await removeFilesOf(services.store, ordered);
  return outcome;
};

type OrderedReports = Awaited<ReturnType<typeof queuedReportsOf>>;
type Removal = (atomic: Atomic) => void;

async function removalsOf(
  services: Services,
  { orgId, accountId }: MemberPlace,
  ids: readonly string[],
): Promise<Removal[]> {
  const [teams, reports] = await Promise.all([
    readTeams(services, orgId),
    ownMailReports(services.store, { orgId, accountId }),
  ]);
  const rolesKey = (projectId: string) => keys.roles(projectId, accountId);
  const roles = await readById(services.store, ids, rolesKey, rolesRecord);
  const fromTeams = teams
    .filter(({ record }) => record.accountIds.includes(accountId))
    .map(({ entry: { key }, record }): Removal => (atomic) => {
      const accountIds = record.accountIds.filter((id) => id !== accountId);
      atomic.set(key, { ...record, accountIds });
    });
  const fromProjects = [...roles.keys()].map((projectId): Removal => (atomic) => {
    atomic.delete(rolesKey(projectId)).delete(keys.rolesOfAccount(accountId, projectId));
  });
  const ownReports = reports.map(({ key }): Removal => (atomic) => void atomic.delete(key));
  return [...fromTeams, ...fromProjects, ...ownReports];
}
