import { askFirst } from "@/lib/backend/accounts/confirmations.ts";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import { atMost, entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import type { RuleContext } from "@/lib/backend/embedded/entity_rules.ts";
import { projectsWithRole } from "@/lib/backend/embedded/projects/projects.ts";
import { hasExistingReferences } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { isCurrent } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { type MaybeEntry, readEntry } from "@/lib/backend/kv/store.ts";
import { type ContractRecord, providerRecord } from "@/lib/backend/records/contracting.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { overlapsCharge } from "@/lib/domain/contracting/contract_dates.ts";
import { MOST_CONTRACT_PROVIDERS, MOST_IN_REGISTER } from "@/lib/domain/contracting/limits.ts";
import type { ContractProviderDraft } from "@/lib/domain/contracting/types.ts";
import { startEffects } from "@/lib/domain/forms/far_dates.ts";
import { isNameTaken } from "@/lib/domain/forms/visible_text.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { byName, compareValues } from "@/lib/domain/tables/sort.ts";
import {
  changesOwn,
  coversAllOwn,
  mayChange,
  namedProjects,
  namesOwnProjects,
  whileOwn,
  withShared,
  type Writer,
} from "./own_projects.ts";

/** The contracts of an organisation. @spec contracting.contracts */
const contracts = entityOf(ENTITIES.contract, {
  initial: { dates: [] },
  full: atMost(MOST_IN_REGISTER),
  compare: byName,
  subject: ({ name }) => name,
  rules: [
    coversAllOwn,
    hasOwnName,
    hasOwnCode,
    hasExistingReferences(ENTITIES.contract),
    namesOwnProjects,
  ],
  // A contract on every residence lists none: future residences are included.
  completed: async (record, context) => ({
    ...record,
    projects: record.allprojects ? [] : await namedProjects(record, context),
  }),
  kept: changesOwn("contract"),
  use: whileOwn("contract"),
  actions: ["createContract", "putContract", "deleteContract"],
});
export const createContract = contracts.create;
export const putContract = contracts.put;
export const deleteContract = contracts.remove;

export const listContracts: Handler<"listContracts"> = async (services, { orgId }, caller) => {
  const [{ answer }, every, own] = await Promise.all([
    contracts.list(services, { orgId }),
    listIds(services.store, keys.projectOfOrg.under(orgId)),
    projectsWithRole(services, { orgId, caller, role: "collect:documents:read" }),
  ]);
  const shown = answer.map((contract) => ({
    ...contract,
    dates: contract.dates.map((charge) => ({ ...charge, contractId: contract.id })),
    nbProjects: contract.allprojects ? every.length : contract.projects.length,
    projects: contract.projects.filter((id) => own.has(id)),
  }));
  return {
    ok: true,
    answer: await withShared(services, { orgId, caller, kind: "contract" }, shown),
  };
};

export const addContractProvider: Handler<"addContractProvider"> = (services, input, caller) => {
  const { body, ...at } = input;
  const by = { action: "addContractProvider", caller } as const;
  return contracts.change(services, at, by, async (contract, entry) => {
    if (!await mayCharge(services, { ...at, caller })) return "shared-with-others";
    if (contract.dates.length >= MOST_CONTRACT_PROVIDERS) return "limit-reached";
    const charge = { ...body, id: newId() };
    return await charged(services, { ...at, contract, entry, charge, caller }, { id: charge.id });
  });
};

export const putContractProvider: Handler<"putContractProvider"> = (services, input, caller) => {
  const { body, contractProviderId: id, ...at } = input;
  const by = { action: "putContractProvider", caller } as const;
  return contracts.change(services, at, by, async (contract, entry) => {
    if (!await mayCharge(services, { ...at, caller })) return "shared-with-others";
    if (contract.dates.every((charge) => charge.id !== id)) return "not-found";
    const charge = { ...body, id };
    return await charged(services, { ...at, contract, entry, charge, caller }, null);
  });
};

export const deleteContractProvider: Handler<"deleteContractProvider"> = (
  services,
  { contractProviderId, ...at },
  caller,
) => {
  const by = { action: "deleteContractProvider", caller } as const;
  return contracts.change(services, at, by, async (contract) => {
    if (!await mayCharge(services, { ...at, caller })) return "shared-with-others";
    const dates = contract.dates.filter(({ id }) => id !== contractProviderId);
    if (dates.length === contract.dates.length) return "not-found";
    return { record: { ...contract, dates }, answer: null };
  });
};

/** Whether a user may change who is in charge of a contract, on all its residences. */
function mayCharge(services: Services, { contractId, ...writer }: Writer & { contractId: string }) {
  return mayChange(services, writer, { kind: "contract", id: contractId });
}

/** The rule that codes are distinct; an unchanged code is not checked. @spec decision 097 */
function hasOwnCode(
  { code }: ContractRecord,
  { others, before }: Pick<RuleContext<unknown, ContractRecord>, "others" | "before">,
): "code-taken" | null {
  if (code === "" || code === before?.code) return null;
  return isNameTaken(others.map(({ record }) => record.code), code) ? "code-taken" : null;
}

interface ChargeChange {
  readonly orgId: string;
  readonly contract: ContractRecord;
  readonly entry: Pick<MaybeEntry, "versionstamp">;
  readonly charge: ContractProviderDraft & { readonly id: string };
  readonly caller: Caller;
}

/** The contract with a dated provider added or changed; only one is in charge at a time. @spec contracting.contracts */
async function charged<Answer>(
  { store, now }: Services,
  { orgId, contract, entry, caller, charge: { version, ...charge } }: ChargeChange,
  answer: Answer,
) {
  if (!isCurrent(version, entry)) return "conflict";
  const provider = await readEntry(store, keys.provider(orgId, charge.providerId), providerRecord);
  if (provider.value === null) return "unknown-reference";
  const before = contract.dates.find(({ id }) => id === charge.id);
  const isNew = before?.providerId !== charge.providerId;
  if (provider.value.archived && isNew) return "archived";
  const others = contract.dates.filter((one) => one !== before);
  if (overlapsCharge(charge, others)) return "provider-overlap";
  const since = { today: civilDateOf(now()), before: before?.startDate };
  const asked = askFirst(caller, startEffects(charge.startDate, since));
  if (asked !== null) return asked;
  const dates = [...others, charge].sort((a, b) => compareValues(a.startDate, b.startDate));
  return { record: { ...contract, dates }, answer };
}
