import type { User } from "@/lib/domain/organisations/types.ts";

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

/** E-mail address and password. @spec F §7 "POST /auth/login" */
export interface Credentials {
  email: string;
  password: string;
}

/** What to send as X-AuthToken from now on. @spec F §7 */
export interface TokenAnswer {
  token: string;
}

/** Whether the token should be exchanged for a new one. @spec F §7 "POST /auth/check" */
export interface TokenCheck {
  shouldRefresh: boolean;
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

/** OAuth tokens. @spec F §7 "POST /oauth/token" */
export interface OAuthTokens {
  access_token: string;
  refresh_token: string;
  /** Seconds until the access token expires. */
  expires_in: number;
}

/** The client to which a plain or temporary token is turned into OAuth tokens. @spec F §7 "POST /oauth/migrate" */
export interface OAuthMigration {
  client_id: string;
  scope: string;
}

/** Who forgot their password, and which application the mail's link opens. @spec F §7 "POST /auth/ask-reset-code" */
export interface ResetCodeRequest {
  email: string;
  /** "home" when omitted. */
  app?: string | undefined;
}

/** A new password, proven by the code received. @spec F §7 "POST /auth/reset-password" */
export interface PasswordReset {
  email: string;
  code: string;
  password: string;
}

/** A new e-mail address, proven by the password. @spec F §7 "POST /auth/change-email" */
export interface EmailChange {
  email: string;
  password: string;
}

/** A new e-mail address, proven by the link mailed to it. */
export interface EmailProof {
  token: string;
}

/** A new password, proven by the old one. @spec F §7 "POST /auth/change-password" */
export interface PasswordChange {
  password: string;
  oldpassword: string;
}

/** How a person is called. @spec F §7 "POST /auth/change-name" */
export interface NameChange {
  forename: string;
  surname: string;
}

/** The end of an account, proven by the password. @spec F §7 "POST /auth/remove" */
export interface AccountRemoval {
  password: string;
}

/** Who lost their provider link. @spec B §7 "POST /api/auth/ask-new-link-provider" */
export interface ProviderLinkRequest {
  email: string;
}

/** Features of the sign-in page. @spec F §7 "GET /auth/features" */
export interface SignInFeatures {
  /** Tokens come from /oauth/token, and `temptoken` is read. */
  oauth: boolean;
  /** A mail can be sent to a user who forgot the password. */
  passwordReset: boolean;
  /** The simulated accounts may sign in. */
  demo: boolean;
  /** No account exists: the first one may be created with the code of the console. */
  firstRun: boolean;
}

/** The platform administrator, created once with the code printed in the console. @spec domain §3 "Who is who" */
export interface FirstAccount extends User {
  code: string;
  password: string;
}
