/** Declares the schemas and faults of delivery points, consents, gas lines and imports. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { importCounts } from "@/lib/ingest/schema.ts";

/** States of a holder's consent. @spec gas.consents */
const GAS_CONSENT_STATES = [
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

const GAS_FAULTS = [
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
const GAS_LINE_FAULTS = [
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

/** The platform's access by the holder's consent. @spec gas.consents */
export type GasConsent = z.output<typeof gasConsent>;
const gasConsent = namedObject("GasConsent", {
  state: z.enum(GAS_CONSENT_STATES),
  /** Active, with a proof that is neither awaited nor refused. */
  isUsable: field.flag,
  /** Last day of the consent; null when it has none. */
  endDate: z.nullable(field.isoDate),
});

/** The end of the latest line of a delivery point. */
export type GasLastReading = z.output<typeof lastReading>;
const lastReading = z.object({
  /** Day on which the line ends, at 06:00. */
  date: field.isoDate,
  /** m³; null when missing from the line. */
  index: field.numberOrNull,
});

/** A gas delivery point of an organisation. @spec gas.lines */
export type GasPce = z.output<typeof gasPce>;
export const gasPce = namedObject("GasPce", {
  /** 14 digits, or GI and 6 digits. */
  pce: field.anyText,
  name: field.anyText,
  /** Its residence and boiler room; null when unassigned. */
  projectId: field.idOrNull,
  boilerRoomId: field.idOrNull,
  /** Name of that residence; null without one. */
  projectName: z.nullable(field.anyText),
  /** Last index of the meter; null before the first line. */
  last: z.nullable(lastReading),
  /** The holder's consent at GRDF; null while GRDF has not been queried. */
  consent: z.nullable(gasConsent),
  /** Last query to GRDF; null for never. */
  askedAt: field.instantOrNull,
  /** Fault of the last query; null when it succeeded. */
  fault: z.nullable(z.enum(GAS_FAULTS)),
});

/** One line of a delivery point's year. @spec gas.lines */
export type GasLine = z.output<typeof gasLine>;
export const gasLine = namedObject("GasLine", {
  /** Gas days: each starts at 06:00. */
  fromDate: field.isoDate,
  toDate: field.isoDate,
  /** True for daily, provisional data; false for billed data. */
  informative: field.flag,
  /** Meter index, m³; null when missing from the line. */
  fromIndex: field.numberOrNull,
  toIndex: field.numberOrNull,
  /** m³ read. */
  volume: field.numberOrNull,
  /** kWh; never recomputed from the volume. */
  energy: field.numberOrNull,
  /** m³(n)/m³ */
  factorPta: field.numberOrNull,
  /** kWh/m³(n) */
  factorPcs: field.numberOrNull,
  /** kWh/m³ */
  factorConversion: field.numberOrNull,
});

/** A skipped line of a file. */
export type GasImportError = z.output<typeof importError>;
const importError = z.object({
  /** From 1, heading included. */
  line: z.int(),
  fault: z.enum(GAS_LINE_FAULTS),
  /** The year without room for the line; absent for another fault. */
  year: z.optional(z.int()),
  /** The later line of the same type and period; absent for another fault. */
  repeatedAt: z.optional(z.int()),
  /** Unit of a figure, and the one to which it does not convert; absent for another fault. */
  units: z.optional(z.object({ from: field.anyText, to: field.anyText })),
});

/** Result of an import of lines, or of its dry run. */
export type GasImport = z.output<typeof gasImport>;
export const gasImport = namedObject("GasImport", {
  ...importCounts,
  /** Skipped lines, with their faults. */
  errors: z.array(importError),
});
