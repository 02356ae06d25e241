import * as z from "zod/mini";
import { rangeData } from "../domain/facilities/schema.ts";
import { defineCall } from "./call.ts";
import { AT_HOME, SELF } from "./grants.ts";
import { OWN_HOUSES_PATHS as at } from "./own_houses_paths.ts";
import { ownConsentDraft, ownHouse, ownHouseName } from "./own_houses_schema.ts";
import { fileAnswer, nothing } from "./shapes.ts";

/** One's own dwelling, for whoever lives in it. @spec domain §3 "an occupant's page of their own dwelling" */
export const OWN_HOUSES_CALLS = {
  listOwnHouses: defineCall({
    ...at.listOwnHouses,
    summary: "The dwellings the caller lives in today and has the page of (domain §3)",
    access: SELF,
    answer: z.array(ownHouseName),
    refusals: [],
  }),
  getOwnHouse: defineCall({
    ...at.getOwnHouse,
    summary: "One's own dwelling: its series, its messages, one's agreement (domain §3)",
    access: AT_HOME,
    answer: ownHouse,
    refusals: ["not-found"],
  }),
  getOwnRangeData: defineCall({
    ...at.getOwnRangeData,
    summary: "A series of one's own dwelling over a range, since one lives there (domain §3)",
    access: AT_HOME,
    answer: rangeData,
    refusals: ["not-found", "forbidden"],
  }),
  putOwnConsent: defineCall({
    ...at.putOwnConsent,
    summary: "Gives or withdraws one's own agreement to fine data (domain §5.5)",
    access: AT_HOME,
    body: ownConsentDraft,
    answer: nothing,
    refusals: ["not-found"],
  }),
  exportOwnData: defineCall({
    ...at.exportOwnData,
    summary: "What is kept about the caller as an occupant, as a zip of JSON and CSV (domain §3)",
    access: AT_HOME,
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
};
