import type { Role } from "@/lib/domain/roles/roles.ts";
import type { Access } from "./call.ts";

/** Anyone, without a token. */
export const PUBLIC: Access = { any: ["public"] };

/** Any account. */
export const SIGNED_IN: Access = { any: ["signed-in"] };

/** Any account, on its own things only. */
export const SELF: Access = { any: ["self"] };

/** A user who has a token that is checked by hand: an account or a provider. @spec providers.reach */
export const HAS_TOKEN: Access = { any: ["signed-in", "provider"] };

export const ORG_MEMBER: Access = { any: ["org-member"] };

export const ORG_ADMIN: Access = { any: ["org-admin"] };

/** A user who has any role on the path's project, and the administrators of its organisation. */
export const PROJECT_MEMBER: Access = { any: ["project-member", "org-admin"] };

/** The platform administrator. @spec platform.scope */
export const PLATFORM_ADMIN: Access = { any: ["platform-admin"] };

export function onProject(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "project" })) };
}

/** Holders of one of the roles on the path's project, and the administrators of its organisation. @spec roles.administrators */
export function onProjectOrAdmin(...roles: readonly Role[]): Access {
  return { any: [...onProject(...roles).any, "org-admin"] };
}

/** Holders of one of the roles on any project of the path's organisation; the answer keeps to those projects. */
export function onAnyProject(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "any-project" })) };
}

/** {@link onAnyProject}, and the administrators of that organisation. */
export function onAnyProjectOrAdmin(...roles: readonly Role[]): Access {
  return { any: [...onAnyProject(...roles).any, "org-admin"] };
}

export function onDocument(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "document" })) };
}

/** A user who lives in the path's dwelling today, and holds the role there. @spec roles.at-home */
export const AT_HOME: Access = { any: [{ role: "ecotouch:houses:read", on: "own-house" }] };
