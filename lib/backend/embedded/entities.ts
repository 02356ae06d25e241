import { newId } from "@/lib/backend/accounts/secrets.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import { type Atomic, idOf, type MaybeEntry, readEntry } from "@/lib/backend/kv/store.ts";
import type { Entity } from "@/lib/backend/records/entity.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { isNameTaken } from "@/lib/domain/forms/visible_text.ts";
import type { EntityRules, MaybePromise, RuleContext } from "./entity_rules.ts";
import { isCurrent, versioned } from "./saving.ts";
import type { Services } from "./services.ts";
import { type Decision, type Plan, type Refusal, write } from "./writes.ts";

/** The parameters of a key except the last, which is the id of the record: the place of records of a kind. */
type Place<Names extends readonly string[]> = {
  readonly [
    Name in Names extends readonly [...infer Of extends string[], string] ? Of[number] : never
  ]: string;
};

type Path<Names extends readonly string[]> = { readonly [Name in Names[number]]: string };

/** The rule that a place has at most this many records. */
export function atMost(most: number) {
  return (others: readonly unknown[]) => others.length < most ? null : "limit-reached";
}

/** The rule that names of a place are distinct once normalised; an unchanged name is accepted. @spec decision 097 */
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
type Touched = Pick<Decision<never>, "ok" | "subject" | "also">;

/** The handlers of a kind of record: its rules, number and version are checked in the commit. */
export function entityOf<
  const Names extends readonly string[],
  Record extends object,
  Fault extends ErrorCode = never,
  Full extends ErrorCode = never,
  Use extends ErrorCode = never,
  Kept extends ErrorCode = never,
  Entered extends Based = Partial<Record> & Based,
>(
  { key: family, record: schema }: Entity<Names, Record>,
  kind: EntityRules<NoInfer<Place<Names>>, Record, Entered, Fault, Full, Use, Kept>,
) {
  type At = Place<Names>;
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
      const plan: Plan<{ id: string }, Fault | Full> = async (atomic) => {
        const others = await stored(services, input);
        const full = kind.full?.(others, services) ?? null;
        if (full !== null) return { ok: false, code: full };
        const id = newId();
        const key = [...family.named(input, params.length - 1), id];
        const context = { services, place: input, key, others, before: null, caller };
        const written = await put(atomic, input.body, context);
        return written.ok ? { ...written, answer: { id } } : written;
      };
      return write(services, { action: createAction, caller, ...whereIn(input) }, plan);
    },

    put(services: Services, input: At & Path<Names> & { readonly body: Entered }, caller: Caller) {
      const id = idOf(family.named(input));
      const plan: Plan<null, Fault | Kept | "not-found" | "conflict"> = async (atomic) => {
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
      return write(services, { action: putAction, caller, ...whereIn(input) }, plan);
    },

    /** Changes a stored record other than by its form: the change has its own rules. */
    change<Answer, Code extends ErrorCode = never>(
      services: Services,
      input: At & Path<Names>,
      { action, caller }: { readonly action: AuditAction; readonly caller: Caller },
      /** What a change makes of the record, or why it is refused. */
      changed: (
        record: Record,
        entry: MaybeEntry,
      ) => MaybePromise<
        Code | Refusal<Code> | { readonly record: Record; readonly answer: Answer }
      >,
    ) {
      const plan: Plan<Answer, Code | "not-found"> = async (atomic) => {
        const entry = await readEntry(services.store, family.named(input), schema);
        if (entry.value === null) return { ok: false, code: "not-found" };
        const made = await changed(entry.value, entry);
        if (typeof made === "string") return { ok: false, code: made };
        if ("code" in made) return made;
        const { record, answer } = made;
        const { key, value: before } = entry;
        await kind.changed?.(atomic, { services, place: input, key, before, after: record });
        atomic.set(key, record);
        return { ...await touched(services, record, input), answer };
      };
      return write(services, { action, caller, ...whereIn(input) }, plan);
    },

    remove(services: Services, input: At & Path<Names>, caller: Caller) {
      const id = idOf(family.named(input));
      const plan: Plan<null, "not-found" | Use> = async (atomic) => {
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
      return write(services, { action: removeAction, caller, ...whereIn(input) }, plan);
    },
  };
}

function whereIn(
  { projectId, orgId }: Readonly<{ [name: string]: unknown }>,
): { projectId: string } | { orgId: string } {
  return typeof projectId === "string" ? { projectId } : { orgId: String(orgId) };
}
