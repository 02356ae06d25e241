import type { ProjectRecord } from "@/lib/backend/records/projects.ts";

/** A residence as the store has it, about which nothing more is known. */
export function projectRecord(
  over: Pick<ProjectRecord, "orgId" | "name"> & Partial<ProjectRecord>,
): ProjectRecord {
  return {
    code: "",
    location: { street: "", zipCode: "", city: "", latitude: null, longitude: null },
    tags: [],
    hasPilot: false,
    hasTempPilot: false,
    instrumented: true,
    ecotouchAdmin: 0,
    timeZone: "Europe/Paris",
    ...over,
  };
}
