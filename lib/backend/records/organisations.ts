import { z } from "zod";
import { type Role, ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import type { Retention } from "@/lib/domain/series/retention.ts";

/** Roles granted directly to an account on a residence. */
export const rolesRecord: z.ZodType<Role[]> = z.array(z.enum(ROLE_NAMES));

export interface OrganisationRecord {
  name: string;
}

export const organisationRecord: z.ZodType<OrganisationRecord> = z.object({ name: z.string() });

export interface MemberRecord {
  isAdmin: boolean;
}

export const memberRecord: z.ZodType<MemberRecord> = z.object({ isAdmin: z.boolean() });

/** A team: its users by account id, so that a changed e-mail address changes nothing. */
export interface TeamRecord {
  name: string;
  roles: Role[];
  accountIds: string[];
  /** Tag value ids. */
  tags: string[];
}

export const teamRecord: z.ZodType<TeamRecord> = z.object({
  name: z.string(),
  roles: rolesRecord,
  accountIds: z.array(z.string()),
  tags: z.array(z.string()),
});

/** A group of tags. */
export interface TagRecord {
  name: string;
  sortOrder: number;
  values: { id: string; label: string; sortOrder: number }[];
}

export const tagRecord: z.ZodType<TagRecord> = z.object({
  name: z.string(),
  sortOrder: z.number(),
  values: z.array(z.object({ id: z.string(), label: z.string(), sortOrder: z.number() })),
});

/** For how many years an organisation keeps readings and figures. */
export const retentionRecord: z.ZodType<Retention> = z.object({
  infraDailyYears: z.int(),
  dailyYears: z.int(),
  monthlyYears: z.int(),
});

export const collectFeaturesRecord: z.ZodType<{ documentManagement: boolean }> = z.object({
  documentManagement: z.boolean(),
});
