import type { Role } from "@/lib/domain/roles/roles.ts";
import type { PurgedKind, Retention } from "@/lib/domain/series/retention.ts";

/** A person as lists show them. @spec F §3 "User" */
export interface User {
  email: string;
  forename: string;
  surname: string;
}

/** A landlord, as one of its members sees it. @spec F §3 "Organisation" */
export interface Organisation {
  id: string;
  name: string;
  /** Whether the caller administers it. */
  isAdmin: boolean;
}

/** A new organisation and the account that will administer it. @spec domain §3 "Who is who" */
export interface OrganisationDraft {
  name: string;
  adminEmail: string;
  /** With the surname: invites a user who has no account yet. */
  adminForename?: string | undefined;
  adminSurname?: string | undefined;
}

/** Features of an organisation. @spec F §3 "Organisation collect features" */
export interface CollectFeatures {
  orgId: string;
  documentManagement: boolean;
  version: string;
}

/** A change of {@link CollectFeatures}. */
export interface CollectFeaturesDraft {
  documentManagement: boolean;
  version?: string | undefined;
}

/** Retention periods of an organisation. */
export interface OrgRetention extends Retention {
  orgId: string;
  version: string;
}

/** A change of {@link OrgRetention}. */
export interface OrgRetentionDraft extends Retention {
  version?: string | undefined;
}

/** An entry of the purge log: data removed for their age, or readings for a time already purged. */
export interface PurgeEntry {
  id: string;
  at: string;
  projectId: string;
  projectName: string;
  what: PurgedKind;
  /** For removed data, the first day left; for late readings, their day. */
  date: string;
  /** The series of late readings; null for removed data. */
  seriesName: string | null;
  seriesCount: number;
  /** Readings, figures of days or of months. */
  valueCount: number;
  /** Difference for the day, in the unit of the series; null unless it was corrected. */
  difference: number | null;
}

/** One label of a tag group. @spec F §3 "Tag" */
export interface TagValue {
  id: string;
  label: string;
  sortOrder: number;
}

/** A category of residences and its labels, of which a residence has at most one. @spec F §3 "Tag" */
export interface TagGroup {
  id: string;
  name: string;
  sortOrder: number;
  values: TagValue[];
  version: string;
}

/** A tag group to write. */
export interface TagGroupDraft {
  name: string;
  sortOrder: number;
  version?: string | undefined;
}

/** A tag value to write. */
export interface TagValueDraft {
  label: string;
  sortOrder: number;
  version?: string | undefined;
}

/** People who hold roles together, on the residences that share a tag with them. @spec F §3 "Team", F §6 */
export interface Team {
  id: string;
  name: string;
  roles: Role[];
  /** E-mail addresses. */
  users: string[];
  /** Tag value ids; none = every residence. */
  tags: string[];
  version: string;
}

/** A team to write. */
export interface TeamDraft {
  name: string;
  roles: Role[];
  users: string[];
  tags: string[];
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

/** A role that may be assigned, with the roles it implies. @spec F §3 "Available-role entry" */
export interface AvailableRole {
  role: Role;
  label: string;
  /** Roles it implies, directly or not. */
  deps: Role[];
}

/** A user identified by e-mail address. @spec B §7 "checkuser (body email)", "admins (body email)" */
export interface UserByEmail {
  email: string;
}

/** One line of the audit log: who changed what, and when. */
export interface AuditEntry {
  id: string;
  /** Instant. */
  at: string;
  /** Who; null for the platform itself. */
  email: string | null;
  /** Name of the call, or of the job. */
  action: string;
  /** Residence touched; null when it is the organisation. */
  projectId: string | null;
  /** The subject of the change, in a few words. */
  subject: string;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  entries: AuditEntry[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}
