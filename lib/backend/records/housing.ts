import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  anonymousGroup,
  house,
  houseType,
  housingAlert,
  moduleRights,
} from "@/lib/domain/housing/schema.ts";
import { entity, NOT_STORED } from "./entity.ts";

export type HouseRecord = z.output<typeof houseRecord>;
export const houseRecord = z.object(house.shape).omit(NOT_STORED);

export type HouseTypeRecord = z.output<typeof houseTypeRecord>;
const houseTypeRecord = z.object(houseType.shape).omit(NOT_STORED);

export type AnonymousGroupRecord = z.output<typeof anonymousGroupRecord>;
const anonymousGroupRecord = z.object(anonymousGroup.shape).omit(NOT_STORED);

/** Rights of the occupants' application in a dwelling; none until a user sets them. */
export type ModuleRightsRecord = z.output<typeof moduleRightsRecord>;
export const moduleRightsRecord = z.object(moduleRights.shape).omit({
  houseId: true,
  version: true,
});

/** A stored message to tenants. */
export type HousingAlertRecord = z.output<typeof housingAlertRecord>;
const housingAlertRecord = z.object(housingAlert.shape).omit(NOT_STORED);

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
