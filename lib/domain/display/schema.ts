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

const priority: z.ZodMiniType<number> = integerBetween(1, 99);

/** A message of the information screen. @spec B §3 "Display message" */
export type DisplayMessage = z.output<typeof displayMessage>;

export const displayMessage = named(
  "DisplayMessage",
  z.object({
    id,
    /** 1 is first. */
    priority: figure,
    /** Civil days; an open end stays until removed. */
    from: isoDate,
    to: isoDateOrNull,
    message: anyText,
    version: anyText,
  }),
);

export type DisplayMessageDraft = z.output<typeof displayMessageDraft>;

export const displayMessageDraft = z.strictObject({
  priority,
  from: isoDate,
  to: isoDateOrNull,
  message: text(2_000),
  version,
}).check(z.refine(({ from, to }) => to === null || from <= to, { path: ["to"] }));

/** A contact of the information screen. @spec B §3 "Display contact" */
export type DisplayContact = z.output<typeof displayContact>;

export const displayContact = named(
  "DisplayContact",
  z.object({
    id,
    /** 1 is first. */
    priority: figure,
    name: anyText,
    phone: anyText,
    /** Empty when there is none. */
    mail: anyText,
    version: anyText,
  }),
);

export type DisplayContactDraft = z.output<typeof displayContactDraft>;

export const displayContactDraft = z.strictObject({
  priority,
  name: text(100),
  phone: freeText(30),
  mail: z.union([z.literal(""), email]),
  version,
});
