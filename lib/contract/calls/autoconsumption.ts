import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { onProject } from "@/lib/contract/grants.ts";
import { created, fileAnswer } from "@/lib/contract/shapes.ts";
import * as autoconsumption from "@/lib/domain/autoconsumption/schema.ts";

const manages = onProject("collect:acc:write");
const reads = onProject(
  "collect:acc:write",
  "collect:building:read",
  "collect:boilerroom:read",
  "collect:agg:daily",
);

/** Collective self-consumption. @spec calls.catalogue */
export const AUTOCONSUMPTION_CALLS = {
  getAutoconsumptionData: defineCall({
    request: "GET /collect/projects/:projectId/autoconsocollective/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Production and its use over a range (B §7)",
    access: reads,
    answer: autoconsumption.autoconsumptionData,
  }),
  getAutoconsumptionConfig: defineCall({
    request: "GET /collect/projects/:projectId/autoconsocollective/config",
    summary: "The operation, its generators and its consumers (B §7)",
    access: manages,
    answer: autoconsumption.autoconsumptionConfig,
  }),
  putAutoconsumptionInfo: defineCall({
    request: "PUT /collect/projects/:projectId/autoconsocollective/info",
    summary: "Changes the operation (B §7)",
    audit: "Autoconsommation modifiée",
    access: manages,
    body: autoconsumption.autoconsumptionInfoDraft,
    refusals: ["conflict"],
  }),
  createProducer: defineCall({
    request: "POST /collect/projects/:projectId/autoconsocollective/producers",
    summary: "Adds a generator (B §7)",
    audit: "Producteur ajouté",
    access: manages,
    body: autoconsumption.producerDraft,
    answer: created,
    refusals: ["unknown-reference", "unsuitable-series", "counted-twice", "limit-reached"],
  }),
  putProducer: defineCall({
    request: "PUT /collect/projects/:projectId/autoconsocollective/producers/:producerId",
    summary: "Changes a generator (B §7)",
    audit: "Producteur modifié",
    access: manages,
    body: autoconsumption.producerDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series", "counted-twice"],
  }),
  deleteProducer: defineCall({
    request: "DELETE /collect/projects/:projectId/autoconsocollective/producers/:producerId",
    summary: "Deletes a generator (B §7)",
    audit: "Producteur supprimé",
    access: manages,
    refusals: ["not-found"],
  }),
  createConsumer: defineCall({
    request: "POST /collect/projects/:projectId/autoconsocollective/consumers",
    summary: "Adds a consumer, invited (B §7)",
    audit: "Consommateur ajouté",
    access: manages,
    body: autoconsumption.consumerDraft,
    answer: created,
    refusals: ["unknown-reference", "unsuitable-series", "counted-twice", "limit-reached"],
  }),
  putConsumer: defineCall({
    request: "PUT /collect/projects/:projectId/autoconsocollective/consumers/:consumerId",
    summary: "Changes a consumer (B §7)",
    audit: "Consommateur modifié",
    access: manages,
    body: autoconsumption.consumerDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series", "counted-twice"],
  }),
  putConsumerStatus: defineCall({
    request: "PUT /collect/projects/:projectId/autoconsocollective/consumers/:consumerId/status",
    summary: "Makes a consumer come in or leave (B §7)",
    audit: "État d’un consommateur changé",
    access: manages,
    body: autoconsumption.consumerStatusDraft,
    refusals: ["not-found", "conflict"],
  }),
  exportConsumer: defineCall({
    request: "GET /collect/projects/:projectId/autoconsocollective/consumers/:consumerId/export",
    summary: "What is kept about a consumer, as a zip of JSON and CSV (domain §3)",
    audit: "Données d’un consommateur exportées",
    access: manages,
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
  eraseConsumer: defineCall({
    request: "POST /collect/projects/:projectId/autoconsocollective/consumers/:consumerId/erasure",
    summary: "Erases who a consumer is; their days stay in the figures, without anyone (domain §3)",
    audit: "Consommateur effacé",
    access: manages,
    refusals: ["not-found"],
  }),
  deleteConsumer: defineCall({
    request: "DELETE /collect/projects/:projectId/autoconsocollective/consumers/:consumerId",
    summary: "Deletes a consumer (B §7)",
    audit: "Consommateur supprimé",
    access: manages,
    refusals: ["not-found"],
  }),
};
