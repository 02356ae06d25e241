/** Schemas and stored records of messages, contacts and screens. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  entitySchemas,
  inOrder,
  namedObject,
  storedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { PHONE } from "@/lib/base/typed_formats.ts";

/** 1 is the highest. */
const priority: z.ZodMiniType<number> = field.integerBetween(1, 99);

/** A message of the information screen. @spec display.messages */
export type DisplayMessage = z.output<typeof displayMessage>;
export const { stored: displayMessage, draft: displayMessageDraft } = entitySchemas(
  "DisplayMessage",
  {
    priority,
    /** Civil days; without an end, the message is shown until removed. */
    from: field.typedDate,
    to: field.typedDateOrNull,
    message: field.text(2_000),
  },
  inOrder("from", "to"),
);

const contactFields = {
  priority,
  name: field.text(100),
  phone: field.freeText(30).check(z.regex(PHONE)),
  /** Empty when unknown. */
  mail: z.union([z.literal(""), field.email]),
};

/** A contact of the information screen. @spec display.messages */
export type DisplayContact = z.output<typeof displayContact>;
export const displayContact = storedObject("DisplayContact", {
  ...withoutLimits(contactFields),
  mail: field.anyText,
});
export const displayContactDraft = draft(contactFields);

/** Content of an information screen today. @spec display.screen */
export type DisplayScreen = z.output<typeof displayScreen>;
export const displayScreen = namedObject("DisplayScreen", {
  /** Name of the residence. */
  residence: field.anyText,
  /** The civil day at the residence. */
  today: field.isoDate,
  /** Messages of today, highest priority first. */
  messages: z.array(displayMessage),
  contacts: z.array(displayContact),
});
