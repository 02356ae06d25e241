import * as z from "zod/mini";
import { version } from "@/lib/domain/forms/schema.ts";

/** The edited version, for calls whose body cannot contain it. */
export type VersionQuery = { version?: string | undefined };

export const versionQuery: z.ZodMiniType<VersionQuery> = z.strictObject({ version });
