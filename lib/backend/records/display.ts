import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { displayContact, displayMessage } from "@/lib/domain/display/schema.ts";
import { entity, NOT_STORED } from "./entity.ts";

export type DisplayMessageRecord = z.output<typeof displayMessageRecord>;
export const displayMessageRecord = z.object(displayMessage.shape).omit(NOT_STORED);

export type DisplayContactRecord = z.output<typeof displayContactRecord>;
export const displayContactRecord = z.object(displayContact.shape).omit(NOT_STORED);

export const DISPLAY_ENTITIES = {
  displayMessage: entity(keys.displayMessage, displayMessageRecord),
  displayContact: entity(keys.displayContact, displayContactRecord),
};
