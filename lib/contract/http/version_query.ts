import * as z from "zod/mini";
import { version } from "@/lib/domain/forms/schema.ts";

/** What an edit was based on, where the body has no place for it. */
export type VersionQuery = { version?: string | undefined };

export const versionQuery: z.ZodMiniType<VersionQuery> = z.strictObject({ version });
