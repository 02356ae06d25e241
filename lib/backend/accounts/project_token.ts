import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { DAY_MS } from "@/lib/domain/periods/durations.ts";
import type { HandedOut, ProjectTokenRecord } from "./records.ts";
import { newId, newSecret, secretHash } from "./secrets.ts";

/** Owner of a collector's or screen's token: a residence, in the demo as seen by one visit. */
export type TokenOwner = Omit<ProjectTokenRecord, "tokenId">;

/** Name of a token, and the address of who creates it. */
export interface TokenName {
  readonly name: string;
  readonly createdBy: string;
}

/** A new token: it exists once the commit that keeps it is made, and its secret is returned only now. */
export interface NewToken {
  readonly token: string;
  readonly keep: (atomic: Atomic) => void;
}

/** Key under which the tokens of an owner are listed. */
export function listOf({ projectId, visitorId }: TokenOwner): string {
  return visitorId === null ? projectId : `${visitorId} ${projectId}`;
}

/** Remaining lifetime of a token of a residence: unlimited, except a day in a demo visit. */
export function lifeOf({ visitorId }: TokenOwner, ageMs = 0): { expireIn?: number } {
  return visitorId === null ? {} : { expireIn: Math.max(1, DAY_MS - ageMs) };
}

/** A new token of a residence. @param nowMs epoch ms */
export function newProjectToken(
  owner: TokenOwner,
  { name, createdBy }: TokenName,
  nowMs: number,
): NewToken & { readonly tokenId: string } {
  const token = newSecret();
  const tokenId = newId();
  const hash = secretHash(token);
  const { kind } = owner;
  const dates = { createdAt: nowMs, expiresAt: null, lastUsedAt: null };
  const row: HandedOut = { kind, hash, name, createdBy, ...dates };
  const kept = lifeOf(owner);
  const keep = (atomic: Atomic) => {
    atomic.set(keys.token(hash), { ...owner, tokenId }, kept)
      .set(keys.tokenOf(listOf(owner), tokenId), row, kept);
  };
  return { tokenId, token, keep };
}
