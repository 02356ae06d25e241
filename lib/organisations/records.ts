/** Declares the stored organisations, members, teams, tags and settings. @module */

import * as z from "zod";
import { entity, NOT_STORED } from "@/lib/api/entity.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Retention } from "@/lib/timeseries/retention.ts";
import { tagGroup } from "./schema.ts";

/** Roles granted directly to an account on a residence. */
export const rolesRecord: z.ZodType<Role[]> = z.array(z.enum(ROLE_NAMES));

export const organisationRecord = z.object({ name: z.string() });

export type MemberRecord = z.output<typeof memberRecord>;
export const memberRecord = z.object({
  isAdmin: z.boolean(),
  /** Invited, without any role since: the organisation is open to them until they lose the first one. */
  awaitsRole: z.boolean().optional(),
});

/** A team; users are stored by account id, so that a change of e-mail address does not affect it. */
export type TeamRecord = z.output<typeof teamRecord>;
export const teamRecord = z.object({
  name: z.string(),
  roles: rolesRecord,
  accountIds: z.array(z.string()),
  tags: z.array(z.string()),
});

export type TagRecord = z.output<typeof tagRecord>;
export const tagRecord = z.object(tagGroup.shape).omit(NOT_STORED);

export const ORGANISATIONS_ENTITIES = {
  tag: entity(keys.tag, tagRecord),
};

/** How long an organisation stores readings and figures, years. */
export const retentionRecord: z.ZodType<Retention> = z.object({
  infraDailyYears: z.int(),
  dailyYears: z.int(),
  monthlyYears: z.int(),
});

export const collectFeaturesRecord: z.ZodType<{ documentManagement: boolean }> = z.object({
  documentManagement: z.boolean(),
});
