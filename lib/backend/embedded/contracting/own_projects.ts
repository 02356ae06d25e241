import { projectsWithRole } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";

interface Naming {
  readonly projects: readonly string[];
}

interface Writing {
  readonly services: Services;
  readonly place: { readonly orgId: string };
  readonly before: Naming | null;
  readonly caller: Caller;
}

/** The rule that a user adds only residences where they may request documents. @spec contracting.own-residences */
export async function namesOwnProjects(
  { projects }: Naming,
  { services, place: { orgId }, before, caller }: Writing,
) {
  const own = await writtenBy(services, orgId, caller);
  const isNamed = (id: string) => own.has(id) || before?.projects.includes(id);
  return projects.every(isNamed) ? null : "unknown-reference";
}

/** The residences of a written record; existing ones where the user may not write remain. */
export async function namedProjects(
  { projects }: Naming,
  { services, place: { orgId }, before, caller }: Writing,
): Promise<string[]> {
  const own = await writtenBy(services, orgId, caller);
  const others = (before?.projects ?? []).filter((id) => !own.has(id));
  return [...new Set([...others, ...projects])];
}

/** True when a user may request documents on every residence of a record. */
export async function mayWriteAll(
  services: Services,
  { projects }: Naming,
  { orgId, caller }: { orgId: string; caller: Caller },
): Promise<boolean> {
  const own = await writtenBy(services, orgId, caller);
  return projects.every((id) => own.has(id));
}

function writtenBy(services: Services, orgId: string, caller: Caller) {
  return projectsWithRole(services, { orgId, caller, role: "collect:documents:write" });
}
