/** Lists, creates and revokes the tokens of the collectors and screens of a residence. @module */

import type { AuditAction } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import type { TokenOwner, Tokens } from "@/lib/identity/tokens.ts";
import type { ProjectToken } from "@/lib/residences/schema.ts";
import type { Atomic } from "@/lib/store/store.ts";

interface TokenAt {
  readonly projectId: string;
  readonly tokenId: string;
}

/** Calls on a residence's tokens of one kind; a secret is only in the answer to its creation. @spec display.tokens */
export function projectTokens(
  kind: TokenOwner["kind"],
  [createAction, revokeAction]: readonly [create: AuditAction, revoke: AuditAction],
) {
  /** In the demo a visit has its own tokens, which open its overlay. */
  function ownerOf(projectId: string, caller: Caller): TokenOwner {
    return { kind, projectId, visitorId: credentialsOf(caller)?.visitorId ?? null };
  }

  return {
    async list({ tokens }: Services, { projectId }: Pick<TokenAt, "projectId">, caller: Caller) {
      const rows = await tokens.projectTokens(ownerOf(projectId, caller));
      const answer = rows.map(({ tokenId, name, createdAt, lastUsedAt }): ProjectToken => ({
        id: tokenId,
        name,
        createdAt: instantOf(createdAt),
        lastUsedAt: lastUsedAt === null ? null : instantOf(lastUsedAt),
      }));
      return { ok: true, answer } as const;
    },

    async create(
      services: Services,
      { projectId, body: { name } }: {
        readonly projectId: string;
        readonly body: { readonly name: string };
      },
      caller: Caller,
    ) {
      const createdBy = caller.kind === "account" ? caller.email : "";
      const owner = ownerOf(projectId, caller);
      const { tokenId: id, token, keep } = services.tokens.newProjectToken(owner, {
        name,
        createdBy,
      });
      return await transact(
        services,
        { projectId, caller, action: createAction },
        async (atomic) => {
          await fillTokens(services, atomic, keep);
          return { ok: true, answer: { id, token }, subject: name };
        },
      );
    },

    async revoke(services: Services, { projectId, tokenId }: TokenAt, caller: Caller) {
      const owner = ownerOf(projectId, caller);
      // In the demo, a conflict comes after the deletion of the token: the next attempt does not find it.
      let revoked: Awaited<ReturnType<Tokens["projectToken"]>> = null;
      return await transact(
        services,
        { projectId, caller, action: revokeAction },
        async (atomic) => {
          const found = revoked ?? await services.tokens.projectToken(owner, tokenId);
          if (found === null) return { ok: false, code: "not-found" };
          await fillTokens(services, atomic, found.revoke);
          if (services.newVisit !== null) revoked = found;
          return { ok: true, answer: null, subject: found.name };
        },
      );
    },
  };
}

/** Adds writes on tokens to a commit; in the demo, whose tokens are in another store, commits them before it. */
async function fillTokens(
  { tokens, newVisit }: Services,
  atomic: Atomic,
  fill: (atomic: Atomic) => void,
): Promise<void> {
  if (newVisit === null) fill(atomic);
  else await tokens.commit(fill);
}

const tokens = projectTokens("ingest", ["createIngestToken", "revokeIngestToken"]);
export const listIngestTokens = tokens.list;
export const createIngestToken = tokens.create;
export const revokeIngestToken = tokens.revoke;
