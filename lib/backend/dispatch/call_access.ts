import { withRecheck } from "@/lib/backend/accounts/rechecks.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Caller, CallerRoles } from "@/lib/contract/caller.ts";
import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";
import { placesOf, sureVerdict, type Verdict } from "./access.ts";

/** A caller, and the backend that has their roles. */
interface Asker {
  readonly caller: Caller;
  readonly responder: {
    rolesOf(caller: Caller): CallerRoles;
    readonly cache: { forgetSeen(): void };
  };
}

/** Whether a caller may make a call. */
export function accessTo(
  name: CallName,
  input: Readonly<Record<string, unknown>>,
  { caller, responder: { rolesOf, cache } }: Asker,
): Promise<Verdict> {
  return sureVerdict(CALLS[name].access, placesOf(input), {
    caller,
    callerRoles: rolesOf(caller),
    lookAgain: () => cache.forgetSeen(),
  });
}

/** The caller of a call; an account that writes is checked again before each commit. @spec roles.withdrawn */
export function recheckedCaller(
  name: CallName,
  input: Readonly<Record<string, unknown>>,
  asker: Asker,
): Caller {
  const { caller } = asker;
  if (CALLS[name].method === "GET" || caller.kind !== "account") return caller;
  return withRecheck(caller, async () => {
    const access = await accessTo(name, input, asker);
    if (access !== "allowed") throw new Refused(access);
  });
}
