/** Schemas of users, roles, sign-in, passwords, OAuth tokens and the own account. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { named, namedObject } from "@/lib/base/object_schemas.ts";
import { HEADER_TEXT } from "@/lib/base/strings.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@/lib/ui/field_rules.ts";
import { type Role, ROLE_NAMES } from "./roles.ts";

export const user = namedObject("User", {
  email: field.anyText,
  forename: field.anyText,
  surname: field.anyText,
});

/** A forename or a surname. */
const personName: z.ZodMiniType<string> = field.text(100);

/** A password to check: one chosen under earlier rules is still accepted. */
const triedPassword: z.ZodMiniType<string> = field.described(
  z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_LENGTH)),
  { format: "password" },
);

const newPassword: z.ZodMiniType<string> = field.described(
  z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(PASSWORD_MAX_LENGTH)),
  { format: "password" },
);

/** A code received by mail or read in the console. */
const code: z.ZodMiniType<string> = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(100),
);
/** A token, which a header contains. */
const token: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(2_000),
  z.regex(HEADER_TEXT),
);
const clientId: z.ZodMiniType<string> = z.string().check(z.minLength(1), z.maxLength(200));

/** The caller's account. @spec accounts.own-account */
export type Me = z.output<typeof me>;
export const me = namedObject("Me", {
  ...user.shape,
  /** Absent from hosts without platform administrators. */
  platformAdmin: z.optional(z.boolean()),
  /** Whether the account never proved access to its address; absent from hosts without this check. */
  isUnproven: z.optional(z.boolean()),
  /** The requested address, not confirmed yet; null when there is none. */
  pendingEmail: z.optional(z.nullable(field.anyText)),
  /** True when another account has the requested address, which can then not be confirmed. */
  isPendingTaken: z.optional(z.boolean()),
});

/** E-mail address and password. @spec accounts.sign-in */
export const credentials = z.strictObject({ email: field.email, password: triedPassword });

/** The token to send as X-AuthToken. @spec calls.tokens */
export const tokenAnswer = namedObject("TokenAnswer", { token });

/** Whether the token should be exchanged for a new one. @spec calls.tokens */
export const tokenCheck = z.object({ shouldRefresh: field.flag });

/** The two OAuth token requests. @spec accounts.oauth-tokens */
export const oauthTokenRequest = z.discriminatedUnion(
  "grant_type",
  [
    z.strictObject({
      grant_type: z.literal("password"),
      client_id: clientId,
      scope: z.string().check(z.maxLength(1_000)),
      username: field.email,
      password: triedPassword,
    }),
    z.strictObject({
      grant_type: z.literal("refresh_token"),
      client_id: clientId,
      refresh_token: token,
    }),
  ],
);

/** OAuth tokens. @spec accounts.oauth-tokens */
export type OAuthTokens = z.output<typeof oauthTokens>;
export const oauthTokens = namedObject("OAuthTokens", {
  access_token: token,
  refresh_token: token,
  /** Seconds until the access token expires. */
  expires_in: field.figure,
});

/** Exchanges a plain or temporary token for OAuth tokens of a client. @spec accounts.oauth-tokens */
export const oauthMigration = z.strictObject({
  client_id: clientId,
  scope: z.string().check(z.maxLength(1_000)),
});

/** A request for a reset code, and the application opened by the mail's link. @spec accounts.forgotten-password */
export const resetCodeRequest = z.strictObject({
  email: field.email,
  /** "home" when omitted. */
  app: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,29}$/))),
});

/** A new password, proven by the mailed code. @spec accounts.forgotten-password */
export const passwordReset = z.strictObject({ email: field.email, code, password: newPassword });

/** A new e-mail address, proven by the password. @spec accounts.own-account */
export const emailChange = z.strictObject({ email: field.email, password: triedPassword });

/** A new e-mail address, proven by the link mailed to it. */
export const emailProof = z.strictObject({ token: code });

/** A new password, proven by the old one. @spec accounts.own-account */
export const passwordChange = z.strictObject({ password: newPassword, oldpassword: triedPassword });

/** Names of the account's owner. @spec accounts.own-account */
export const nameChange = z.strictObject({ forename: personName, surname: personName });

/** Removal of an account, proven by the password. @spec accounts.removal */
export const accountRemoval = z.strictObject({ password: triedPassword });

/** A request for a new provider link. @spec providers.new-link */
export const providerLinkRequest = z.strictObject({ email: field.email });

/** Features of the sign-in page. @spec accounts.sign-in-page */
export const signInFeatures = namedObject("SignInFeatures", {
  /** Tokens are issued by /oauth/token, and `temptoken` is accepted. */
  oauth: field.flag,
  /** Reset codes can be mailed. */
  passwordReset: field.flag,
  /** The demo accounts may sign in. */
  demo: field.flag,
  /** No account exists: the first one can be created with the code printed in the console. */
  firstRun: field.flag,
});

/** The platform administrator, created once with the code printed in the console. @spec platform.first-account */
export const firstAccount = z.strictObject({
  code,
  email: field.email,
  forename: personName,
  surname: personName,
  password: newPassword,
});

/** A user invited to an organisation. @spec organisations.invitations */
export const invitation = z.strictObject({
  email: field.email,
  forename: personName,
  surname: personName,
});

/** One of the 38 roles. */
export const role: z.ZodMiniType<Role> = named("Role", z.enum(ROLE_NAMES));

/** Distinct roles. */
export const roles: z.ZodMiniType<Role[]> = z.array(role).check(
  z.maxLength(ROLE_NAMES.length),
  field.UNIQUE,
);

/** A person in lists. @spec organisations.fields */
export type User = z.output<typeof user>;

export const organisation = namedObject("Organisation", {
  ...field.named,
  /** Whether the caller administers it. */
  isAdmin: field.flag,
});

/** A landlord, for one of its members. @spec organisations.fields */
export type Organisation = z.output<typeof organisation>;
