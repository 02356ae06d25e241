import { keys } from "@/lib/backend/kv/keys.ts";
import {
  type Entry,
  getAll,
  type Key,
  listEntries,
  readEntry,
  type Store,
} from "@/lib/backend/kv/store.ts";
import type { References } from "@/lib/backend/records/entity.ts";
import { REFERRED, type ReferredKind, type Referrer, REFERRERS } from "./references.ts";
import type { Services } from "./services.ts";

/** The residence or the organisation of records that refer to each other. */
type Place = { readonly projectId: string } | { readonly orgId: string };

/** True when a record of the place refers to another, which then cannot be deleted. */
export async function isReferredTo(
  { store }: Pick<Services, "store">,
  { placeId, kind, id }: { placeId: string; kind: ReferredKind; id: string },
): Promise<boolean> {
  const found = await Promise.all(REFERRERS.map(async ({ key, record, refersTo }) => {
    if (refersTo[kind] === undefined) return false;
    const entries = await entriesUnder(store, { key, record }, placeId);
    return entries.some((entry) => idsOf(kind, refersTo, entry).includes(id));
  }));
  return found.includes(true);
}

/** Entries of a kind in a place: several, or the single one whose key is the place's own. */
export async function entriesUnder<Record>(
  store: Store,
  { key, record }: Pick<Referrer<Record>, "key" | "record">,
  placeId: string,
): Promise<readonly Pick<Entry<Record>, "key" | "value">[]> {
  const prefix = key.under(placeId);
  if (key.doc.params.length > 1) return await listEntries(store, { prefix }, record);
  const { value } = await readEntry(store, prefix, record);
  return value === null ? [] : [{ key: prefix, value }];
}

/** The rule that a record is not deleted while another refers to it. @spec autoconsumption.uniqueness */
export function whileReferredTo(kind: ReferredKind) {
  return async (
    id: string,
    place: Place,
    { services }: { readonly services: Services },
  ): Promise<"in-use" | null> =>
    await isReferredTo(services, { placeId: placeIdOf(place), kind, id }) ? "in-use" : null;
}

/** The rule that all references of a record exist. */
export function hasExistingReferences<Record>({ refersTo }: Pick<Referrer<Record>, "refersTo">) {
  return async (
    record: Record,
    { services, place, key }: { services: Services; place: Place; key: Key },
  ) => {
    const thing = { placeId: placeIdOf(place), record, key };
    return await doReferencesExist(services, refersTo, thing) ? null : "unknown-reference";
  };
}

export async function doReferencesExist<Record>(
  { store }: Pick<Services, "store">,
  references: References<Record>,
  { placeId, record, key }: { placeId: string; record: Record; key: Key },
): Promise<boolean> {
  const wanted = REFERRED.flatMap((kind) =>
    idsOf(kind, references, { value: record, key }).map((id) => keys[kind](placeId, id))
  );
  return (await getAll(store, wanted)).every(({ versionstamp }) => versionstamp !== null);
}

function placeIdOf(place: Place): string {
  return "projectId" in place ? place.projectId : place.orgId;
}

function idsOf<Record>(
  kind: ReferredKind,
  refersTo: References<Record>,
  { value, key }: { value: Record; key: Key },
): readonly string[] {
  const ids = kind === "dataseries"
    ? refersTo.dataseries?.(value).map(({ id }) => id)
    : refersTo[kind]?.(value, key);
  return (ids ?? []).filter((id) => id !== null);
}
