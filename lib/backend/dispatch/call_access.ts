import { createHash } from "node:crypto";
import { withConfirmation } from "@/lib/backend/accounts/confirmations.ts";
import { withRecheck } from "@/lib/backend/accounts/rechecks.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import type { Caller, CallerRoles, ProviderOf } from "@/lib/contract/caller.ts";
import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";
import type { AskedEffect } from "@/lib/domain/forms/effects.ts";
import { isRecord } from "@/lib/domain/forms/records.ts";
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

/**
 * The caller of a call; a person who writes is checked again before each commit, and confirms what reaches far.
 *
 * @spec roles.withdrawn, calls.to-confirm
 */
export function callerOfCall(
  name: CallName,
  input: Readonly<Record<string, unknown>>,
  { confirmation = null, ...asker }: Asker & { readonly confirmation?: string | null | undefined },
): Caller {
  const { caller, responder } = asker;
  const isPerson = caller.kind === "account" || caller.kind === "provider";
  if (CALLS[name].method === "GET" || !isPerson) return caller;
  const checked = withRecheck(caller, async () => {
    const access = await accessTo(name, input, { responder, caller: await asOfNow(asker) });
    if (access !== "allowed") throw new Refused(access);
  });
  return withConfirmation(checked, {
    given: confirmation,
    valueOf: (effects) => confirmationOf(name, input, effects),
  });
}

/** The value that confirms exactly a call, its input and its effects. */
function confirmationOf(
  name: CallName,
  input: Readonly<Record<string, unknown>>,
  effects: readonly AskedEffect[],
): string {
  return createHash("sha256").update(JSON.stringify([name, input, effects], inKeyOrder))
    .digest("base64url").slice(0, CONFIRMATION_LENGTH);
}

const CONFIRMATION_LENGTH = 22;

/** Objects with their members by name: the order in which they were sent does not count. */
function inKeyOrder(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}

/** A caller with what they may reach now: a landlord may have removed their address from a provider. */
async function asOfNow({ caller, responder }: Asker): Promise<Caller> {
  if (caller.kind !== "provider") return caller;
  return { ...caller, providers: await responder.providersOf(caller.email) };
}
