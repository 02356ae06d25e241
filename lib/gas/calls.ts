/** Declares the calls of gas delivery points and their daily lines. @module */

import * as z from "zod/mini";
import {
  callFor,
  fileText,
  FRESH_DATA_SECONDS,
  named,
  onAnyProjectOrAdmin,
  type OutcomeOf,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { gasImport, gasLine, gasPce } from "./schema.ts";

/** `pce` is the delivery point of the lines without one. */
const importQuery = z.strictObject({
  dryRun: z.optional(z.enum(["true", "false"])),
  pce: z.optional(z.string().check(z.maxLength(20))),
});

const reads = callFor(onAnyProjectOrAdmin("collect:boilerroom:read"));
const writes = callFor(onAnyProjectOrAdmin("collect:boilerroom:write"));

/** Gas delivery points. @spec calls.catalogue */
export const GAS_CALLS = named({
  listGasPces: reads({
    request: "GET /collect/orgs/:orgId/grdfpces",
    dependsOn: "figures",
    summary: "The gas delivery points of an organisation that one may read (B §7)",
    answer: z.array(gasPce),
  }),
  getGasYear: reads({
    request: "GET /collect/orgs/:orgId/grdfpces/:pce/rangedata/:year",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The lines of a gas delivery point's year (B §7)",
    answer: z.array(gasLine),
    refusals: ["not-found"],
  }),
  importGasLines: writes({
    request: "POST /collect/orgs/:orgId/grdfpces/lines",
    summary: "Imports the lines of a CSV file, or says what that would do (domain §5.3)",
    audit: "Relevés de gaz importés",
    query: importQuery,
    body: fileText,
    bodyKind: "text",
    answer: gasImport,
    refusals: ["bad-file", "conflict"],
  }),
});

type Calls = typeof GAS_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;
