/** Asks the caller to confirm the effects of a call before it is written. @module */

import type { Caller } from "@/lib/identity/caller.ts";
import type { ConfirmationRequest, ConfirmedEffect, Effect } from "@/lib/ui/confirmation.ts";
import { confirmedText, effectText } from "./text.ts";

/** The confirmation of one call. */
interface Confirming {
  /** The value sent with the call; null without one. */
  readonly sentConfirmation: string | null;
  /** The value that confirms the call with some effects. */
  valueOf(effects: readonly ConfirmedEffect[]): string;
  /** The effects confirmed by the last plan of the call. */
  confirmed: readonly ConfirmedEffect[];
}

const confirmings = new WeakMap<Caller, Confirming>();

/** Gives the caller of one call its confirmation; the caller must be of that call only. */
export function withConfirmation<C extends Caller>(
  caller: C,
  confirming: Omit<Confirming, "confirmed">,
): C {
  confirmings.set(caller, { ...confirming, confirmed: [] });
  return caller;
}

/**
 * The refusal of a call that must be confirmed first; null when it was, or has no such effect. A plan calls it once,
 * after its other refusals, with all its effects: other ones than those confirmed are asked again. Jobs ask nothing.
 *
 * @spec calls.to-confirm
 */
export function askFirst(
  caller: Caller,
  effects: readonly Effect[],
): { readonly ok: false; readonly code: "to-confirm" } & ConfirmationRequest | null {
  const confirming = confirmings.get(caller);
  if (confirming === undefined) return null;
  const toConfirm = effects.map((effect) => ({ ...effect, text: effectText(effect) }));
  const confirmation = confirming.valueOf(toConfirm);
  const isConfirmed = toConfirm.length > 0 && confirming.sentConfirmation === confirmation;
  confirming.confirmed = isConfirmed ? toConfirm : [];
  if (toConfirm.length === 0 || isConfirmed) return null;
  return { ok: false, code: "to-confirm", effects: toConfirm, confirmation };
}

/** The subject of an audit line, with what the caller confirmed. @spec calls.to-confirm */
export function confirmedSubject(caller: Caller, subject: string): string {
  const confirmed = confirmings.get(caller)?.confirmed ?? [];
  if (confirmed.length === 0) return subject;
  return confirmedText(subject, confirmed.map(({ text }) => text));
}
