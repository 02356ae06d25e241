/** Stored records of dated prices of energy. @module */

import * as z from "zod";
import { authorField, entity, NOT_STORED } from "@/lib/api/entity.ts";
import { keys } from "@/lib/store/keys.ts";
import { energyBill, energyPrice } from "./schema.ts";

export type EnergyPriceRecord = z.output<typeof energyPriceRecord>;
export const energyPriceRecord = z.object(energyPrice.shape).omit(NOT_STORED).extend(authorField);

export type EnergyBillRecord = z.output<typeof energyBillRecord>;
export const energyBillRecord = z.object(energyBill.shape).omit(NOT_STORED);

export const ENERGY_PRICES_ENTITIES = {
  energyBill: entity(keys.energyBill, energyBillRecord, {
    equipment: ({ boilerRoomId }) => [boilerRoomId],
  }),
  energyPrice: entity(keys.energyPrice, energyPriceRecord, {
    equipment: ({ boilerRoomId }) => [boilerRoomId],
  }),
};
