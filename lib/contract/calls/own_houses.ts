import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { AT_HOME, SELF } from "@/lib/contract/grants.ts";
import { fileAnswer, nothing } from "@/lib/contract/shapes.ts";
import { rangeData } from "@/lib/domain/facilities/schema.ts";
import { ownConsentDraft, ownHouse, ownHouseName } from "./own_houses_schema.ts";

/** One's own dwelling, for its occupant. @spec housing.own-house */
export const OWN_HOUSES_CALLS = {
  listOwnHouses: defineCall({
    method: "GET",
    path: "/collect/ownhouses",
    summary: "The dwellings the caller lives in today and has the page of (domain §3)",
    access: SELF,
    answer: z.array(ownHouseName),
    refusals: [],
  }),
  getOwnHouse: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/ownhouses/:houseId",
    summary: "One's own dwelling: its series, its messages, one's agreement (domain §3)",
    access: AT_HOME,
    answer: ownHouse,
    refusals: ["not-found"],
  }),
  getOwnRangeData: defineCall({
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/ownhouses/:houseId/dataseries/:series/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A series of one's own dwelling over a range, since one lives there (domain §3)",
    access: AT_HOME,
    answer: rangeData,
    refusals: ["not-found", "forbidden"],
  }),
  putOwnConsent: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/ownhouses/:houseId/consent",
    summary: "Gives or withdraws one's own agreement to fine data (domain §5.5)",
    audit: "Accord changé par l’occupant",
    access: AT_HOME,
    body: ownConsentDraft,
    answer: nothing,
    refusals: ["not-found"],
  }),
  exportOwnData: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/ownhouses/:houseId/export",
    summary: "What is kept about the caller as an occupant, as a zip of JSON and CSV (domain §3)",
    audit: "Données exportées par l’occupant",
    access: AT_HOME,
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
};
