import type { Scope } from "@/lib/backend/cache/versions.ts";
import type { Stored } from "@/lib/backend/kv/lists.ts";
import type { Atomic, Key } from "@/lib/backend/kv/store.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import type { Services } from "./services.ts";
import type { Refusal } from "./writes.ts";

export type MaybePromise<Value> = Value | Promise<Value>;

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
export interface EntityRules<
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
