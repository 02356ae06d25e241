import type { AuditAction } from "../../contract/audit.ts";
import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { dataUnit } from "../../domain/series/units.ts";
import { credentialsOf } from "../accounts/credentials.ts";
import type { IngestOwner } from "../accounts/tokens.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { attachSource, claimedSources, detachSource } from "../kv/sources.ts";
import { forgetUnknown, listUnknown } from "../kv/unknown_sources.ts";
import { checkScope } from "./dataseries.ts";
import { readHouse } from "./houses.ts";
import { type SeriesRecord, seriesRecord } from "./project_records.ts";
import { saveInProject } from "./saving.ts";
import type { Services } from "./services.ts";

/** The collectors' sources that feed a series. */
export async function listSources(
  services: Services,
  { projectId, series }: Input<"listSeriesSources">,
): Promise<Outcome<"listSeriesSources">> {
  if (await readSeries(services, projectId, series) === null) {
    return { ok: false, code: "not-found" };
  }
  const claims = await claimedSources(services.store, projectId);
  const answer = claims
    .filter(({ seriesId }) => seriesId === series)
    .map(({ sourceKey, houseId, attachedAtMs }) => ({
      source: sourceKey,
      houseId,
      attachedAt: instant(attachedAtMs),
    }));
  return { ok: true, answer };
}

/** Makes a source feed a series, with what it sent while no series claimed it. */
export async function attach(
  services: Services,
  { projectId, series, body }: Input<"attachSource">,
  caller: Caller,
): Promise<Outcome<"attachSource">> {
  const record = await readSeries(services, projectId, series);
  if (record === null) return { ok: false, code: "not-found" };
  const { scope, dataUnitId } = record;
  await checkScope(services, caller, { projectId, scope });
  const { houseId, source } = body;
  // A series of dwellings is fed dwelling by dwelling; one of a facility has none.
  if ((houseId === null) !== (scope === "facilities")) {
    return { ok: false, code: "unknown-reference" };
  }
  const house = houseId === null ? null : await readHouse(services, projectId, houseId);
  if (house !== null && house.value === null) return { ok: false, code: "unknown-reference" };
  const { kind } = dataUnit(dataUnitId);
  const claim = { seriesId: series, houseId, kind, attachedAtMs: services.now() };
  const whileThere = house === null ? [] : [house];
  const attached = await attachSource(services.store, projectId, source, claim, whileThere);
  if (!attached.ok && attached.code === "conflict") return { ok: false, code: "unknown-reference" };
  if (!attached.ok) return { ok: false, code: "source-taken" };
  await note(services, { projectId, caller, action: "attachSource", subject: body.source });
  return { ok: true, answer: null };
}

/** Stops a source from feeding a series; its readings stay. */
export async function detach(
  services: Services,
  { projectId, series, source }: Input<"detachSource">,
  caller: Caller,
): Promise<Outcome<"detachSource">> {
  const claims = await claimedSources(services.store, projectId);
  const claim = claims.find(({ sourceKey }) => sourceKey === source);
  if (claim?.seriesId !== series) return { ok: false, code: "not-found" };
  await detachSource(services.store, projectId, source);
  await note(services, { projectId, caller, action: "detachSource", subject: source });
  return { ok: true, answer: null };
}

/** The sources that no series claims yet, with their last values. */
export async function listUnknownSources(
  services: Services,
  projectId: string,
): Promise<Outcome<"listUnknownSources">> {
  const seen = await listUnknown(services.store, projectId);
  const answer = seen.map(({ sourceKey, firstSeenAtMs, lastSeenAtMs, last, readingCount }) => ({
    source: sourceKey,
    firstSeenAt: instant(firstSeenAtMs),
    lastSeenAt: instant(lastSeenAtMs),
    lastValue: last?.text ?? last?.value ?? null,
    readingCount,
  }));
  return { ok: true, answer };
}

/** Drops an unknown source and what it has sent. */
export async function forgetSource(
  services: Services,
  { projectId, source }: Input<"forgetUnknownSource">,
  caller: Caller,
): Promise<Outcome<"forgetUnknownSource">> {
  const isGone = await forgetUnknown(services.store, projectId, source);
  if (!isGone) return { ok: false, code: "not-found" };
  await note(services, { projectId, caller, action: "forgetUnknownSource", subject: source });
  return { ok: true, answer: null };
}

/** The collectors' tokens of a residence, without their secrets. */
export async function listTokens(
  services: Services,
  projectId: string,
  caller: Caller,
): Promise<Outcome<"listIngestTokens">> {
  const rows = await services.tokens.ingestTokensOf(ownerOf(projectId, caller));
  const answer = rows.map(({ tokenId, name, createdAt, lastUsedAt }) => ({
    id: tokenId,
    name,
    createdAt: instant(createdAt),
    lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
  }));
  return { ok: true, answer };
}

/** Creates a collectors' token; its secret is in this answer only. */
export async function createToken(
  services: Services,
  { projectId, body }: Input<"createIngestToken">,
  caller: Caller,
): Promise<Outcome<"createIngestToken">> {
  const createdBy = caller.kind === "account" ? caller.email : "";
  const owner = ownerOf(projectId, caller);
  const { tokenId, token } = await services.tokens.issueForIngest(owner, {
    name: body.name,
    createdBy,
  });
  await note(services, { projectId, caller, action: "createIngestToken", subject: body.name });
  return { ok: true, answer: { id: tokenId, token } };
}

/** Ends a collectors' token at once. */
export async function revokeToken(
  services: Services,
  { projectId, tokenId }: Input<"revokeIngestToken">,
  caller: Caller,
): Promise<Outcome<"revokeIngestToken">> {
  const owner = ownerOf(projectId, caller);
  const tokens = await services.tokens.ingestTokensOf(owner);
  const name = tokens.find((token) => token.tokenId === tokenId)?.name ?? tokenId;
  if (!(await services.tokens.revokeForIngest(owner, tokenId))) {
    return { ok: false, code: "not-found" };
  }
  await note(services, { projectId, caller, action: "revokeIngestToken", subject: name });
  return { ok: true, answer: null };
}

/** In the demo a visit has tokens of its own, that write into its overlay. */
function ownerOf(projectId: string, caller: Caller): IngestOwner {
  return { projectId, visitorId: credentialsOf(caller)?.visitorId ?? null };
}

async function readSeries(
  services: Services,
  projectId: string,
  seriesId: string,
): Promise<SeriesRecord | null> {
  const key = keys.dataseries(projectId, seriesId);
  return (await readEntry(services.store, key, seriesRecord)).value;
}

/** The audit line of what has just been written elsewhere, and the caches told. */
async function note(
  services: Services,
  change: { projectId: string; caller: Caller; action: AuditAction; subject: string },
): Promise<void> {
  await saveInProject(services, change, () => {});
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
