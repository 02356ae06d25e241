import * as z from "zod/mini";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { atHomeCall, ownCall } from "@/lib/contract/grants.ts";
import { fileAnswer } from "@/lib/contract/shapes.ts";
import { ownConsentDraft, ownHouse, ownHouseName } from "@/lib/domain/housing/schema.ts";
import { rangeData } from "@/lib/domain/series/schema.ts";

/** The caller's own dwelling. @spec housing.own-house */
export const OWN_HOUSES_CALLS = {
  listOwnHouses: ownCall({
    request: "GET /collect/ownhouses",
    summary: "The dwellings the caller lives in today and has the page of (domain §3)",
    answer: z.array(ownHouseName),
  }),
  getOwnHouse: atHomeCall({
    request: "GET /collect/projects/:projectId/housing/ownhouses/:houseId",
    summary: "One's own dwelling: its series, its messages, one's agreement (domain §3)",
    answer: ownHouse,
    refusals: ["not-found"],
  }),
  getOwnRangeData: atHomeCall({
    request:
      "GET /collect/projects/:projectId/housing/ownhouses/:houseId/dataseries/:series/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A series of one's own dwelling over a range, since one lives there (domain §3)",
    answer: rangeData,
    refusals: ["not-found", "forbidden"],
  }),
  putOwnConsent: atHomeCall({
    request: "PUT /collect/projects/:projectId/housing/ownhouses/:houseId/consent",
    summary: "Gives or withdraws one's own agreement to fine data (domain §5.5)",
    audit: "Accord changé par l’occupant",
    body: ownConsentDraft,
    refusals: ["not-found"],
  }),
  exportOwnData: atHomeCall({
    request: "GET /collect/projects/:projectId/housing/ownhouses/:houseId/export",
    summary: "What is kept about the caller as an occupant, as a zip of JSON and CSV (domain §3)",
    audit: "Données exportées par l’occupant",
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
};
