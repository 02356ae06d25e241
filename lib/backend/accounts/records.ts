import { z } from "zod";

/** Instants are kept in milliseconds: they are compared at every request. */
const instantMs: z.ZodType<number> = z.int().nonnegative();

/** An account. */
export interface AccountRecord {
  email: string;
  forename: string;
  surname: string;
  /** PHC string. */
  passwordHash: string;
  platformAdmin: boolean;
  createdAt: number;
}

export const accountRecord: z.ZodType<AccountRecord> = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
  passwordHash: z.string(),
  platformAdmin: z.boolean(),
  createdAt: instantMs,
});

/** Whom a session or a token of an account stands for. */
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

/** A browser's session. */
export interface SessionRecord extends Holder {
  kind: "account";
  /** Token of the host that answers the calls, sealed with the session's id; null when this program answers. */
  sealedToken: string | null;
  startedAt: number;
  expiresAt: number;
}

export const sessionRecord: z.ZodType<SessionRecord> = z.object({
  kind: z.literal("account"),
  ...holder,
  sealedToken: z.string().nullable(),
  startedAt: instantMs,
  expiresAt: instantMs,
});

/** What `POST /auth/login` gave to an outside caller. */
export interface AccountToken extends Holder {
  kind: "account";
  startedAt: number;
  expiresAt: number;
  /** Once refreshed a token answers a moment longer, for what is under way, but is refreshed no more. */
  replaced: boolean;
}

/** A collector's token: it writes the readings of one project. */
export interface IngestToken {
  kind: "ingest";
  projectId: string;
  /** Visit of the demo whose overlay it writes into; null on the real store. */
  visitorId: string | null;
  tokenId: string;
}

export type TokenRecord = AccountToken | IngestToken;

export const tokenRecord: z.ZodType<TokenRecord> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("account"),
    ...holder,
    startedAt: instantMs,
    expiresAt: instantMs,
    replaced: z.boolean(),
  }),
  z.object({
    kind: z.literal("ingest"),
    projectId: z.string(),
    visitorId: z.string().nullable(),
    tokenId: z.string(),
  }),
]);

/** What an account or a project has handed out, to list it and to revoke it. */
export interface HandedOut {
  kind: "session" | "token" | "ingest";
  /** Hash of the secret: the key of its record. */
  hash: string;
  name: string;
  createdAt: number;
  createdBy: string;
  expiresAt: number | null;
  /** null when it has never been used, or nobody counts. */
  lastUsedAt: number | null;
}

export const handedOut: z.ZodType<HandedOut> = z.object({
  kind: z.enum(["session", "token", "ingest"]),
  hash: z.string(),
  name: z.string(),
  createdAt: instantMs,
  createdBy: z.string(),
  expiresAt: instantMs.nullable(),
  lastUsedAt: instantMs.nullable(),
});
