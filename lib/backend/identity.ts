import { ANONYMOUS, type Caller } from "../contract/caller.ts";
import { withCredentials } from "./accounts/credentials.ts";
import type { Holder } from "./accounts/records.ts";
import { secretHash, unseal } from "./accounts/secrets.ts";
import type { Sessions } from "./accounts/sessions.ts";
import type { Tokens } from "./accounts/tokens.ts";

/** What recognising a caller leans on. */
export interface IdentityOptions {
  sessions: Sessions;
  tokens: Tokens;
  /** Another host answers the calls: a token we do not know may be one of its own. */
  isUpstream: boolean;
}

/** Longest token of another host that is passed on. */
const TOKEN_MAX_LENGTH = 4_096;

/** Recognises callers by their session or their token. */
export class Identities {
  constructor(private readonly options: IdentityOptions) {}

  /** Who holds this session id; anonymous when nobody does any more. */
  async bySession(id: string): Promise<Caller> {
    const session = await this.options.sessions.read(id);
    if (session === null) return ANONYMOUS;
    const { visitorId, sealedToken } = session;
    const upstreamToken = sealedToken === null ? null : await unseal(sealedToken, id);
    const shown = { via: "session", secret: id, visitorId, upstreamToken } as const;
    return withCredentials(accountCaller(session), shown);
  }

  /** Who holds this token; anonymous when nobody does any more. */
  async byToken(token: string, via: "header" | "query"): Promise<Caller> {
    const record = await this.options.tokens.read(token);
    if (record?.kind === "ingest") return { kind: "ingest", projectId: record.projectId };
    if (record?.kind === "refresh") return ANONYMOUS;
    if (record !== null) {
      const { visitorId } = record;
      const shown = { via, secret: token, visitorId, upstreamToken: null };
      return withCredentials(accountCaller(record), shown);
    }
    return this.options.isUpstream && token.length <= TOKEN_MAX_LENGTH
      ? elsewhere(token, via)
      : ANONYMOUS;
  }
}

function accountCaller({ accountId, email, platformAdmin, visitorId }: Holder): Caller {
  return { kind: "account", accountId, email, platformAdmin, demo: visitorId !== null };
}

/** Somebody only the other host knows: it decides what the token is worth. */
function elsewhere(token: string, via: "header" | "query"): Caller {
  const accountId = `upstream-${secretHash(token)}`;
  const caller = {
    kind: "account",
    accountId,
    email: "",
    platformAdmin: false,
    demo: false,
  } as const;
  return withCredentials(caller, { via, secret: token, visitorId: null, upstreamToken: token });
}
