/** Records what persons say of doubtful readings. @module */

import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { manualIndexRecord } from "@/lib/series/records.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import type { RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import { registerRuleOf, type SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { replaceVerdicts } from "@/lib/timeseries/store/register_changes.ts";
import type { Handler } from "./calls.ts";
import { manualIndexId } from "./manual_indexes.ts";
import { metersOfSeries, writeJudged } from "./meter_events.ts";
import { type DeletedFrom, readDeletedFrom, seesEach } from "./reading_deletions.ts";
import { verdictSetText, verdictTakenBackText } from "./text.ts";

/** Most answers of persons about the readings of one meter. */
const MOST_VERDICTS = 100;

/** Says whether a reading is real, with the figures that it changes. @spec series.verdicts */
export const addReadingVerdict: Handler<"addReadingVerdict"> = async (services, input, caller) => {
  const { projectId, series, body: { houseId, at, value, isReal } } = input;
  const from = await readDeletedFrom(services, { projectId, series, houseId }, caller);
  if (from === null) return { ok: false, code: "not-found" };
  if (from.kind !== "index") return { ok: false, code: "unsuitable-series" };
  const epochS = Date.parse(at) / 1_000;
  await checkAnswering(services, from, { epochS, caller });
  const second = { fromS: epochS, toS: epochS + 1 };
  const [reading] = Number.isInteger(epochS) ? await from.reader.points(from.storedId, second) : [];
  if (reading === undefined) return { ok: false, code: "not-found" };
  if (reading.value !== value) return { ok: false, code: "conflict" };
  const before = await verdictsOf(from.reader, from.storedId);
  const known = before.find((one) => one.epochS === epochS);
  const id = verdictId(from.storedId, epochS);
  if (known?.value === value && known.isReal === isReal) return { ok: true, answer: { id } };
  const others = before.filter((one) => one !== known);
  if (others.length >= MOST_VERDICTS) return { ok: false, code: "limit-reached" };
  const said = { epochS, value, isReal, by: accountOf(caller), atMs: services.now() };
  const changed = await writeVerdicts(services, from, {
    before,
    after: [...others, said],
    action: "addReadingVerdict",
    subject: verdictSetText(from, said, known ?? null),
    caller,
  });
  return changed === "done" ? { ok: true, answer: { id } } : { ok: false, code: changed };
};

/** Takes back what was said of a reading, and counts its register without it. */
export const deleteReadingVerdict: Handler<"deleteReadingVerdict"> = async (
  services,
  input,
  caller,
) => {
  const { projectId, series, verdictId: id } = input;
  const found = await findVerdict(services, { projectId, series, id }, caller);
  if (found === null) return { ok: false, code: "not-found" };
  const { from, before, said } = found;
  await checkAnswering(services, from, { epochS: said.epochS, caller });
  const changed = await writeVerdicts(services, from, {
    before,
    after: before.filter((one) => one !== said),
    action: "deleteReadingVerdict",
    subject: verdictTakenBackText(from, said),
    caller,
  });
  return changed === "done" ? { ok: true, answer: null } : { ok: false, code: changed };
};

async function findVerdict(
  services: Services,
  { projectId, series: seriesId, id }: {
    readonly projectId: string;
    readonly series: string;
    readonly id: string;
  },
  caller: Caller,
) {
  const series = (await cachedSeries(services, projectId)).filter((one) => one.id === seriesId);
  const meters = await metersOfSeries(services, projectId, series);
  const { timeZone } = await cachedProject(services, projectId);
  const registers = await services.seriesOf(projectId, timeZone)
    .registersOfMany(meters.map(({ storedId }) => storedId));
  for (const { storedId, houseId } of meters) {
    const before = registers.get(storedId)?.rule.verdicts ?? [];
    const said = before.find(({ epochS }) => verdictId(storedId, epochS) === id);
    if (said === undefined) continue;
    const from = await readDeletedFrom(services, { projectId, series: seriesId, houseId }, caller);
    return from && { from, before, said };
  }
  return null;
}

async function verdictsOf(
  reader: SeriesReader,
  storedId: string,
): Promise<readonly RegisterVerdict[]> {
  return (await registerRuleOf(reader, storedId)).verdicts;
}

/** Refuses who may not say what a reading is: who types it, or configures its place, and may see it. */
async function checkAnswering(
  services: Services,
  from: DeletedFrom,
  { epochS, caller }: { readonly epochS: number; readonly caller: Caller },
): Promise<void> {
  const isTyped = await isTypedAt(services, from, epochS);
  const may = isTyped ? from.mayDelete.indexes : from.mayDelete.others &&
    await seesEach(services, from, { range: { fromS: epochS, toS: epochS }, caller });
  if (!may) throw new CallError("forbidden");
}

async function isTypedAt(
  { store }: Services,
  { projectId, storedId, timeZone }: DeletedFrom,
  epochS: number,
): Promise<boolean> {
  const id = manualIndexId(storedId, civilDateOf(epochS * 1_000, timeZone));
  const { value } = await readEntry(store, keys.manualIndex(projectId, id), manualIndexRecord);
  return value?.epochS === epochS;
}

interface VerdictsWrite {
  /** The verdicts the change is based on. */
  readonly before: readonly RegisterVerdict[];
  readonly after: readonly RegisterVerdict[];
  readonly action: "addReadingVerdict" | "deleteReadingVerdict";
  readonly subject: string;
  readonly caller: Caller;
}

function writeVerdicts(
  services: Services,
  { projectId, storedId }: DeletedFrom,
  { before, after, ...write }: VerdictsWrite,
) {
  return writeJudged(
    services,
    { projectId, ...write },
    (place, also) => replaceVerdicts(place, storedId, { before, after, also }),
  );
}

export function verdictId(storedId: string, epochS: number): string {
  return secretHash(`${storedId} ${epochS}`);
}
