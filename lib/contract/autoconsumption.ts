import * as autoconsumption from "../domain/autoconsumption/schema.ts";
import { AUTOCONSUMPTION_PATHS as at } from "./autoconsumption_paths.ts";
import { defineCall } from "./call.ts";
import { onProject } from "./grants.ts";
import { created, fileAnswer, nothing } from "./shapes.ts";

const manages = onProject("collect:acc:write");
const reads = onProject(
  "collect:acc:write",
  "collect:building:read",
  "collect:boilerroom:read",
  "collect:agg:daily",
);

/** Collective self-consumption. @spec B §7 "Auto consumption collective" */
export const AUTOCONSUMPTION_CALLS = {
  getAutoconsumptionData: defineCall({
    ...at.getAutoconsumptionData,
    summary: "Production and its use over a range (B §7)",
    access: reads,
    answer: autoconsumption.autoconsumptionData,
    refusals: [],
  }),
  getAutoconsumptionConfig: defineCall({
    ...at.getAutoconsumptionConfig,
    summary: "The operation, its generators and its consumers (B §7)",
    access: manages,
    answer: autoconsumption.autoconsumptionConfig,
    refusals: [],
  }),
  putAutoconsumptionInfo: defineCall({
    ...at.putAutoconsumptionInfo,
    summary: "Changes the operation (B §7)",
    access: manages,
    body: autoconsumption.autoconsumptionInfoDraft,
    answer: nothing,
    refusals: ["conflict"],
  }),
  createProducer: defineCall({
    ...at.createProducer,
    summary: "Adds a generator (B §7)",
    access: manages,
    body: autoconsumption.producerDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "counted-twice", "limit-reached"],
  }),
  putProducer: defineCall({
    ...at.putProducer,
    summary: "Changes a generator (B §7)",
    access: manages,
    body: autoconsumption.producerDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference", "counted-twice"],
  }),
  deleteProducer: defineCall({
    ...at.deleteProducer,
    summary: "Deletes a generator (B §7)",
    access: manages,
    answer: nothing,
    refusals: ["not-found"],
  }),
  createConsumer: defineCall({
    ...at.createConsumer,
    summary: "Adds a consumer, invited (B §7)",
    access: manages,
    body: autoconsumption.consumerDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "counted-twice", "limit-reached"],
  }),
  putConsumer: defineCall({
    ...at.putConsumer,
    summary: "Changes a consumer (B §7)",
    access: manages,
    body: autoconsumption.consumerDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference", "counted-twice"],
  }),
  putConsumerStatus: defineCall({
    ...at.putConsumerStatus,
    summary: "Makes a consumer come in or leave (B §7)",
    access: manages,
    body: autoconsumption.consumerStatusDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  exportConsumer: defineCall({
    ...at.exportConsumer,
    summary: "What is kept about a consumer, as a zip of JSON and CSV (domain §3)",
    access: manages,
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
  eraseConsumer: defineCall({
    ...at.eraseConsumer,
    summary: "Erases who a consumer is; their days stay in the figures, without anyone (domain §3)",
    access: manages,
    answer: nothing,
    refusals: ["not-found"],
  }),
  deleteConsumer: defineCall({
    ...at.deleteConsumer,
    summary: "Deletes a consumer (B §7)",
    access: manages,
    answer: nothing,
    refusals: ["not-found"],
  }),
};
