import { z } from "zod";

/** Instants are stored in milliseconds: they are compared at every request. */
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
  /** The address was typed by its owner, and no mail's code has proven since that they read what is sent there. */
  isUnproven: z.literal(true).optional(),
});

/** Whether an account waits for its owner: invited, who has chosen no password. */
export function isAwaited(account: AccountRecord | null): account is AccountRecord {
  return account?.passwordHash === "";
}

/** The account that a session or a token authenticates. */
export interface Holder {
  accountId: string;
  email: string;
  platformAdmin: boolean;
  /** Names the overlay of a visit of the demo; null on the real store. */
  visitorId: string | null;
}

const holder = {
  accountId: z.string(),
  email: z.string(),
  platformAdmin: z.boolean(),
  visitorId: z.string().nullable(),
};

export type SessionRecord = z.output<typeof sessionRecord>;
export const sessionRecord = z.object({
  kind: z.literal("account"),
  ...holder,
  /** Token of the host that answers the calls, sealed with the session's id; null when this program answers. */
  sealedToken: z.string().nullable(),
  startedAt: instantMs,
  expiresAt: instantMs,
  /** Version of the account's rights when the id was given: other rights, another id. */
  rights: z.string().default(""),
  /** Hash of its other id: a session answers a moment longer under the old one, for what is under way. */
  replacedBy: z.string().nullable().default(null),
});

/** What `POST /auth/login` gave to an outside caller. */
export type AccountToken = z.output<typeof accountToken>;
const accountToken = z.object({
  kind: z.literal("account"),
  ...holder,
  startedAt: instantMs,
  expiresAt: instantMs,
  /** Once refreshed a token answers a moment longer, for what is under way, but is refreshed no more. */
  replaced: z.boolean(),
});

/** What gives new OAuth tokens, once. @spec accounts.oauth-tokens */
export type RefreshToken = z.output<typeof refreshToken>;
const refreshToken = z.object({
  kind: z.literal("refresh"),
  ...holder,
  clientId: z.string(),
  scope: z.string(),
  /** The sign-in all its tokens come from: used twice, all of them end. */
  family: z.string(),
  startedAt: instantMs,
  expiresAt: instantMs,
  /** When it was exchanged; null while it was not. */
  replacedAt: instantMs.nullable(),
});

/** What the token of a residence opens: a collector writes its readings, an information screen shows its messages. */
const PROJECT_TOKEN_KINDS = ["ingest", "display"] as const;

export type ProjectTokenRecord = z.output<typeof projectToken>;
const projectToken = z.object({
  kind: z.enum(PROJECT_TOKEN_KINDS),
  projectId: z.string(),
  /** Visit of the demo whose overlay it opens; null on the real store. */
  visitorId: z.string().nullable(),
  tokenId: z.string(),
});

/** A link mailed to a person of one or several providers. */
export type ProviderLink = z.output<typeof providerLink>;
const providerLink = z.object({
  kind: z.literal("provider"),
  /** Address it was mailed to, in lower case. */
  email: z.string(),
  /** Requested by its owner: once opened, it replaces the earlier ones. */
  asked: z.boolean(),
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

/** What an account or a project has handed out, to list it and to revoke it. */
export type HandedOut = z.output<typeof handedOut>;
export const handedOut = z.object({
  kind: z.enum(["session", "token", "refresh", ...PROJECT_TOKEN_KINDS, "provider"]),
  /** Hash of the secret: the key of its record. */
  hash: z.string(),
  name: z.string(),
  createdAt: instantMs,
  createdBy: z.string(),
  expiresAt: instantMs.nullable(),
  /** null when it was never used, or is not tracked. */
  lastUsedAt: instantMs.nullable(),
  /** OAuth tokens of one sign-in. */
  family: z.string().optional(),
});
