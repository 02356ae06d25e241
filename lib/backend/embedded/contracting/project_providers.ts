import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import {
  contractRecord,
  providerRecord,
  requestRecord,
} from "@/lib/backend/records/contracting.ts";
import { inChargeOn } from "@/lib/domain/contracting/contract_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectProvider } from "@/lib/domain/projects/types.ts";
import { byName } from "@/lib/domain/tables/sort.ts";

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
