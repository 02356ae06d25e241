import { z } from "zod";

/** Instants are stored in milliseconds: they are compared at every request. */
const instantMs: z.ZodType<number> = z.int().nonnegative();

export interface AccountRecord {
  email: string;
  forename: string;
  surname: string;
  /** PHC string. */
  passwordHash: string;
  platformAdmin: boolean;
  createdAt: number;
  /** The address was typed by its owner, and no mail's code has proven since that they read what is sent there. */
  isUnproven?: true | undefined;
}

export const accountRecord: z.ZodType<AccountRecord> = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
  passwordHash: z.string(),
  platformAdmin: z.boolean(),
  createdAt: instantMs,
  isUnproven: z.literal(true).optional(),
});

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

export interface SessionRecord extends Holder {
  kind: "account";
  /** Token of the host that answers the calls, sealed with the session's id; null when this program answers. */
  sealedToken: string | null;
  startedAt: number;
  expiresAt: number;
  /** Version of the account's rights when the id was given: other rights, another id. */
  rights: string;
  /** Once it has another id a session answers a moment longer under the old one, for what is under way. */
  replaced: boolean;
}

export const sessionRecord: z.ZodType<SessionRecord> = z.object({
  kind: z.literal("account"),
  ...holder,
  sealedToken: z.string().nullable(),
  startedAt: instantMs,
  expiresAt: instantMs,
  rights: z.string().default(""),
  replaced: z.boolean().default(false),
});

/** What `POST /auth/login` gave to an outside caller. */
export interface AccountToken extends Holder {
  kind: "account";
  startedAt: number;
  expiresAt: number;
  /** Once refreshed a token answers a moment longer, for what is under way, but is refreshed no more. */
  replaced: boolean;
}

/** What gives new OAuth tokens, once. @spec accounts.oauth-tokens */
export interface RefreshToken extends Holder {
  kind: "refresh";
  clientId: string;
  scope: string;
  /** The sign-in all its tokens come from: used twice, all of them end. */
  family: string;
  startedAt: number;
  expiresAt: number;
  /** When it was exchanged; null while it was not. */
  replacedAt: number | null;
}

/** What the token of a residence opens: a collector writes its readings, an information screen shows its messages. */
const PROJECT_TOKEN_KINDS = ["ingest", "display"] as const;

/** A token of a residence. */
export interface ProjectTokenRecord {
  kind: typeof PROJECT_TOKEN_KINDS[number];
  projectId: string;
  /** Visit of the demo whose overlay it opens; null on the real store. */
  visitorId: string | null;
  tokenId: string;
}

/** A link mailed to a person of one or several providers. */
export interface ProviderLink {
  kind: "provider";
  /** Address it was mailed to, in lower case. */
  email: string;
  /** Requested by its owner: once opened, it replaces the earlier ones. */
  asked: boolean;
  startedAt: number;
  expiresAt: number;
}

export type TokenRecord = AccountToken | RefreshToken | ProjectTokenRecord | ProviderLink;

export const tokenRecord: z.ZodType<TokenRecord> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("account"),
    ...holder,
    startedAt: instantMs,
    expiresAt: instantMs,
    replaced: z.boolean(),
  }),
  z.object({
    kind: z.literal("refresh"),
    ...holder,
    clientId: z.string(),
    scope: z.string(),
    family: z.string(),
    startedAt: instantMs,
    expiresAt: instantMs,
    replacedAt: instantMs.nullable(),
  }),
  z.object({
    kind: z.enum(PROJECT_TOKEN_KINDS),
    projectId: z.string(),
    visitorId: z.string().nullable(),
    tokenId: z.string(),
  }),
  z.object({
    kind: z.literal("provider"),
    email: z.string(),
    asked: z.boolean(),
    startedAt: instantMs,
    expiresAt: instantMs,
  }),
]);

/** What an account or a project has handed out, to list it and to revoke it. */
export interface HandedOut {
  kind: "session" | "token" | "refresh" | "ingest" | "display" | "provider";
  /** Hash of the secret: the key of its record. */
  hash: string;
  name: string;
  createdAt: number;
  createdBy: string;
  expiresAt: number | null;
  /** null when it was never used, or is not tracked. */
  lastUsedAt: number | null;
  /** OAuth tokens of one sign-in. */
  family?: string | undefined;
}

export const handedOut: z.ZodType<HandedOut> = z.object({
  kind: z.enum(["session", "token", "refresh", ...PROJECT_TOKEN_KINDS, "provider"]),
  hash: z.string(),
  name: z.string(),
  createdAt: instantMs,
  createdBy: z.string(),
  expiresAt: instantMs.nullable(),
  lastUsedAt: instantMs.nullable(),
  family: z.string().optional(),
});
