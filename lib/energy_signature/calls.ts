/** Declares the calls on the energy signature of boiler rooms. @module */

import { callFor, FRESH_DATA_SECONDS, named, onProject } from "@/lib/api/call.ts";
import type { HandlerOf } from "@/lib/api/services.ts";
import { energySignature, signatureQuery } from "./schema.ts";

const reads = callFor(onProject("collect:boilerroom:read"), "not-found");

/** The signature of a season. @spec calls.catalogue */
export const ENERGY_SIGNATURE_CALLS = named({
  getEnergySignature: reads({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/signature/:year",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The days of a heating season, its signature, and its drift (E §4)",
    query: signatureQuery,
    answer: energySignature,
    refusals: ["bad-period"],
  }),
});

type Calls = typeof ENERGY_SIGNATURE_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls> = HandlerOf<Calls[Name]>;
