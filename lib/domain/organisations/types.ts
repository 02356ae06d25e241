import type { Role } from "@/lib/domain/roles/roles.ts";
import type { Retention } from "@/lib/domain/series/retention.ts";
import type { User } from "./schema.ts";

export type * from "./schema.ts";

/** Retention periods of an organisation. */
export interface OrgRetention extends Retention {
  orgId: string;
  version: string;
}

/** A change of {@link OrgRetention}. */
export interface OrgRetentionDraft extends Retention {
  version?: string | undefined;
}

/** A member of the organisation, with the residences where they have roles. */
export interface Member extends User {
  isAdmin: boolean;
  /** Direct roles, by residence. */
  projects: MemberRoles[];
  /** Ids of the teams they belong to. */
  teams: string[];
}

/** Direct roles of a member on one residence. */
export interface MemberRoles {
  projectId: string;
  roles: Role[];
}
