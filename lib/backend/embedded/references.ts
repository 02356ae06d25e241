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

export type ReferredKind = keyof References<never>;

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
] as const satisfies readonly ReferredKind[];

/** A kind of record that refers to others of its place, whose id is first in its key. */
export interface Referrer<Record> {
  readonly key: { under(placeId: string): Key; readonly doc: Pick<KeyDoc, "params"> };
  readonly record: ZodType<Record>;
  readonly refersTo: References<Record>;
}

/** Every kind of record with calls to list, create, write and delete. */
export const ENTITIES = {
  ...ALARMS_ENTITIES,
  ...AUTOCONSUMPTION_ENTITIES,
  ...CONSUMPTION_REPORTS_ENTITIES,
  ...CONTRACTING_ENTITIES,
  ...DISPLAY_ENTITIES,
  ...FACILITIES_ENTITIES,
  ...HOUSING_ENTITIES,
  ...PROJECTS_ENTITIES,
  // The series was checked when the claim was made: it may change afterwards.
  seriesSource: entity(keys.seriesSource, claimSchema, {
    dataseries: ({ seriesId: id }) => [{ field: "seriesId", id, suits: () => true }],
  }),
};

/**
 * Every reference between records of a residence or of an organisation. A record cannot be deleted while another refers
 * to it, and a record is written only while its references exist.
 */
export const REFERRERS: readonly Referrer<unknown>[] = Object.values(ENTITIES)
  .flatMap((one) => "refersTo" in one ? [one] : []);
