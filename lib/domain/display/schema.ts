import * as z from "zod/mini";
import {
  anyText,
  email,
  figure,
  freeText,
  inOrder,
  integerBetween,
  isoDate,
  isoDateOrNull,
  namedObject,
  storedObject,
  text,
  typedDate,
  typedDateOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import {
  CONTACT_NAME_MAX_LENGTH,
  DISPLAY_MESSAGE_MAX_LENGTH,
  LAST_PRIORITY,
  PHONE_MAX_LENGTH,
} from "./limits.ts";
import { PHONE } from "./phone.ts";

const priority: z.ZodMiniType<number> = integerBetween(1, LAST_PRIORITY);

/** A message of the information screen. @spec display.messages */
export type DisplayMessage = z.output<typeof displayMessage>;
export const displayMessage = storedObject("DisplayMessage", {
  /** 1 is the highest. */
  priority: figure,
  /** Civil days; without an end, the message is shown until removed. */
  from: isoDate,
  to: isoDateOrNull,
  message: anyText,
});

export const displayMessageDraft = z.strictObject({
  priority,
  from: typedDate,
  to: typedDateOrNull,
  message: text(DISPLAY_MESSAGE_MAX_LENGTH),
  version,
}).check(inOrder("from", "to"));

/** A contact of the information screen. @spec display.messages */
export type DisplayContact = z.output<typeof displayContact>;
export const displayContact = storedObject("DisplayContact", {
  /** 1 is the highest. */
  priority: figure,
  name: anyText,
  phone: anyText,
  /** Empty when unknown. */
  mail: anyText,
});

export const displayContactDraft = z.strictObject({
  priority,
  name: text(CONTACT_NAME_MAX_LENGTH),
  phone: freeText(PHONE_MAX_LENGTH).check(z.regex(PHONE)),
  mail: z.union([z.literal(""), email]),
  version,
});

/** Content of an information screen today. @spec display.screen */
export type DisplayScreen = z.output<typeof displayScreen>;
export const displayScreen = namedObject("DisplayScreen", {
  /** Name of the residence. */
  residence: anyText,
  /** The civil day at the residence. */
  today: isoDate,
  /** Messages of today, highest priority first. */
  messages: z.array(displayMessage),
  contacts: z.array(displayContact),
});
