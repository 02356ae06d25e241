import * as z from "zod/mini";
import { gasLine, gasPce } from "../domain/gas/schema.ts";
import { defineCall } from "./call.ts";
import { GAS_PATHS as at } from "./gas_paths.ts";
import { onAnyProject } from "./grants.ts";

const reads = onAnyProject("collect:boilerroom:read");

/** Gas delivery points. @spec B §2 "Gas delivery point yearly data", B §7 */
export const GAS_CALLS = {
  listGasPces: defineCall({
    ...at.listGasPces,
    summary: "The gas delivery points of an organisation that one may read (B §7)",
    access: reads,
    answer: z.array(gasPce),
    refusals: [],
  }),
  getGasYear: defineCall({
    ...at.getGasYear,
    summary: "The lines of a gas delivery point's year (B §7)",
    access: reads,
    answer: z.array(gasLine),
    refusals: ["not-found"],
  }),
};
