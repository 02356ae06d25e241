/** Limits how many large bodies the server holds at the same time. @module */

import { subjectOf } from "@/lib/api/rate_limits.ts";
import { CallError } from "@/lib/base/errors.ts";
import { type RequestInfo, requestInfoOf } from "./request_info.ts";
import type { State } from "./state.ts";

/** Size above which a body needs a slot, bytes: as sent, or once inflated. */
export const LARGE_BODY_BYTES = 1_024 * 1_024;
/** Slots of all senders together. */
const MOST_SLOTS = 8;

/** The accounts, links, collectors and addresses whose large body is held. */
const senders = new Set<string>();

/**
 * Whether a request may hold a body of this size, until it is answered: a large one takes a slot, one at most for each
 * account, link or collector.
 *
 * @spec calls.large-bodies
 */
export function hasSlot(request: Request, bytes: number): boolean {
  const info = requestInfoOf(request);
  if (bytes <= LARGE_BODY_BYTES || info.slot !== undefined) return true;
  const sender = info.sender ?? info.clientAddress;
  if (senders.size >= MOST_SLOTS || senders.has(sender)) return false;
  senders.add(sender);
  info.slot = sender;
  return true;
}

/** As {@link hasSlot}. @throws CallError when there is none */
export function takeSlot(request: Request, bytes: number): void {
  if (!hasSlot(request, bytes)) throw new CallError("overloaded");
}

/** Notes the caller of a request as the sender of its body. */
export function noteSender({ caller, requestInfo }: Pick<State, "caller" | "requestInfo">): void {
  if (caller.kind === "anonymous") delete requestInfo.sender;
  else requestInfo.sender = `${caller.kind} ${subjectOf(caller)}`;
}

/** Frees the slot of an answered request. */
export function freeSlot({ slot }: RequestInfo): void {
  if (slot !== undefined) senders.delete(slot);
}
