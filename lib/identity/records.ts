/** Stored records of accounts, sessions, tokens and links. @module */

import * as z from "zod";

/** Instants are stored in milliseconds because every request compares them. */
const instantMs: z.ZodType<number> = z.int().nonnegative();

export type AccountRecord = z.output<typeof accountRecord>;
export const accountRecord = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
  /** PHC string. */
  passwordHash: z.string(),
  platformAdmin: z.boolean(),
  createdAt: instantMs,
  /** Its addresses before the current one, under which some contributions were written; absent without any. */
  formerEmails: z.array(z.string()).optional(),
  /** True when the owner typed the address and has not yet proven it with a mailed code. */
  isUnproven: z.literal(true).optional(),
});

/** True for an invited account whose owner has not chosen a password. */
export function isAwaited(account: AccountRecord | null): account is AccountRecord {
  return account?.passwordHash === "";
}

const holder = {
  accountId: z.string(),
  email: z.string(),
  platformAdmin: z.boolean(),
  /** Id of a demo visit's overlay; null on the real store. */
  visitorId: z.string().nullable(),
};

/** The account that a session or a token authenticates. */
export type CredentialOwner = Pick<SessionRecord, keyof typeof holder>;

export type SessionRecord = z.output<typeof sessionRecord>;
export const sessionRecord = z.object({
  kind: z.literal("account"),
  ...holder,
  /** Token of the host that answers the calls, encrypted with the session's id; null when this program answers. */
  sealedToken: z.string().nullable(),
  startedAt: instantMs,
  expiresAt: instantMs,
  /** Version of the account's rights when the id was issued: the id changes with the rights. */
  rights: z.string().default(""),
  /** Hash of its new id: the old id remains valid for a short time, for requests in progress. */
  replacedBy: z.string().nullable().default(null),
});

/** A token from `POST /auth/login` for an API client. */
export type AccountToken = z.output<typeof accountToken>;
const accountToken = z.object({
  kind: z.literal("account"),
  ...holder,
  startedAt: instantMs,
  expiresAt: instantMs,
  /** True after a refresh: still accepted for a short time, for requests in progress, but not refreshable. */
  replaced: z.boolean(),
});

/** A single-use token that gets new OAuth tokens. @spec accounts.oauth-tokens */
export type RefreshToken = z.output<typeof refreshToken>;
const refreshToken = z.object({
  kind: z.literal("refresh"),
  ...holder,
  clientId: z.string(),
  scope: z.string(),
  /** Id of the sign-in that all its tokens come from: reuse ends all of them. */
  family: z.string(),
  startedAt: instantMs,
  expiresAt: instantMs,
  /** Time of its exchange; null before it. */
  replacedAt: instantMs.nullable(),
});

/** Kinds of residence tokens: a collector's writes readings, an information screen's reads messages. */
export const PROJECT_TOKEN_KINDS = ["ingest", "display"] as const;

export type ProjectTokenRecord = z.output<typeof projectToken>;
const projectToken = z.object({
  kind: z.enum(PROJECT_TOKEN_KINDS),
  projectId: z.string(),
  /** Demo visit whose overlay it opens; null on the real store. */
  visitorId: z.string().nullable(),
  tokenId: z.string(),
});

/** A link mailed to a user of one or several providers. */
export type ProviderLink = z.output<typeof providerLink>;
const providerLink = z.object({
  kind: z.literal("provider"),
  /** Address of the mail, in lower case. */
  email: z.string(),
  /** True when its owner requested it: once opened, it replaces the earlier ones. */
  asked: z.boolean(),
  /** Demo visit whose documents it opens; absent on the real store. */
  visitorId: z.optional(z.string()),
  startedAt: instantMs,
  expiresAt: instantMs,
});

export type TokenRecord = z.output<typeof tokenRecord>;
export const tokenRecord = z.discriminatedUnion("kind", [
  accountToken,
  refreshToken,
  projectToken,
  providerLink,
]);

/** A session or token of an account or a residence, to list and revoke it. */
export type IssuedToken = z.output<typeof handedOut>;
export const handedOut = z.object({
  kind: z.enum(["session", "token", "refresh", ...PROJECT_TOKEN_KINDS, "provider"]),
  /** Hash of the secret, which is the key of its record. */
  hash: z.string(),
  name: z.string(),
  createdAt: instantMs,
  createdBy: z.string(),
  expiresAt: instantMs.nullable(),
  /** null when never used, or not tracked. */
  lastUsedAt: instantMs.nullable(),
  /** Id of the sign-in of OAuth tokens. */
  family: z.string().optional(),
});
