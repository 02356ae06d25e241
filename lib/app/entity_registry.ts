/** Every kind of record, with its references to others. @module */

import { ALARMS_ENTITIES } from "@/lib/alarms/records.ts";
import { entity, type Referrer } from "@/lib/api/entity.ts";
import { CONSUMPTION_REPORTS_ENTITIES } from "@/lib/consumption_reports/records.ts";
import { DISPLAY_ENTITIES } from "@/lib/display/records.ts";
import { DOCUMENTS_ENTITIES } from "@/lib/documents/records.ts";
import { ENERGY_PRICES_ENTITIES } from "@/lib/energy_prices/records.ts";
import { FACILITIES_ENTITIES } from "@/lib/facilities/records.ts";
import { HOUSING_ENTITIES } from "@/lib/housing/records.ts";
import { ORGANISATIONS_ENTITIES } from "@/lib/organisations/records.ts";
import { SELF_CONSUMPTION_ENTITIES } from "@/lib/self_consumption/records.ts";
import { claimSchema, PROJECTS_ENTITIES } from "@/lib/series/records.ts";
import { SETTLEMENT_ENTITIES } from "@/lib/settlement/records.ts";
import { keys } from "@/lib/store/keys.ts";

/** Every kind of record with calls to list, create, write and delete. */
export const ENTITIES = {
  ...ALARMS_ENTITIES,
  ...SELF_CONSUMPTION_ENTITIES,
  ...CONSUMPTION_REPORTS_ENTITIES,
  ...DOCUMENTS_ENTITIES,
  ...DISPLAY_ENTITIES,
  ...ENERGY_PRICES_ENTITIES,
  ...FACILITIES_ENTITIES,
  ...HOUSING_ENTITIES,
  ...ORGANISATIONS_ENTITIES,
  ...PROJECTS_ENTITIES,
  ...SETTLEMENT_ENTITIES,
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
