/** Declares the stored residences and features. @module */

import * as z from "zod";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { type ProjectFeatures, projectFeatures, projectSummary } from "./schema.ts";

/** A residence; its tags are ids of values, at most one per group. */
export type ProjectRecord = z.output<typeof projectRecord>;
export const projectRecord = z.object(projectSummary.shape)
  .omit({ id: true, features: true, allRoles: true }).extend({ timeZone: z.string() });

/** The enabled features of a residence; none until a user sets them. */
export const featuresRecord = z.object(projectFeatures.shape);

/** Features of a new residence: boiler rooms and buildings are enabled, dwellings are not. */
export const NO_FEATURES: ProjectFeatures = {
  houseMode: 0,
  houseOnConnection: false,
  houseHourly: 0,
  houseMetadata: false,
  houseTypes: false,
  housesConsreport: false,
  display: false,
  housesAppAlarm: false,
  tempOffset: false,
  calculatedHeatingSeason: false,
  facilityFiveMin: true,
};

/** The name and the id of a residence, for the platform administrator; the id alone when it was deleted. */
export async function residenceTitle(store: Store, projectId: string): Promise<string> {
  const { value } = await readEntry(store, keys.project(projectId), projectRecord);
  return value === null ? projectId : `${value.name} (${projectId})`;
}

/** A person and the instant of their act. */
const signed = z.object({ accountId: z.string(), at: z.string() });

export type Signed = z.output<typeof signed>;

/** Who took charge of, or put off, a thing to do. @spec projects.follow-up */
export const followUpRecord = z.object({
  taken: signed.nullable(),
  postponed: signed.extend({ until: z.string() }).nullable(),
});
