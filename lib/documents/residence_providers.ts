/** Reads the providers in charge of a residence. @module */

import type { Services } from "@/lib/api/services.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { ProjectProvider } from "@/lib/residences/schema.ts";
import { byName } from "@/lib/ui/tables.ts";
import { namedRegisters } from "./document_rows.ts";
import { inChargeOn } from "./register_rules.ts";

/** Providers in charge, or asked for documents, on residences. @spec contracting.residence-providers */
export async function readProjectProviders(
  services: Services,
  orgId: string,
): Promise<(projectId: string) => readonly ProjectProvider[]> {
  const { providers, contracts, requests } = await namedRegisters(services, orgId);
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const sorted = [...providers].map(([id, { name }]) => ({ id, name })).sort(byName);
  const works = [
    ...contracts.values().map(({ dates, allprojects, projects }) => ({
      providerId: inChargeOn(dates, today)?.providerId,
      projects: allprojects ? null : new Set(projects),
    })),
    ...requests.values().filter(({ close }) => !close).map(({ providerId, projects }) => ({
      providerId,
      projects: new Set(projects),
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
