import { ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { seedOrganisation } from "@/lib/demo/seed/seed_demo.ts";
import { anAccount, signedIn, type TestPlatform } from "./a_platform.ts";
import { answerOf } from "./fixtures.ts";
import { sendLines } from "./send_lines.ts";

/** A residence of the demo on a real store, with a collector that may write. */
export interface FedResidence {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** Its facility series, each attached to the source `serial={id}`. */
  readonly series: readonly string[];
  /** Token of its collector. */
  readonly token: string;
}

/** The organisation of the demo. */
export const FED_ORG = DEMO_ORG.id;

/**
 * Fills a platform's store with the demo's organisation, whose first residences have collectors.
 */
export async function fedResidences(
  built: TestPlatform,
  count: number,
): Promise<{ ask: CallFunction; residences: readonly FedResidence[] }> {
  const { store, clock } = built;
  const landlordId = await anAccount(built);
  await seedOrganisation(store, { landlordId, now: clock.now() });
  const { ask } = await signedIn(built);
  const residences: FedResidence[] = [];
  for (let rank = 1; rank <= count; rank++) residences.push(await fed(ask, `p0${rank}`));
  return { ask, residences };
}

async function fed(ask: CallFunction, projectId: string): Promise<FedResidence> {
  const project = await answerOf(ask("getProject", { projectId }));
  const series = project.facilitiesDataseries.map(({ id }) => id);
  for (const one of series) {
    const body = { source: `serial=${one}`, houseId: null };
    ok((await ask("attachSource", { projectId, series: one, body })).ok);
  }
  const collector = await answerOf(
    ask("createIngestToken", { projectId, body: { name: "Collecteur" } }),
  );
  return { projectId, boilerRoomId: `${projectId}-c1`, series, token: collector.token };
}

/**
 * Sends a value of a series through the ingest of a platform, and waits until its alarms are
 * evaluated.
 */
export async function sendValue(
  platform: Platform,
  { token }: FedResidence,
  { seriesId, epochS, value }: { seriesId: string; epochS: number; value: number },
): Promise<void> {
  const text = `m,serial=${seriesId} value=${value} ${epochS}`;
  const outcome = await sendLines(platform, token, text);
  ok(outcome.kind === "stored", JSON.stringify(outcome));
  await platform.watcher.settled();
}
