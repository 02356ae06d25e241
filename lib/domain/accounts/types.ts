import type { User } from "@/lib/domain/organisations/types.ts";

export type * from "./schema.ts";

/** Fewest characters of a new password. */
export const PASSWORD_MIN_LENGTH = 8;

/** Most characters of a password: more is refused before any hashing. */
export const PASSWORD_MAX_LENGTH = 200;

/** Most characters of a forename or a surname. */
export const NAME_MAX_LENGTH = 100;

/** A user invited to an organisation. @spec B §7 "inviteuser (body email, forename, surname)" */
export type Invitation = User;

/** The caller's account. @spec F §7 "GET /auth/me" */
export interface Me extends User {
  /** Absent from hosts that do not know platform administrators. */
  platformAdmin?: boolean | undefined;
  /** Whether its owner has never shown that they read the mails of the address; absent from hosts that do not know. */
  isUnproven?: boolean | undefined;
  /** The requested address, not confirmed yet; null without one. */
  pendingEmail?: string | null | undefined;
}

/** OAuth sign-in by password. @spec F §7 "POST /oauth/token" */
export interface OAuthPasswordGrant {
  grant_type: "password";
  client_id: string;
  scope: string;
  username: string;
  password: string;
}

/** OAuth refresh. @spec F §7 "POST /oauth/token" */
export interface OAuthRefreshGrant {
  grant_type: "refresh_token";
  client_id: string;
  refresh_token: string;
}

/** Either way to get OAuth tokens. @spec F §7 "POST /oauth/token" */
export type OAuthTokenRequest = OAuthPasswordGrant | OAuthRefreshGrant;

/** The platform administrator, created once with the code printed in the console. @spec domain §3 "Who is who" */
export interface FirstAccount extends User {
  code: string;
  password: string;
}
