import type { Role } from "@/lib/domain/roles/roles.ts";

export type * from "./schema.ts";

export interface MemberRoles {
  projectId: string;
  roles: Role[];
}
