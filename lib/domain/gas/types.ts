export type * from "./schema.ts";

/** States of a holder's consent. @spec gas.consents */
export const GAS_CONSENT_STATES = [
  "active",
  "to-validate",
  "to-recheck",
  "revoked",
  "obsolete",
  "refused",
  "unknown",
] as const;

/** One of {@link GAS_CONSENT_STATES}; `unknown` when GRDF sends none, or an unknown one. */
export type GasConsentState = typeof GAS_CONSENT_STATES[number];

export const GAS_FAULTS = [
  "unreachable",
  "refused",
  "too-many-requests",
  "unreadable",
  "elsewhere",
] as const;

/**
 * One of {@link GAS_FAULTS}: no answer, credentials or rights refused, rate limited, unreadable answer, or a number
 * already declared by another organisation.
 */
export type GasFault = typeof GAS_FAULTS[number];

/** Why a line of a file is skipped. */
export const GAS_LINE_FAULTS = [
  "pce",
  "pce-unknown",
  "first-index",
  "type",
  "from-date",
  "to-date",
  "date",
  "period",
  "past",
  "future",
  "index",
  "number",
  "unit",
  "repeated",
  "year-full",
] as const;
