/** Declares the calls on prices of energy and costs. @module */

import * as z from "zod/mini";
import {
  type AnswerOf,
  callFor,
  created,
  fileText,
  FRESH_DATA_SECONDS,
  importQuery,
  type InputOf,
  named,
  onAnyProject,
  onProject,
  onProjectOrAdmin,
} from "@/lib/api/call.ts";
import type { HandlerOf } from "@/lib/api/services.ts";
import { importReport } from "@/lib/weather/schema.ts";
import * as prices from "./schema.ts";

const reads = callFor(onProjectOrAdmin("collect:boilerroom:read"));
const writes = callFor(onProjectOrAdmin("collect:boilerroom:write"));
const readsCosts = callFor(onAnyProject("collect:boilerroom:read"));
const readsCost = callFor(onProject("collect:boilerroom:read"), "not-found");

/** Dated prices of energy, and what a boiler room's energy costs by them. @spec calls.catalogue */
export const ENERGY_PRICES_CALLS = named({
  listEnergyPrices: reads({
    request: "GET /collect/projects/:projectId/energyprices",
    summary: "The dated prices of energy of a residence and of its boiler rooms (E §2)",
    answer: z.array(prices.energyPrice),
  }),
  createEnergyPrice: writes({
    request: "POST /collect/projects/:projectId/energyprices",
    summary: "Adds a price of energy from a day on (E §2)",
    audit: "Prix de l’énergie ajouté",
    body: prices.energyPriceDraft,
    answer: created,
    refusals: ["to-confirm", "unknown-reference", "price-taken", "limit-reached"],
  }),
  putEnergyPrice: writes({
    request: "PUT /collect/projects/:projectId/energyprices/:priceId",
    summary: "Changes a price of energy (E §2)",
    audit: "Prix de l’énergie modifié",
    body: prices.energyPriceDraft,
    refusals: ["to-confirm", "not-found", "conflict", "unknown-reference", "price-taken"],
  }),
  deleteEnergyPrice: writes({
    request: "DELETE /collect/projects/:projectId/energyprices/:priceId",
    summary: "Deletes a price of energy; the one before it then applies (E §2)",
    audit: "Prix de l’énergie supprimé",
    refusals: ["not-found"],
  }),
  importEnergyPrices: writes({
    request: "POST /collect/projects/:projectId/energyprices/file",
    summary: "Imports a CSV file of prices; with dryRun, only says what it would do (E §2)",
    audit: "Prix de l’énergie importés",
    query: importQuery,
    body: fileText,
    bodyKind: "text",
    answer: importReport,
    refusals: ["bad-file", "conflict", "limit-reached"],
  }),
  copyEnergyPrices: writes({
    request: "POST /collect/projects/:projectId/energyprices/copy",
    summary: "Copies the residence's own prices to others of its organisation (E §2)",
    audit: "Prix de l’énergie copiés",
    body: prices.priceCopyDraft,
    answer: prices.priceCopy,
    refusals: ["unknown-reference", "limit-reached"],
  }),
  listEnergyBills: reads({
    request: "GET /collect/projects/:projectId/energybills",
    summary: "The bills of energy of the boiler rooms of a residence, as typed (E §2)",
    answer: z.array(prices.energyBill),
  }),
  createEnergyBill: writes({
    request: "POST /collect/projects/:projectId/energybills",
    summary: "Adds a bill of energy of a boiler room (E §2)",
    audit: "Facture d’énergie ajoutée",
    body: prices.energyBillDraft,
    answer: created,
    refusals: ["to-confirm", "unknown-reference", "limit-reached"],
  }),
  putEnergyBill: writes({
    request: "PUT /collect/projects/:projectId/energybills/:billId",
    summary: "Changes a bill of energy (E §2)",
    audit: "Facture d’énergie modifiée",
    body: prices.energyBillDraft,
    refusals: ["to-confirm", "not-found", "conflict", "unknown-reference"],
  }),
  deleteEnergyBill: writes({
    request: "DELETE /collect/projects/:projectId/energybills/:billId",
    summary: "Deletes a bill of energy (E §2)",
    audit: "Facture d’énergie supprimée",
    refusals: ["not-found"],
  }),
  getEnergyCost: readsCost({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/energycost/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "What the energy and the gap of a boiler room's year cost, month by month (E §2)",
    answer: prices.yearCost,
    refusals: ["bad-period"],
  }),
  listRoomCosts: readsCosts({
    request: "GET /collect/orgs/:orgId/energycosts/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary:
      "What the finished months of a year cost by m², of the boiler rooms one may read (E §5)",
    answer: z.array(prices.roomCost),
    refusals: ["bad-period"],
  }),
  getGapCost: readsCost({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gapcost",
    summary: "What a gap of some days costs at the prices of a boiler room (E §2)",
    query: prices.gapQuery,
    answer: prices.gapCost,
    refusals: ["bad-period"],
  }),
});

type Calls = typeof ENERGY_PRICES_CALLS;

export type Answer<Name extends keyof Calls> = AnswerOf<Calls[Name]>;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls> = HandlerOf<Calls[Name]>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;
