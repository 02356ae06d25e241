/** Lists, creates, changes and deletes records of a kind, with their rules and references. @module */

import type { ErrorCode } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import { isNameTaken } from "@/lib/base/visible_text.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  getAll,
  idOf,
  type Key,
  listEntries,
  listStored,
  type MaybeEntry,
  readEntry,
  type Store,
  type Stored,
} from "@/lib/store/store.ts";
import type { AuditAction } from "./audit.ts";
import type { Refusal } from "./call.ts";
import {
  type Entity,
  type References,
  REFERRED,
  type ReferredKind,
  type Referrer,
} from "./entity.ts";
import type { Services } from "./services.ts";
import { type Commit, isCurrent, transact, type Transaction, versioned } from "./writes.ts";

type MaybePromise<Value> = Value | Promise<Value>;

/** Context of a rule besides the record. */
export interface RuleContext<At, Record> {
  readonly services: Services;
  readonly place: At;
  readonly key: Key;
  readonly others: readonly Stored<Record>[];
  /** The stored record; null for a new one. */
  readonly before: Record | null;
  readonly caller: Caller;
}

type Changed<At, Record> =
  & Pick<RuleContext<At, Record>, "services" | "place" | "key" | "before">
  & { readonly after: Record | null };

/** Rules of a kind of record of which a residence or an organisation has several. */
interface EntityRules<
  At,
  Record extends object,
  Entered extends object,
  Fault extends ErrorCode = never,
  Full extends ErrorCode = never,
  Use extends ErrorCode = never,
  Kept extends ErrorCode = never,
> {
  /** The fields to store of the entered ones; the same without it. */
  entered?(body: Entered, services: Services): MaybePromise<object>;
  /** Fields of a new record besides the entered ones. */
  readonly initial?: Partial<NoInfer<Record>>;
  compare(a: NoInfer<Record>, b: NoInfer<Record>): number;
  /** Subject of the record in the audit log. */
  subject(record: NoInfer<Record>, place: At, services: Services): MaybePromise<string>;
  /** Each returns the fault of a record to be written, with its fields if known; null for none. The first is answered. */
  readonly rules?: readonly ((
    record: NoInfer<Record>,
    context: RuleContext<At, NoInfer<Record>>,
  ) => MaybePromise<Fault | Refusal<Fault> | null>)[];
  /** The record to store, when it differs from the entered one; called after the rules. */
  completed?(
    record: NoInfer<Record>,
    context: RuleContext<At, NoInfer<Record>>,
  ): MaybePromise<NoInfer<Record>>;
  /** Refusal of another record; null when one can be created. */
  full?(others: readonly Stored<NoInfer<Record>>[], services: Services): Full | null;
  /** Refusal of the change of a stored record; null when it is allowed. */
  kept?(
    id: string,
    place: At,
    change: Readonly<{
      before: NoInfer<Record>;
      after: NoInfer<Entered>;
      caller: Caller;
      services: Services;
    }>,
  ): Promise<Kept | null>;
  /** Refusal of the deletion; null when it is allowed. */
  use?(
    id: string,
    place: At,
    own: Readonly<{ record: NoInfer<Record>; caller: Caller; services: Services }>,
  ): Promise<Use | null>;
  /** Index keys of the record, such as its address: written and deleted with it. */
  marks?(record: NoInfer<Record>, id: string, place: At): readonly Key[];
  deletedWith?(id: string, services: Services): Promise<readonly Key[]>;
  /** Adds to the commit of a record what follows from it; `after` null for a deleted one. */
  changed?(atomic: Atomic, change: Changed<At, NoInfer<Record>>): Promise<void>;
  /** Scopes besides the place's own whose cached answers show it. */
  also?(place: At, services: Services): Promise<readonly Scope[]>;
  readonly actions: readonly [create: AuditAction, put: AuditAction, remove: AuditAction];
}

/** The parameters of a key except the last, which is the id of the record: the place of records of a kind. */
type PlaceOf<Names extends readonly string[]> = {
  readonly [
    Name in Names extends readonly [...infer Of extends string[], string] ? Of[number] : never
  ]: string;
};

type Path<Names extends readonly string[]> = { readonly [Name in Names[number]]: string };

/** The rule that a place has at most this many records. */
export function atMost(most: number) {
  return (others: readonly unknown[]) => others.length < most ? null : "limit-reached";
}

/** The rule that names of a place are distinct once normalised; an unchanged name is accepted. @spec forms.names */
export function hasOwnName(
  record: { readonly name: string },
  { others, before }: Pick<RuleContext<unknown, { readonly name: string }>, "others" | "before">,
): "name-taken" | null {
  if (record.name === before?.name) return null;
  return isNameTaken(others.map((one) => one.record.name), record.name) ? "name-taken" : null;
}

/** The version of the record that the edit was based on. */
interface Based {
  readonly version?: string | undefined;
}

/** What a commit touched: its subject in the audit log, and the other scopes whose cached answers show it. */
type Touched = Pick<Commit<never>, "ok" | "subject" | "also">;

/** The handlers of a kind of record: its rules, number and version are checked in the commit. */
export function crud<
  const Names extends readonly string[],
  Record extends object,
  Fault extends ErrorCode = never,
  Full extends ErrorCode = never,
  Use extends ErrorCode = never,
  Kept extends ErrorCode = never,
  Entered extends Based = Partial<Record> & Based,
>(
  { key: family, record: schema }: Entity<Names, Record>,
  kind: EntityRules<NoInfer<PlaceOf<Names>>, Record, Entered, Fault, Full, Use, Kept>,
) {
  type At = PlaceOf<Names>;
  const [createAction, putAction, removeAction] = kind.actions;
  const { params } = family.doc;

  async function stored({ store }: Services, place: At): Promise<Stored<Record>[]> {
    const all = await listStored(store, family.named(place, params.length - 1), schema);
    return all.sort((a, b) => kind.compare(a.record, b.record));
  }

  /** The record stored by a commit, with its index keys; or its refusal. */
  async function put(
    atomic: Atomic,
    body: Entered,
    context: RuleContext<At, Record>,
  ): Promise<Refusal<Fault> | Touched> {
    const { services, place, key, before } = context;
    const entered = await kind.entered?.(body, services) ?? body;
    const record = schema.parse({ ...before ?? kind.initial, ...entered });
    for (const rule of kind.rules ?? []) {
      const fault = await rule(record, context);
      if (fault !== null) return typeof fault === "object" ? fault : { ok: false, code: fault };
    }
    const completed = await kind.completed?.(record, context) ?? record;
    const marks = (of: Record | null) => of && kind.marks?.(of, idOf(key), place) || [];
    for (const mark of marks(before)) atomic.delete(mark);
    for (const mark of marks(completed)) atomic.set(mark, true);
    atomic.set(key, completed);
    await kind.changed?.(atomic, { ...context, after: completed });
    return await touched(services, completed, place);
  }

  async function touched(services: Services, record: Record, place: At): Promise<Touched> {
    const also = await kind.also?.(place, services) ?? [];
    return { ok: true, subject: await kind.subject(record, place, services), also };
  }

  return {
    async list(services: Services, place: At) {
      return { ok: true, answer: (await stored(services, place)).map(versioned) } as const;
    },

    create(services: Services, input: At & { readonly body: Entered }, caller: Caller) {
      const plan: Transaction<{ id: string }, Fault | Full> = async (atomic) => {
        const others = await stored(services, input);
        const full = kind.full?.(others, services) ?? null;
        if (full !== null) return { ok: false, code: full };
        const id = newId();
        const key = [...family.named(input, params.length - 1), id];
        const context = { services, place: input, key, others, before: null, caller };
        const written = await put(atomic, input.body, context);
        return written.ok ? { ...written, answer: { id } } : written;
      };
      return transact(services, { action: createAction, caller, ...whereIn(input) }, plan);
    },

    put(services: Services, input: At & Path<Names> & { readonly body: Entered }, caller: Caller) {
      const id = idOf(family.named(input));
      const plan: Transaction<null, Fault | Kept | "not-found" | "conflict"> = async (atomic) => {
        const all = await stored(services, input);
        const own = all.find((one) => one.id === id);
        if (own === undefined) return { ok: false, code: "not-found" };
        const { entry: { key }, record: before } = own;
        const change = { before, after: input.body, caller, services };
        const code = await kind.kept?.(id, input, change) ?? null;
        if (code !== null) return { ok: false, code };
        if (!isCurrent(input.body.version, own.entry)) return { ok: false, code: "conflict" };
        const others = all.filter((one) => one !== own);
        const context = { services, place: input, key, others, before, caller };
        const written = await put(atomic, input.body, context);
        return written.ok ? { ...written, answer: null } : written;
      };
      return transact(services, { action: putAction, caller, ...whereIn(input) }, plan);
    },

    /** Changes a stored record other than by its form: the change has its own rules. */
    change<Answer, Code extends ErrorCode = never>(
      services: Services,
      input: At & Path<Names>,
      { action, caller }: { readonly action: AuditAction; readonly caller: Caller },
      /** What a change makes of the record, with the part of it that the audit log names; or why it is refused. */
      changed: (
        record: Record,
        entry: MaybeEntry,
      ) => MaybePromise<
        | Code
        | Refusal<Code>
        | { readonly record: Record; readonly answer: Answer; readonly subject?: string }
      >,
    ) {
      const plan: Transaction<Answer, Code | "not-found"> = async (atomic) => {
        const entry = await readEntry(services.store, family.named(input), schema);
        if (entry.value === null) return { ok: false, code: "not-found" };
        const change = await changed(entry.value, entry);
        if (typeof change === "string") return { ok: false, code: change };
        if ("code" in change) return change;
        const { record, ...decided } = change;
        const { key, value: before } = entry;
        await kind.changed?.(atomic, { services, place: input, key, before, after: record });
        atomic.set(key, record);
        return { ...await touched(services, record, input), ...decided };
      };
      return transact(services, { action, caller, ...whereIn(input) }, plan);
    },

    remove(services: Services, input: At & Path<Names>, caller: Caller) {
      const id = idOf(family.named(input));
      const plan: Transaction<null, "not-found" | Use> = async (atomic) => {
        const own = (await stored(services, input)).find((one) => one.id === id);
        if (own === undefined) return { ok: false, code: "not-found" };
        const about = { record: own.record, caller, services };
        const code = await kind.use?.(id, input, about) ?? null;
        if (code !== null) return { ok: false, code };
        for (const key of await kind.deletedWith?.(id, services) ?? []) atomic.delete(key);
        for (const mark of kind.marks?.(own.record, id, input) ?? []) atomic.delete(mark);
        const { record: before, entry: { key } } = own;
        atomic.delete(key);
        await kind.changed?.(atomic, { services, place: input, key, before, after: null });
        return { ...await touched(services, before, input), answer: null };
      };
      return transact(services, { action: removeAction, caller, ...whereIn(input) }, plan);
    },
  };
}

function whereIn(
  { projectId, orgId }: Readonly<{ [name: string]: unknown }>,
): { projectId: string } | { orgId: string } {
  return typeof projectId === "string" ? { projectId } : { orgId: String(orgId) };
}

/** The residence or the organisation of records that refer to each other. */
type ReferenceScope = { readonly projectId: string } | { readonly orgId: string };

/** True when a record of the place refers to another, which then cannot be deleted. */
export async function isReferredTo(
  { store, referrers }: Pick<Services, "store" | "referrers">,
  { placeId, kind, id }: { placeId: string; kind: ReferredKind; id: string },
): Promise<boolean> {
  const found = await Promise.all(referrers.map(async ({ key, record, refersTo }) => {
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
    place: ReferenceScope,
    { services }: { readonly services: Services },
  ): Promise<"in-use" | null> =>
    await isReferredTo(services, { placeId: placeIdOf(place), kind, id }) ? "in-use" : null;
}

/** The rule that all references of a record exist. */
export function hasExistingReferences<Record>({ refersTo }: Pick<Referrer<Record>, "refersTo">) {
  return async (
    record: Record,
    { services, place, key }: { services: Services; place: ReferenceScope; key: Key },
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

function placeIdOf(place: ReferenceScope): string {
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
