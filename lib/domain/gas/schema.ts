import { z } from "zod";
import { idOrNull, isoDate, numberOrNull } from "../forms/schema.ts";
import type { GasLine, GasPce } from "./types.ts";

/** {@link GasPce} */
export const gasPce: z.ZodType<GasPce> = z.object({
  pce: z.string(),
  name: z.string(),
  projectId: idOrNull,
  boilerRoomId: idOrNull,
}).meta({ id: "GasPce" });

/** {@link GasLine} */
export const gasLine: z.ZodType<GasLine> = z.object({
  fromDate: isoDate,
  toDate: isoDate,
  informative: z.boolean(),
  fromIndex: numberOrNull,
  toIndex: numberOrNull,
  volume: numberOrNull,
  energy: numberOrNull,
  factorPta: numberOrNull,
  factorPcs: numberOrNull,
  factorConversion: numberOrNull,
}).meta({ id: "GasLine" });
