/**
 * Formats an instant for calls, without milliseconds.
 *
 * @param epochS seconds
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(utcInstant(1_767_225_600), "2026-01-01T00:00:00Z");
 * ```
 */
export function utcInstant(epochS: number): string {
  return new Date(epochS * 1_000).toISOString().replace(".000Z", "Z");
}

/** Formats an instant for calls, with milliseconds. */
export function instantOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
