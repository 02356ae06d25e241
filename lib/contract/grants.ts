import type { Role } from "@/lib/domain/roles/roles.ts";
import type { Access } from "./call.ts";

/** Anyone, without a token. */
export const PUBLIC: Access = { any: ["public"] };

/** Any account. */
export const SIGNED_IN: Access = { any: ["signed-in"] };

/** Any account, for its own data only. */
export const SELF: Access = { any: ["self"] };

/** A user with a token, checked by the handler: an account or a provider. @spec providers.reach */
export const HAS_TOKEN: Access = { any: ["signed-in", "provider"] };

export const ORG_MEMBER: Access = { any: ["org-member"] };

export const ORG_ADMIN: Access = { any: ["org-admin"] };

/** Users with any role on the path's project, and the administrators of its organisation. */
export const PROJECT_MEMBER: Access = { any: ["project-member", "org-admin"] };

/** The platform administrator. @spec platform.scope */
export const PLATFORM_ADMIN: Access = { any: ["platform-admin"] };

export function onProject(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "project" })) };
}

/** As {@link onProject}, plus the administrators of the project's organisation. @spec roles.administrators */
export function onProjectOrAdmin(...roles: readonly Role[]): Access {
  return { any: [...onProject(...roles).any, "org-admin"] };
}

/** Users with one of the roles on any project of the path's organisation; the answer is limited to those projects. */
export function onAnyProject(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "any-project" })) };
}

/** As {@link onAnyProject}, plus the administrators of that organisation. */
export function onAnyProjectOrAdmin(...roles: readonly Role[]): Access {
  return { any: [...onAnyProject(...roles).any, "org-admin"] };
}

export function onDocument(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "document" })) };
}

/** A user who lives in the path's dwelling today and has the role there. @spec roles.at-home */
export const AT_HOME: Access = { any: [{ role: "ecotouch:houses:read", on: "own-house" }] };
