import { ok } from "node:assert/strict";
import { openStore } from "@/lib/store/open_store.ts";
import type { OpenedStore } from "@/lib/store/store.ts";

/** Noon in Paris, in winter. */
export const NOW = Date.parse("2026-02-10T11:00:00Z");

/** A clock that stands still until the test advances it. */
export interface HandClock {
  now: () => number;
  advance(ms: number): void;
  /** Moves to an instant, ISO with Z. */
  goTo(instant: string): void;
}

export function aClock(start = NOW): HandClock {
  let at = start;
  return {
    now: () => at,
    advance: (ms) => at += ms,
    goTo: (instant) => at = Date.parse(instant),
  };
}

/** Runs a test on a store, by default one of its own in memory, with a clock; closes the store. */
export async function withStore(
  test: (store: OpenedStore, clock: HandClock) => Promise<void>,
  path = ":memory:",
): Promise<void> {
  const store = await openStore(path);
  try {
    await test(store, aClock());
  } finally {
    store.close();
  }
}

type Outcome<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: string };

/** The answer of a call that must be accepted. */
export async function answerOf<Answer>(asked: Promise<Outcome<Answer>>): Promise<Answer> {
  const result = await asked;
  ok(result.ok, JSON.stringify(result));
  return result.answer;
}

/** "ok", or the code of the refusal. */
export function codeOf(result: { readonly ok: boolean; readonly code?: string }): string {
  return result.ok ? "ok" : result.code ?? "";
}

export async function codeOfCall(
  asked: Promise<{ readonly ok: boolean; readonly code?: string }>,
): Promise<string> {
  return codeOf(await asked);
}
