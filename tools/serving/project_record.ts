import type { ProjectRecord } from "@/lib/residences/records.ts";

/** The stored record of a residence, with default values for the fields that are not given. */
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
