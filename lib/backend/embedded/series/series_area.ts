/** Data series, their sources, and collectors' tokens. @module */

import { projectTokens } from "@/lib/backend/embedded/project_tokens.ts";

export * from "./annotations.ts";
export * from "./collectors.ts";
export * from "./dataseries.ts";
export * from "./manual_indexes.ts";
export * from "./meter_events.ts";
export * from "./reading_deletions.ts";
export * from "./reading_verdicts.ts";
export * from "./readings_import.ts";
export * from "./register_doubts.ts";
export * from "./register_falls.ts";
export * from "./silences.ts";

const tokens = projectTokens("ingest", ["createIngestToken", "revokeIngestToken"]);
export const listIngestTokens = tokens.list;
export const createIngestToken = tokens.create;
export const revokeIngestToken = tokens.revoke;
