/** Stored records of terms, indexes and statements. @module */

import * as z from "zod";
import { entity, NOT_STORED } from "@/lib/api/entity.ts";
import { keys } from "@/lib/store/keys.ts";
import { energyTerms, priceIndexes, settlement } from "./schema.ts";

export type TermsRecord = z.output<typeof termsRecord>;
export const termsRecord = z.object(energyTerms.shape).omit(NOT_STORED);

export const priceIndexesRecord = z.object(priceIndexes.shape).omit({ version: true });

/** A statement as it was sent, with the hash of the link that opens it; null once revoked. */
export type SettlementRecord = z.output<typeof settlementRecord>;
export const settlementRecord = z.object(settlement.shape)
  .omit({ ...NOT_STORED, hasLink: true })
  .extend({ linkHash: z.string().nullable() });

export const SETTLEMENT_ENTITIES = {
  energyTerms: entity(keys.energyTerms, termsRecord, {
    equipment: (_, [, , boilerRoomId]) => [String(boilerRoomId)],
  }),
};
