import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { ReportMailMark } from "@/lib/domain/consumption_reports/report_mails.ts";
import { consumptionReportSettingsRead } from "@/lib/domain/consumption_reports/schema.ts";
import { entity } from "./entity.ts";

/** Stored settings of a residence's consumption reports; the image is the one encoded by this program. */
export type ReportSettingsRecord = z.output<typeof reportSettingsRecord>;
export const reportSettingsRecord = z.object(consumptionReportSettingsRead.shape)
  .omit({ version: true }).extend({ image: z.instanceof(Uint8Array).nullable() });

/** Default settings of a residence: no reference, no price, no image. */
export const NO_REPORT_SETTINGS: ReportSettingsRecord = {
  lightsReference: null,
  plugsReference: null,
  cookingReference: null,
  elecPricing: null,
  coldWaterReference: null,
  hotWaterReference: null,
  waterPricing: null,
  waterHeatingEnergy: null,
  waterHeatingPricing: null,
  heatingReference: null,
  tempReference: null,
  heatingPricing: null,
  djuSource: null,
  image: null,
  imageMimeType: null,
};

/** State of the report mails of a residence. */
export type ReportMailsRecord = z.output<typeof reportMailsRecord>;
export const reportMailsRecord = z.object({
  /** The first month to mail; null when mails are off. */
  firstMonth: z.string().nullable(),
});

/** The reports mailed to the occupants of a dwelling, so that each is mailed once. */
export interface ReportMailedRecord extends ReportMailMark {
  readonly at: string;
}

export const reportMailedRecord: z.ZodType<ReportMailedRecord> = z.object({
  month: z.string(),
  occupancyIds: z.array(z.string()),
  at: z.string(),
});

export const CONSUMPTION_REPORTS_ENTITIES = {
  reportSettings: entity(keys.reportSettings, reportSettingsRecord, {
    outdoorSource: ({ djuSource }) => [djuSource],
  }),
};
