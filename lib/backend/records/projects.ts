import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { projectFeatures, projectSummary } from "@/lib/domain/projects/schema.ts";
import type {
  ManualIndex,
  ProjectFeatures,
  ProjectSeriesDraft,
} from "@/lib/domain/projects/types.ts";
import { ENERGY_USES, RHYTHMS } from "@/lib/domain/series/types.ts";
import { DATA_UNIT_IDS } from "@/lib/domain/series/units.ts";
import { entity } from "./entity.ts";

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

export type SeriesRecord = Omit<ProjectSeriesDraft, "version">;

export const seriesRecord: z.ZodType<SeriesRecord> = z.object({
  dataUnitId: z.enum(DATA_UNIT_IDS),
  scope: z.enum(["housing", "facilities"]),
  renamed: z.string().nullable(),
  importedUnit: z.string().nullable(),
  manualIndex: z.boolean(),
  equipmentId: z.string().nullable(),
  dataSourceOptions: z.record(z.string(), z.string()),
  rhythm: z.enum(RHYTHMS).nullish(),
  use: z.enum(ENERGY_USES).nullish(),
  maxRatePerHour: z.number().nullish(),
  rollsOverAt: z.number().nullish(),
});

/** A manually entered meter index, with the second of its reading. */
export type ManualIndexRecord = Omit<ManualIndex, "id" | "counted" | "events"> & {
  epochS: number;
};

export const manualIndexRecord: z.ZodType<ManualIndexRecord> = z.object({
  seriesId: z.string(),
  houseId: z.string().nullable(),
  date: z.string(),
  value: z.number(),
  email: z.string(),
  epochS: z.int(),
});

export const PROJECTS_ENTITIES = {
  dataseries: entity(keys.dataseries, seriesRecord, {
    equipment: ({ equipmentId }) => [equipmentId],
  }),
  // The series was checked when the index was entered: it may change afterwards.
  manualIndex: entity(keys.manualIndex, manualIndexRecord, {
    dataseries: ({ seriesId: id }) => [{ field: "seriesId", id, suits: () => true }],
  }),
};
