import type { Role } from "@/lib/domain/roles/roles.ts";

export type * from "./schema.ts";

/** Direct roles of a member on one residence. */
export interface MemberRoles {
  projectId: string;
  roles: Role[];
}
