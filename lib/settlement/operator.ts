/** Reads the contract of documents to which terms are tied, and its provider in charge. @module */

import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { type ContractRecord, contractRecord, providerRecord } from "@/lib/documents/records.ts";
import { inChargeOn } from "@/lib/documents/register_rules.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";

interface TiedContract {
  readonly projectId: string;
  readonly contractId: string;
}

/** The contract of documents, which covers the residence; null for another one, or once it is deleted. */
export async function contractOf(
  services: Services,
  { projectId, contractId }: TiedContract,
): Promise<ContractRecord | null> {
  const orgId = await organisationOf(services, projectId);
  const { value } = await readEntry(
    services.store,
    keys.contract(orgId, contractId),
    contractRecord,
  );
  return value?.allprojects || value?.projects.includes(projectId) ? value : null;
}

/** The operator: the provider in charge of the contract today, with its addresses; null for none. @spec settlement.contract */
export async function operatorOf(services: Services, tied: TiedContract) {
  const contract = await contractOf(services, tied);
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const charge = contract === null ? null : inChargeOn(contract.dates, today);
  if (charge === null) return null;
  const orgId = await organisationOf(services, tied.projectId);
  const key = keys.provider(orgId, charge.providerId);
  const { value: provider } = await readEntry(services.store, key, providerRecord);
  return provider && { orgId, providerId: charge.providerId, provider };
}

/** Whether the organisation manages documents. @spec organisations.documents */
export async function managesDocuments(
  { store }: Pick<Services, "store">,
  orgId: string,
): Promise<boolean> {
  const { value } = await readEntry(store, keys.orgFeatures(orgId), collectFeaturesRecord);
  return value?.documentManagement ?? false;
}
