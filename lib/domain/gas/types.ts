/** A gas delivery point of an organisation. @spec B §7 "grdfpces" */
export interface GasPce {
  /** 14 digits, or GI and 6 digits. */
  pce: string;
  name: string;
  /** Its residence and boiler room; null when unassigned. */
  projectId: string | null;
  boilerRoomId: string | null;
  /** Name of that residence; null without one. */
  projectName: string | null;
  /** Last index of the meter; null before the first line. */
  last: GasLastReading | null;
  /** The holder's consent at GRDF; null while GRDF has not been queried. */
  consent: GasConsent | null;
  /** Last query to GRDF, ISO instant; null for never. */
  askedAt: string | null;
  /** Fault of the last query; null when it succeeded. */
  fault: GasFault | null;
}

/** The end of the latest line of a delivery point. */
export interface GasLastReading {
  /** Day at 06:00 of which the line ends. */
  date: string;
  /** m³; null when the line does not give it. */
  index: number | null;
}

/** States of a holder's consent. @spec domain §5.3 */
export const GAS_CONSENT_STATES = [
  "active",
  "to-validate",
  "to-recheck",
  "revoked",
  "obsolete",
  "refused",
  "unknown",
] as const;

/** One of {@link GAS_CONSENT_STATES}; unknown when GRDF gives none, or an unknown one. */
export type GasConsentState = typeof GAS_CONSENT_STATES[number];

/** What the platform may read, by the holder's consent. @spec domain §5.3 */
export interface GasConsent {
  state: GasConsentState;
  /** Active, with a proof that is neither awaited nor refused. */
  isUsable: boolean;
  /** Last day of the consent; null when it names none. */
  endDate: string | null;
}

/** Faults of a query to GRDF. */
export const GAS_FAULTS = [
  "unreachable",
  "refused",
  "too-many-requests",
  "unreadable",
  "elsewhere",
] as const;

/**
 * One of {@link GAS_FAULTS}: no answer, credentials or rights refused, rate limited, an unreadable answer,
 * or a number another organisation named before.
 */
export type GasFault = typeof GAS_FAULTS[number];

/** One line of a delivery point's year. @spec B §3 "Gas yearly line", domain §5.3 */
export interface GasLine {
  /** Gas days: each starts at 06:00. */
  fromDate: string;
  toDate: string;
  /** True for daily, provisional data; false for billed data. */
  informative: boolean;
  /** Meter index, m³; null when the line does not give it. */
  fromIndex: number | null;
  toIndex: number | null;
  /** m³ read. */
  volume: number | null;
  /** kWh; never recomputed from the volume. */
  energy: number | null;
  /** m³(n)/m³ */
  factorPta: number | null;
  /** kWh/m³(n) */
  factorPcs: number | null;
  /** kWh/m³ */
  factorConversion: number | null;
}

/** Result of an import of lines, or of its trial. */
export interface GasImport {
  /** Lines of the file that hold something, without the heading. */
  lineCount: number;
  insertedCount: number;
  /** Lines that replaced different ones. */
  replacedCount: number;
  /** Lines that were already the same. */
  unchangedCount: number;
  /** Lines left out: where, and why. */
  errors: GasImportError[];
}

/** Why a line of a file is left out. */
export const GAS_LINE_FAULTS = [
  "pce",
  "pce-unknown",
  "type",
  "from-date",
  "to-date",
  "date",
  "period",
  "future",
  "index",
  "number",
] as const;

/** A line of a file that is left out. */
export interface GasImportError {
  /** From 1, the heading included. */
  line: number;
  fault: typeof GAS_LINE_FAULTS[number];
}
