import { withRecheck } from "@/lib/backend/accounts/rechecks.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Caller, CallerRoles, ProviderOf } from "@/lib/contract/caller.ts";
import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";
import { placesOf, sureVerdict, type Verdict } from "./access.ts";

/** A caller, and the backend that has their roles. */
interface Asker {
  readonly caller: Caller;
  readonly responder: {
    rolesOf(caller: Caller): CallerRoles;
    providersOf(email: string): Promise<readonly ProviderOf[]>;
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
    forgetSeen: () => cache.forgetSeen(),
  });
}

/** The caller of a call; a person who writes is checked again before each commit. @spec roles.withdrawn */
export function recheckedCaller(
  name: CallName,
  input: Readonly<Record<string, unknown>>,
  asker: Asker,
): Caller {
  const { caller, responder } = asker;
  const isPerson = caller.kind === "account" || caller.kind === "provider";
  if (CALLS[name].method === "GET" || !isPerson) return caller;
  return withRecheck(caller, async () => {
    const access = await accessTo(name, input, { responder, caller: await asOfNow(asker) });
    if (access !== "allowed") throw new Refused(access);
  });
}

/** A caller with what they may reach now: a landlord may have removed their address from a provider. */
async function asOfNow({ caller, responder }: Asker): Promise<Caller> {
  if (caller.kind !== "provider") return caller;
  return { ...caller, providers: await responder.providersOf(caller.email) };
}
