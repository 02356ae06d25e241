import type { Caller } from "@/lib/contract/caller.ts";

export interface Credentials {
  /** A session's cookie, a token in a header, or a token in the query (reads only). */
  via: "session" | "header" | "query";
  secret: string;
  /** Names the overlay of a visit of the demo; null on the real store. */
  visitorId: string | null;
  /** Token to show to the host that answers the calls; null when this program answers. */
  upstreamToken: string | null;
}

const credentials = new WeakMap<Caller, Credentials>();

/** Keeps a caller's credentials beside them, where no answer and no log can show them. */
export function withCredentials<C extends Caller>(caller: C, shown: Credentials): C {
  credentials.set(caller, shown);
  return caller;
}

/** What a caller has shown; null for a user who has shown nothing. */
export function credentialsOf(caller: Caller): Credentials | null {
  return credentials.get(caller) ?? null;
}
