/** Stored records of the messages, contacts and tokens of an information screen. @module */

import * as z from "zod";
import { entity, NOT_STORED } from "@/lib/api/entity.ts";
import { keys } from "@/lib/store/keys.ts";
import { displayContact, displayMessage } from "./schema.ts";

export type DisplayMessageRecord = z.output<typeof displayMessageRecord>;
export const displayMessageRecord = z.object(displayMessage.shape).omit(NOT_STORED);

export type DisplayContactRecord = z.output<typeof displayContactRecord>;
export const displayContactRecord = z.object(displayContact.shape).omit(NOT_STORED);

export const DISPLAY_ENTITIES = {
  displayMessage: entity(keys.displayMessage, displayMessageRecord),
  displayContact: entity(keys.displayContact, displayContactRecord),
};
