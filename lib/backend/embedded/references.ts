import type { ZodType } from "zod";
import type { KeyDoc } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Key } from "@/lib/backend/kv/store.ts";
import { ALARMS_ENTITIES } from "@/lib/backend/records/alarms.ts";
import { AUTOCONSUMPTION_ENTITIES } from "@/lib/backend/records/autoconsumption.ts";
import { CONSUMPTION_REPORTS_ENTITIES } from "@/lib/backend/records/consumption_reports.ts";
import { CONTRACTING_ENTITIES } from "@/lib/backend/records/contracting.ts";
import { DISPLAY_ENTITIES } from "@/lib/backend/records/display.ts";
import { entity, type References } from "@/lib/backend/records/entity.ts";
import { FACILITIES_ENTITIES } from "@/lib/backend/records/facilities.ts";
import { HOUSING_ENTITIES } from "@/lib/backend/records/housing.ts";
import { PROJECTS_ENTITIES } from "@/lib/backend/records/projects.ts";
import { claimSchema } from "@/lib/backend/sources/sources.ts";

export type Referred = keyof References<never>;

export const REFERRED = [
  "dataseries",
  "equipment",
  "house",
  "houseType",
  "anonymousGroup",
  "outdoorSource",
  "provider",
  "contract",
  "typedoc",
  "projectOfOrg",
] as const satisfies readonly Referred[];

/** One that refers to others of its place, whose id its key begins with. */
export interface Referrer<Record> {
  readonly key: { under(placeId: string): Key; readonly doc: Pick<KeyDoc, "params"> };
  readonly record: ZodType<Record>;
  readonly refersTo: References<Record>;
}

/** Every kind of thing that calls list, create, write and delete. */
export const ENTITIES = {
  ...ALARMS_ENTITIES,
  ...AUTOCONSUMPTION_ENTITIES,
  ...CONSUMPTION_REPORTS_ENTITIES,
  ...CONTRACTING_ENTITIES,
  ...DISPLAY_ENTITIES,
  ...FACILITIES_ENTITIES,
  ...HOUSING_ENTITIES,
  ...PROJECTS_ENTITIES,
  // What is sent was checked as it came: the series may change afterwards.
  seriesSource: entity(keys.seriesSource, claimSchema, {
    dataseries: ({ seriesId: id }) => [{ field: "seriesId", id, suits: () => true }],
  }),
};

/** The entities that refer to others. */
export type ReferrerName = {
  [Name in keyof typeof ENTITIES]: (typeof ENTITIES)[Name] extends { refersTo: unknown } ? Name
    : never;
}[keyof typeof ENTITIES];

/**
 * Every reference between the things of a residence or of an organisation. What is named here cannot be deleted while the other stands, and
 * the other is written only while what it names is there.
 */
export const REFERRERS: readonly Referrer<unknown>[] = Object.values(ENTITIES)
  .flatMap((one) => "refersTo" in one ? [one] : []);
