import { readAuthors } from "@/lib/backend/embedded/alarms/authors.ts";
import { versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { FIRST_CONFIG, type PilotChange } from "@/lib/domain/pilot/wishes.ts";
import { readPilotResidence } from "./asked.ts";

/** Functions that are controlled in a residence, and the limits for occupants. */
export const getPilotFeatures: Handler<"getPilotFeatures"> = async ({ store }, { projectId }) => {
  const residence = await readPilotResidence(store, projectId);
  if (residence === null) return { ok: false, code: "not-found" };
  const { asked: { on, occupantRangeC }, features } = residence;
  return { ok: true, answer: { ...on, occupantRangeC, version: versionOf(features) } };
};

/** Settings common to the modules of a residence. */
export const getPilotConfig: Handler<"getPilotConfig"> = async ({ store }, { projectId }) => {
  const residence = await readPilotResidence(store, projectId);
  if (residence === null) return { ok: false, code: "not-found" };
  const { value } = residence.config;
  const changeOf = await namedChanges(store, [value?.change]);
  const answer = {
    ...value?.config ?? FIRST_CONFIG,
    ...changeOf(value?.change),
    version: versionOf(residence.config),
  };
  return { ok: true, answer };
};

/** Times and authors of changes. */
export async function namedChanges(
  store: Store,
  changes: readonly (PilotChange | null | undefined)[],
): Promise<
  (change: PilotChange | null | undefined) => {
    changedAt: string | null;
    changedBy: string | null;
  }
> {
  const ids = changes.flatMap((change) => change?.accountId ?? []);
  const authorOf = await readAuthors(store, ids);
  return (change) => {
    if (!change) return { changedAt: null, changedBy: null };
    const { firstName, lastName } = authorOf(change.accountId ?? "");
    const changedBy = `${firstName} ${lastName}`.trim() || null;
    return { changedAt: utcInstant(change.epochS), changedBy };
  };
}
