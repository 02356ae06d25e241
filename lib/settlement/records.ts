/** Stored records of terms, indexes and statements. @module */

import * as z from "zod";
import { authorField, entity, NOT_STORED } from "@/lib/api/entity.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  energyTerms,
  indexValue,
  settlement,
  sheetAuthor,
  statementAct,
  statementSheet,
} from "./schema.ts";

export type TermsRecord = z.output<typeof termsRecord>;
export const termsRecord = z.object(energyTerms.shape).omit(NOT_STORED).extend(authorField);

export type PriceIndexesRecord = z.output<typeof priceIndexesRecord>;
export const priceIndexesRecord = z.object({
  values: z.array(
    z.object(indexValue.shape).extend({
      /** Account that entered it; null for older values. */
      accountId: z.string().nullable().default(null),
    }),
  ),
});

/** An act: its author is the account, "" once it is removed; null for the holder of the link. */
const actRecord = z.object(statementAct.shape).omit({ by: true, fileName: true }).extend({
  accountId: z.string().nullable().default(null),
  /** Of an acceptance by silence; in acts of earlier versions, the author's address or {@link BY_LINK}. */
  by: z.string().optional(),
  file: documentRecord.shape.file.default(null),
});

/** A sheet with the accounts of its authors, whose names are read when it is shown. */
export type SheetRecord = z.output<typeof sheetRecord>;
const sheetRecord = z.object(statementSheet.shape).extend({
  authors: z.optional(z.array(z.object(sheetAuthor.shape).omit({ by: true }).extend(authorField))),
});

/** A statement as it was sent, with the hash of the link that opens it; null once revoked. */
export type SettlementRecord = z.output<typeof settlementRecord>;
export const settlementRecord = z.object(settlement.shape)
  .omit({ ...NOT_STORED, hasLink: true, acts: true })
  .extend({
    sheet: sheetRecord,
    acts: z.array(actRecord),
    linkHash: z.string().nullable(),
    document: z.object({ requestId: z.string(), documentId: z.string() }).nullable().default(null),
  });

export const SETTLEMENT_ENTITIES = {
  energyTerms: entity(keys.energyTerms, termsRecord, {
    equipment: (_, [, , boilerRoomId]) => [String(boilerRoomId)],
  }),
};
