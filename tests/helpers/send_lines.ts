import { ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { type LinesOutcome, takeLines } from "@/lib/ingest/receive.ts";
import { at } from "./a_residence.ts";
import { answerOf } from "./fixtures.ts";

/** Sends lines, dated in seconds, through the ingest of a platform. */
export async function sendLines(
  platform: Platform,
  token: string,
  text: string,
): Promise<LinesOutcome> {
  const collector = await platform.collectorOf(token);
  ok(collector !== null);
  return await takeLines(collector, { precision: "s", bytes: new TextEncoder().encode(text) });
}

/** Creates the token of a collector of the residence. */
export async function aCollector(ask: CallFunction): Promise<string> {
  const body = { name: "Collecteur" };
  return (await answerOf(ask("createIngestToken", { ...at, body }))).token;
}
