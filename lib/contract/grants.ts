import type { Role } from "@/lib/domain/roles/roles.ts";
import { type Access, callFor } from "./call.ts";

/** Anyone, without a token. */
export const publicCall = callFor({ any: ["public"] });

/** Any account. */
export const signedInCall = callFor({ any: ["signed-in"] });

/** Any account, for its own data only. */
export const ownCall = callFor({ any: ["self"] });

/** A user with a token, checked by the handler: an account or a provider. @spec providers.reach */
export const tokenCall = callFor({ any: ["signed-in", "provider"] });

export const orgMemberCall = callFor({ any: ["org-member"] });

export const orgAdminCall = callFor({ any: ["org-admin"] });

/** Users with any role on the path's project, and the administrators of its organisation. */
export const projectMemberCall = callFor({ any: ["project-member", "org-admin"] });

/** The platform administrator. @spec platform.scope */
export const platformAdminCall = callFor({ any: ["platform-admin"] });

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

/** Users who write equipment or dwellings, to which series belong, and administrators. */
export const seriesWriterCall = callFor(onProjectOrAdmin(
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
));

/** Users who write series, and those who type indexes: each for readings of their own kind. */
export const readingWriterCall = callFor(
  onProjectOrAdmin(
    "collect:boilerroom:write",
    "collect:building:write",
    "collect:houseadmin",
    "collect:config:manualindex:write",
  ),
  "forbidden",
  "not-found",
);

export function onDocument(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "document" })) };
}

/** A user who lives in the path's dwelling today and has the role there. @spec roles.at-home */
export const atHomeCall = callFor({ any: [{ role: "ecotouch:houses:read", on: "own-house" }] });
