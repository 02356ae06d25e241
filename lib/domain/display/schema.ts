import { z } from "zod";
import {
  email,
  freeText,
  id,
  integerBetween,
  isoDate,
  isoDateOrNull,
  text,
  version,
} from "../forms/schema.ts";
import type {
  DisplayContact,
  DisplayContactDraft,
  DisplayMessage,
  DisplayMessageDraft,
} from "./types.ts";

const priority: z.ZodType<number> = integerBetween(1, 99);

/** {@link DisplayMessage} */
export const displayMessage: z.ZodType<DisplayMessage> = z.object({
  id,
  priority: z.number(),
  from: isoDate,
  to: isoDateOrNull,
  message: z.string(),
  version: z.string(),
}).meta({ id: "DisplayMessage" });

/** {@link DisplayMessageDraft} */
export const displayMessageDraft: z.ZodType<DisplayMessageDraft> = z.strictObject({
  priority,
  from: isoDate,
  to: isoDateOrNull,
  message: text(2_000),
  version,
}).refine(({ from, to }) => to === null || from <= to, { path: ["to"] });

/** {@link DisplayContact} */
export const displayContact: z.ZodType<DisplayContact> = z.object({
  id,
  priority: z.number(),
  name: z.string(),
  phone: z.string(),
  mail: z.string(),
  version: z.string(),
}).meta({ id: "DisplayContact" });

/** {@link DisplayContactDraft} */
export const displayContactDraft: z.ZodType<DisplayContactDraft> = z.strictObject({
  priority,
  name: text(100),
  phone: freeText(30),
  mail: z.union([z.literal(""), email]),
  version,
});
