/** Declares the calls on terms of energy contracts and on settlements. @module */

import * as z from "zod/mini";
import {
  type AnswerOf,
  callFor,
  created,
  fileAnswer,
  flowingFile,
  type InputOf,
  named,
  onAnyProject,
  onProject,
  type OutcomeOf,
  publicCall,
} from "@/lib/api/call.ts";
import type { HandlerOf } from "@/lib/api/services.ts";
import * as settlement from "./schema.ts";

const reads = callFor(onProject("collect:boilerroom:read"), "not-found");
const writes = callFor(onProject("collect:boilerroom:write"), "not-found");

const writesAll = callFor(onAnyProject("collect:boilerroom:write"));
const readsAll = callFor(onAnyProject("collect:boilerroom:read"));

const ROOM = "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId";

/** Terms of energy contracts, and the settlement of heating seasons. @spec calls.catalogue */
export const SETTLEMENT_CALLS = named({
  listEnergyTerms: reads({
    request: `GET ${ROOM}/energyterms`,
    summary: "The terms of the energy contract of a boiler room, by date (E §1.1)",
    answer: z.array(settlement.energyTerms),
  }),
  createEnergyTerms: writes({
    request: `POST ${ROOM}/energyterms`,
    summary: "Adds terms in force from a day on (E §1.1)",
    audit: "Conditions du contrat d’énergie ajoutées",
    body: settlement.energyTermsDraft,
    answer: created,
    refusals: ["to-confirm", "terms-taken", "unknown-reference", "limit-reached"],
  }),
  putEnergyTerms: writes({
    request: `PUT ${ROOM}/energyterms/:termsId`,
    summary: "Changes terms; statements that were sent keep theirs (E §1.1)",
    audit: "Conditions du contrat d’énergie modifiées",
    body: settlement.energyTermsDraft,
    refusals: ["to-confirm", "terms-taken", "unknown-reference", "conflict"],
  }),
  deleteEnergyTerms: writes({
    request: `DELETE ${ROOM}/energyterms/:termsId`,
    summary: "Deletes terms; statements that were sent keep theirs (E §1.1)",
    audit: "Conditions du contrat d’énergie supprimées",
  }),
  getPriceIndexes: reads({
    request: "GET /collect/projects/:projectId/priceindexes",
    summary: "The values of the indexes that revise the prices of a residence (E §1.2)",
    answer: settlement.priceIndexes,
  }),
  putPriceIndexes: writes({
    request: "PUT /collect/projects/:projectId/priceindexes",
    summary: "Writes the values of the indexes of a residence (E §1.2)",
    audit: "Indices de révision modifiés",
    body: settlement.priceIndexesDraft,
    refusals: ["conflict"],
  }),
  listSettlements: readsAll({
    request: "GET /collect/orgs/:orgId/settlements/:year",
    summary: "The latest statement of every boiler room one may read, for a season (E §1.6)",
    answer: z.array(settlement.settlementLine),
  }),
  sendSettlements: writesAll({
    request: "POST /collect/orgs/:orgId/settlements/:year",
    summary:
      "Sends the next statements that are ready and whose operator has an address; asked again until `after` is null (E §1.6)",
    // Each statement has its own line.
    audit: null,
    body: settlement.sendingDraft,
    answer: settlement.sending,
    refusals: ["bad-period"],
  }),
  getSettlement: reads({
    request: `GET ${ROOM}/settlements/:year`,
    summary: "The settlement of a season as computed now, and the statements sent (E §1.3)",
    query: settlement.contractQuery,
    answer: settlement.seasonSettlement,
    refusals: ["bad-period"],
  }),
  listStatements: reads({
    request: `GET ${ROOM}/settlements`,
    summary: "The statements sent of a boiler room, of every season, latest first (E §1.6)",
    answer: z.array(settlement.settlement),
  }),
  getSettlementPdf: reads({
    request: `GET ${ROOM}/settlements/:year/pdf`,
    summary: "A statement of a season as a PDF; its draft before one is sent (E §1.6)",
    query: settlement.pdfQuery,
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["bad-period"],
  }),
  sendSettlement: writes({
    request: `POST ${ROOM}/settlements/:year`,
    summary: "Freezes the statement of a season, and makes the operator's link (E §1.6)",
    audit: "Décompte envoyé",
    body: settlement.sendDraft,
    answer: settlement.sentStatement,
    creates: true,
    refusals: ["bad-period", "statement-not-ready", "conflict"],
  }),
  actOnSettlement: writes({
    request: `POST ${ROOM}/statements/:statementId`,
    summary: "Withdraws, accepts, contests or closes a statement, or revokes its link (E §1.6)",
    audit: "Décompte modifié",
    body: settlement.statementActDraft,
    refusals: ["statement-state", "comment-required"],
  }),
  depositSettlement: writes({
    request: `POST ${ROOM}/statements/:statementId/document`,
    summary: "Deposits an accepted statement among the documents, for who validates them (E §1.6)",
    audit: "Décompte déposé dans les documents",
    refusals: [
      "document-management-off",
      "statement-state",
      "statement-typedoc",
      "statement-contract",
      "bad-file",
      "files-unreachable",
    ],
  }),
  readSentStatement: publicCall({
    request: "POST /statements/:projectId/:boilerRoomId/:statementId",
    summary: "The statement of an operator's link; reads only (E §1.6)",
    audit: null,
    body: settlement.statementToken,
    answer: settlement.settlement,
    refusals: ["not-found"],
  }),
  answerSentStatement: publicCall({
    request: "POST /statements/:projectId/:boilerRoomId/:statementId/answer",
    summary: "Accepts or contests the statement of an operator's link (E §1.6)",
    audit: "Décompte répondu par l’exploitant",
    body: settlement.operatorAnswerDraft,
    bodyKind: "multipart",
    refusals: [
      "not-found",
      "statement-state",
      "comment-required",
      "bad-file",
      "files-unreachable",
    ],
  }),
  getStatementFile: reads({
    request: `GET ${ROOM}/statements/:statementId/file`,
    summary: "The file with which an operator contested a statement (E §1.6)",
    answerKind: "pdf",
    answer: flowingFile,
    refusals: ["files-unreachable"],
  }),
});

type Calls = typeof SETTLEMENT_CALLS;

export type Answer<Name extends keyof Calls> = AnswerOf<Calls[Name]>;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls> = HandlerOf<Calls[Name]>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;
