/** A gas delivery point of an organisation. @spec B §7 "grdfpces" */
export interface GasPce {
  /** 14 digits, or GI and 6 digits. */
  pce: string;
  name: string;
  /** Residence and boiler room it feeds; null while nobody has said. */
  projectId: string | null;
  boilerRoomId: string | null;
  /** Name of that residence; null without one. */
  projectName: string | null;
  /** Where the meter stood last; null before the first line. */
  last: GasLastReading | null;
  /** What the holder lets the platform read of it at GRDF; null while GRDF has not been asked. */
  consent: GasConsent | null;
  /** When GRDF was last asked for its lines, ISO instant; null when it never was. */
  askedAt: string | null;
  /** Why the last asking brought nothing; null when it went well. */
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

/** One of {@link GAS_CONSENT_STATES}; unknown when GRDF gives none, or one nobody knew. */
export type GasConsentState = typeof GAS_CONSENT_STATES[number];

/** What a holder lets the platform read. @spec domain §5.3 */
export interface GasConsent {
  state: GasConsentState;
  /** Active, with a proof that is neither awaited nor refused. */
  isUsable: boolean;
  /** Last day of the consent; null when it names none. */
  endDate: string | null;
}

/** Why asking GRDF brought nothing. */
export const GAS_FAULTS = [
  "unreachable",
  "refused",
  "too-many-requests",
  "unreadable",
  "elsewhere",
] as const;

/**
 * One of {@link GAS_FAULTS}: no answer, credentials or rights refused, asked too often, an answer nobody can read,
 * or a number another organisation named before.
 */
export type GasFault = typeof GAS_FAULTS[number];

/** One line of a delivery point's year. @spec B §3 "Gas yearly line", domain §5.3 */
export interface GasLine {
  /** Gas days: each starts at 06:00. */
  fromDate: string;
  toDate: string;
  /** True for daily, provisional data; false for what is billed. */
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

/** What an import of lines did, or would do. */
export interface GasImport {
  /** Lines of the file that hold something, without the heading. */
  lineCount: number;
  insertedCount: number;
  /** Lines that said something else before. */
  replacedCount: number;
  /** Lines that said the same already. */
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
