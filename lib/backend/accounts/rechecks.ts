import type { Caller } from "@/lib/contract/caller.ts";
import { credentialsOf, withCredentials } from "./credentials.ts";

/** Decides again whether the caller may make the call. @throws Refused when they may no longer */
type Recheck = () => Promise<void>;

const rechecks = new WeakMap<Caller, Recheck>();

/** The caller of one call, whose access is checked again before each of its commits: it may be withdrawn meanwhile. */
export function withRecheck<C extends Caller>(caller: C, recheck: Recheck): C {
  const own = { ...caller };
  rechecks.set(own, recheck);
  const shown = credentialsOf(caller);
  return shown === null ? own : withCredentials(own, shown);
}

/** @throws Refused when the caller may no longer make the call; never for a job, which has no access to lose */
export async function recheckAccess(caller: Caller): Promise<void> {
  await rechecks.get(caller)?.();
}
