import * as z from "zod/mini";
import {
  anyText,
  email,
  figure,
  freeText,
  id,
  integerBetween,
  isoDate,
  isoDateOrNull,
  named,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import type {
  DisplayContact,
  DisplayContactDraft,
  DisplayMessage,
  DisplayMessageDraft,
} from "./types.ts";

const priority: z.ZodMiniType<number> = integerBetween(1, 99);

/** {@link DisplayMessage} */
export const displayMessage: z.ZodMiniType<DisplayMessage> = named(
  "DisplayMessage",
  z.object({
    id,
    priority: figure,
    from: isoDate,
    to: isoDateOrNull,
    message: anyText,
    version: anyText,
  }),
);

/** {@link DisplayMessageDraft} */
export const displayMessageDraft: z.ZodMiniType<DisplayMessageDraft> = z.strictObject({
  priority,
  from: isoDate,
  to: isoDateOrNull,
  message: text(2_000),
  version,
}).check(z.refine(({ from, to }) => to === null || from <= to, { path: ["to"] }));

/** {@link DisplayContact} */
export const displayContact: z.ZodMiniType<DisplayContact> = named(
  "DisplayContact",
  z.object({
    id,
    priority: figure,
    name: anyText,
    phone: anyText,
    mail: anyText,
    version: anyText,
  }),
);

/** {@link DisplayContactDraft} */
export const displayContactDraft: z.ZodMiniType<DisplayContactDraft> = z.strictObject({
  priority,
  name: text(100),
  phone: freeText(30),
  mail: z.union([z.literal(""), email]),
  version,
});
