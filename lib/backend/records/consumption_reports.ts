import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { ReportMailMark } from "@/lib/domain/consumption_reports/report_mails.ts";
import type { ConsumptionReportSettings } from "@/lib/domain/consumption_reports/types.ts";
import { entity } from "./entity.ts";

/** Stored settings of a residence's consumption reports; the image is the one encoded by this program. */
export interface ReportSettingsRecord extends Omit<ConsumptionReportSettings, "image"> {
  readonly image: Uint8Array | null;
}

const figure = z.number().nullable();

export const reportSettingsRecord: z.ZodType<ReportSettingsRecord> = z.object({
  lightsReference: figure,
  plugsReference: figure,
  cookingReference: figure,
  elecPricing: figure,
  coldWaterReference: figure,
  hotWaterReference: figure,
  waterPricing: figure,
  waterHeatingEnergy: z.enum(["electricity", "gas", "urban", "wood"]).nullable(),
  waterHeatingPricing: figure,
  heatingReference: figure,
  tempReference: figure,
  heatingPricing: figure,
  djuSource: z.string().nullable(),
  image: z.instanceof(Uint8Array).nullable(),
  imageMimeType: z.enum(["image/jpeg", "image/png"]).nullable(),
});

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
