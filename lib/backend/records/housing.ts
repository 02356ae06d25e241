import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type {
  AnonymousGroup,
  House,
  HouseSettings,
  HouseType,
  HousingAlert,
  ModuleRights,
} from "@/lib/domain/housing/types.ts";
import { entity } from "./entity.ts";

export type HouseRecord = Omit<House, "id" | "version">;

const settings: z.ZodType<HouseSettings> = z.object({
  name: z.string(),
  collectMode: z.literal([0, 1, 2]),
  hourlyMode: z.literal([0, 1, 2, 3]),
  floor: z.number().nullable(),
  buildingId: z.string().nullable(),
  houseTypeId: z.string().nullable(),
  anonymousGroupId: z.string().nullable(),
});

export const houseRecord: z.ZodType<HouseRecord> = z.object({
  kind: z.enum(["module", "enocean"]),
  projectModuleId: z.string().nullable(),
  serial: z.string(),
  settings,
  config: z.record(z.string(), z.string()),
});

export type HouseTypeRecord = Omit<HouseType, "id" | "version">;

const houseTypeRecord: z.ZodType<HouseTypeRecord> = z.object({
  name: z.string(),
  area: z.number().nullable(),
  occupants: z.number().nullable(),
});

export type AnonymousGroupRecord = Omit<AnonymousGroup, "id" | "version">;

const anonymousGroupRecord: z.ZodType<AnonymousGroupRecord> = z.object({ name: z.string() });

/** Rights of the occupants' application in a dwelling; none until a user sets them. */
export type ModuleRightsRecord = Omit<ModuleRights, "houseId" | "version">;

export const moduleRightsRecord: z.ZodType<ModuleRightsRecord> = z.object({
  access: z.literal([0, 1, 2, 3]),
});

/** A stored message to tenants. */
export type HousingAlertRecord = Omit<HousingAlert, "id" | "version">;

const housingAlertRecord: z.ZodType<HousingAlertRecord> = z.object({
  from: z.string(),
  to: z.string().nullable(),
  message: z.string(),
  houseIds: z.array(z.string()),
});

export const HOUSING_ENTITIES = {
  house: entity(keys.house, houseRecord, {
    equipment: ({ settings: { buildingId } }) => [buildingId],
    houseType: ({ settings: { houseTypeId } }) => [houseTypeId],
    anonymousGroup: ({ settings: { anonymousGroupId } }) => [anonymousGroupId],
  }),
  houseType: entity(keys.houseType, houseTypeRecord),
  anonymousGroup: entity(keys.anonymousGroup, anonymousGroupRecord),
  housingAlert: entity(keys.housingAlert, housingAlertRecord),
};
