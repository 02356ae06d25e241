import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { DisplayContact, DisplayMessage } from "@/lib/domain/display/types.ts";
import { entity } from "./entity.ts";

export type DisplayMessageRecord = Omit<DisplayMessage, "id" | "version">;

export const displayMessageRecord: z.ZodType<DisplayMessageRecord> = z.object({
  priority: z.number(),
  from: z.string(),
  to: z.string().nullable(),
  message: z.string(),
});

export type DisplayContactRecord = Omit<DisplayContact, "id" | "version">;

export const displayContactRecord: z.ZodType<DisplayContactRecord> = z.object({
  priority: z.number(),
  name: z.string(),
  phone: z.string(),
  mail: z.string(),
});

export const DISPLAY_ENTITIES = {
  displayMessage: entity(keys.displayMessage, displayMessageRecord),
  displayContact: entity(keys.displayContact, displayContactRecord),
};
