import * as z from "zod/mini";
import { anyText, flag, idOrNull, isoDate, named, numberOrNull } from "../forms/schema.ts";
import type { GasLine, GasPce } from "./types.ts";

/** {@link GasPce} */
export const gasPce: z.ZodMiniType<GasPce> = named(
  "GasPce",
  z.object({
    pce: anyText,
    name: anyText,
    projectId: idOrNull,
    boilerRoomId: idOrNull,
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
