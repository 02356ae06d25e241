import type { Caller } from "@/lib/contract/caller.ts";

export interface Credentials {
  /** A session's cookie, a token in a header, or a token in the query (reads only). */
  via: "session" | "header" | "query";
  secret: string;
  /** Id of a demo visit's overlay; null on the real store. */
  visitorId: string | null;
  /** Token for the host that answers the calls; null when this program answers. */
  upstreamToken: string | null;
}

const credentials = new WeakMap<Caller, Credentials>();

/** Associates credentials with a caller without putting them in it, so that no answer or log can contain them. */
export function withCredentials<C extends Caller>(caller: C, shown: Credentials): C {
  credentials.set(caller, shown);
  return caller;
}

/** The credentials of a caller; null for a caller without any. */
export function credentialsOf(caller: Caller): Credentials | null {
  return credentials.get(caller) ?? null;
}
