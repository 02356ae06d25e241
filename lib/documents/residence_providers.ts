/** Reads the providers in charge of a residence. @module */

import type { Services } from "@/lib/api/services.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { ProjectProvider } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { byName } from "@/lib/ui/tables.ts";
import { contractRecord, providerRecord, requestRecord } from "./records.ts";
import { inChargeOn } from "./register_rules.ts";

/** Providers in charge, or asked for documents, on residences. @spec contracting.residence-providers */
export async function readProjectProviders(
  { store, now }: Pick<Services, "store" | "now">,
  orgId: string,
): Promise<(projectId: string) => readonly ProjectProvider[]> {
  const [providers, contracts, requests] = await Promise.all([
    listStored(store, keys.provider.under(orgId), providerRecord),
    listStored(store, keys.contract.under(orgId), contractRecord),
    listStored(store, keys.documentRequest.under(orgId), requestRecord),
  ]);
  const today = civilDateOf(now(), DEFAULT_TIME_ZONE);
  const sorted = providers.map(({ id, record: { name } }) => ({ id, name })).sort(byName);
  const works = [
    ...contracts.map(({ record: { dates, allprojects, projects } }) => ({
      providerId: inChargeOn(dates, today)?.providerId,
      projects: allprojects ? null : new Set(projects),
    })),
    ...requests.filter(({ record }) => !record.close).map(({ record }) => ({
      providerId: record.providerId,
      projects: new Set(record.projects),
    })),
  ];
  return (projectId) => {
    const own = new Set(
      works.filter(({ projects }) => projects?.has(projectId) ?? true)
        .map(({ providerId }) => providerId),
    );
    return sorted.filter(({ id }) => own.has(id));
  };
}
