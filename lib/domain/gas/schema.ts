import * as z from "zod/mini";
import {
  anyText,
  flag,
  idOrNull,
  isoDate,
  named,
  numberOrNull,
} from "@/lib/domain/forms/schema.ts";
import {
  GAS_CONSENT_STATES,
  GAS_FAULTS,
  GAS_LINE_FAULTS,
  type GasConsent,
  type GasImport,
  type GasLine,
  type GasPce,
} from "./types.ts";

/** {@link GasConsent} */
const gasConsent: z.ZodMiniType<GasConsent> = named(
  "GasConsent",
  z.object({
    state: z.enum(GAS_CONSENT_STATES),
    isUsable: flag,
    endDate: z.nullable(isoDate),
  }),
);

/** {@link GasPce} */
export const gasPce: z.ZodMiniType<GasPce> = named(
  "GasPce",
  z.object({
    pce: anyText,
    name: anyText,
    projectId: idOrNull,
    boilerRoomId: idOrNull,
    projectName: z.nullable(anyText),
    last: z.nullable(z.object({ date: isoDate, index: numberOrNull })),
    consent: z.nullable(gasConsent),
    askedAt: z.nullable(anyText),
    fault: z.nullable(z.enum(GAS_FAULTS)),
  }),
);

/** {@link GasLine} */
export const gasLine: z.ZodMiniType<GasLine> = named(
  "GasLine",
  z.object({
    fromDate: isoDate,
    toDate: isoDate,
    informative: flag,
    fromIndex: numberOrNull,
    toIndex: numberOrNull,
    volume: numberOrNull,
    energy: numberOrNull,
    factorPta: numberOrNull,
    factorPcs: numberOrNull,
    factorConversion: numberOrNull,
  }),
);

/** {@link GasImport} */
export const gasImport: z.ZodMiniType<GasImport> = named(
  "GasImport",
  z.object({
    lineCount: z.int(),
    insertedCount: z.int(),
    replacedCount: z.int(),
    unchangedCount: z.int(),
    errors: z.array(z.object({ line: z.int(), fault: z.enum(GAS_LINE_FAULTS) })),
  }),
);
