/** Declares the calls on self-consumption. @module */

import {
  callFor,
  created,
  fileAnswer,
  FRESH_DATA_SECONDS,
  named,
  onProject,
} from "@/lib/api/call.ts";
import type { HandlerOf } from "@/lib/api/services.ts";
import * as autoconsumption from "./schema.ts";

const manages = callFor(onProject("collect:acc:write"));
const reads = callFor(onProject(
  "collect:acc:write",
  "collect:building:read",
  "collect:boilerroom:read",
  "collect:agg:daily",
));

/** Collective self-consumption. @spec calls.catalogue */
export const SELF_CONSUMPTION_CALLS = named({
  getAutoconsumptionData: reads({
    request: "GET /collect/projects/:projectId/autoconsocollective/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Production and its use over a range (B §7)",
    answer: autoconsumption.autoconsumptionData,
  }),
  getAutoconsumptionConfig: manages({
    request: "GET /collect/projects/:projectId/autoconsocollective/config",
    dependsOn: "settings",
    summary: "The operation, its generators and its consumers (B §7)",
    answer: autoconsumption.autoconsumptionConfig,
  }),
  putAutoconsumptionInfo: manages({
    request: "PUT /collect/projects/:projectId/autoconsocollective/info",
    summary: "Changes the operation (B §7)",
    audit: "Autoconsommation modifiée",
    body: autoconsumption.autoconsumptionInfoDraft,
    refusals: ["to-confirm", "conflict"],
  }),
  createProducer: manages({
    request: "POST /collect/projects/:projectId/autoconsocollective/producers",
    summary: "Adds a generator (B §7)",
    audit: "Producteur ajouté",
    body: autoconsumption.producerDraft,
    answer: created,
    refusals: ["unknown-reference", "unsuitable-series", "counted-twice", "limit-reached"],
  }),
  putProducer: manages({
    request: "PUT /collect/projects/:projectId/autoconsocollective/producers/:producerId",
    summary: "Changes a generator (B §7)",
    audit: "Producteur modifié",
    body: autoconsumption.producerDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series", "counted-twice"],
  }),
  deleteProducer: manages({
    request: "DELETE /collect/projects/:projectId/autoconsocollective/producers/:producerId",
    summary: "Deletes a generator (B §7)",
    audit: "Producteur supprimé",
    refusals: ["not-found"],
  }),
  createConsumer: manages({
    request: "POST /collect/projects/:projectId/autoconsocollective/consumers",
    summary: "Adds a consumer, invited (B §7)",
    audit: "Consommateur ajouté",
    body: autoconsumption.consumerDraft,
    answer: created,
    refusals: ["unknown-reference", "unsuitable-series", "counted-twice", "limit-reached"],
  }),
  putConsumer: manages({
    request: "PUT /collect/projects/:projectId/autoconsocollective/consumers/:consumerId",
    summary: "Changes a consumer (B §7)",
    audit: "Consommateur modifié",
    body: autoconsumption.consumerDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series", "counted-twice"],
  }),
  putConsumerStatus: manages({
    request: "PUT /collect/projects/:projectId/autoconsocollective/consumers/:consumerId/status",
    summary: "Makes a consumer come in or leave (B §7)",
    audit: "État d’un consommateur changé",
    body: autoconsumption.consumerStatusDraft,
    refusals: ["to-confirm", "not-found", "conflict"],
  }),
  exportConsumer: manages({
    request: "GET /collect/projects/:projectId/autoconsocollective/consumers/:consumerId/export",
    summary: "What is kept about a consumer, as a zip of JSON and CSV (domain §3)",
    audit: "Données d’un consommateur exportées",
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
  eraseConsumer: manages({
    request: "POST /collect/projects/:projectId/autoconsocollective/consumers/:consumerId/erasure",
    summary: "Erases who a consumer is; their days stay in the figures, without anyone (domain §3)",
    audit: "Consommateur effacé",
    refusals: ["not-found"],
  }),
  deleteConsumer: manages({
    request: "DELETE /collect/projects/:projectId/autoconsocollective/consumers/:consumerId",
    summary: "Deletes a consumer (B §7)",
    audit: "Consommateur supprimé",
    refusals: ["not-found"],
  }),
});

type Calls = typeof SELF_CONSUMPTION_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls> = HandlerOf<Calls[Name]>;
