/**
 * Makes calls about the caller's residence with the ids and numbers of another, and checks the
 * answers and the changes.
 * @module
 */

import type { CallName } from "@/lib/app/catalogue.ts";
import { type CreatedIds, LIFE } from "./a_life_of_calls.ts";
import { type AskAny, type Other, SECRETS } from "./isolation_world.ts";
import {
  type Leaf,
  leavesOf,
  LOOKED_FOR,
  NATURAL_KEYS,
  OPERATIONS,
  REFERENCES,
} from "./references.ts";

/** The input of a call, untyped. */
export type AnyInput = Readonly<Record<string, unknown>>;

/** A call about the caller's residence, with one field that names an entity of another. */
export interface Attempt {
  readonly name: CallName;
  readonly leaf: Leaf;
  readonly named: string;
  /** Whether it is a number or a name that others may have too, or is only searched. */
  readonly isKey: boolean;
  readonly input: AnyInput;
}

/** The input that the life of calls would send, without sending it. */
export async function inputOf(step: (typeof LIFE)[number], made: CreatedIds): Promise<AnyInput> {
  let heard: AnyInput = {};
  await step.asked((_, input) => {
    heard = { ...input };
    return Promise.reject(new NotCalled());
  }, made).catch((error) => {
    if (!(error instanceof NotCalled)) throw error;
  });
  return heard;
}

class NotCalled extends Error {}

const LEAVES = new Map(OPERATIONS.map((operation) => [operation.name, leavesOf(operation)]));

/** The fields of a call that name an entity, by the tables. */
export function namingLeaves(name: string): readonly Leaf[] {
  return (LEAVES.get(name) ?? []).filter((leaf) =>
    leaf.name in REFERENCES || leaf.name in NATURAL_KEYS
  );
}

/** The same input, with each field in turn naming each possible entity of the other residence. */
export function attemptsOn(name: CallName, input: AnyInput, other: CreatedIds): Attempt[] {
  return namingLeaves(name).flatMap((leaf) => {
    const ids = REFERENCES[leaf.name];
    const isKey = ids === undefined || LOOKED_FOR.includes(`${name}: ${leaf.name}`);
    return (ids ?? NATURAL_KEYS[leaf.name] ?? []).flatMap((kind) => {
      const named = other[kind];
      if (named === undefined) return [];
      const changed = withNamed(input, leaf.path, named);
      return [{ name, leaf, named, isKey, input: isKey ? renamed(changed, kind) : changed }];
    });
  });
}

/** The same with another name, which is still free. */
function renamed(input: AnyInput, by: string): AnyInput {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (name === "name" && typeof value === "string") return [name, `${value} ${by}`];
      const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
      return [name, isRecord ? renamed({ ...value }, by) : value];
    }),
  );
}

/** Members that the schema requires together with an id in an empty list. */
const BESIDE: AnyInput = { hotWaterKind: "volume" };

/** The filters in the selections of reports. */
const FILTERS = ["project", "boilerRoom", "building"];

/** The same input, with a field that names an entity. */
export function withNamed(input: AnyInput, path: readonly string[], named: string): AnyInput {
  const [name = "", ...rest] = path;
  return { ...input, [name]: valueNamed(input[name], rest, named) };
}

function valueNamed(value: unknown, path: readonly string[], named: string): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return named;
  if (name === "[]") {
    return [valueNamed(Array.isArray(value) ? value[0] : undefined, rest, named)];
  }
  if (name === "{}") {
    return Object.fromEntries(FILTERS.map((filter) => [filter, valueNamed([], rest, named)]));
  }
  const record = typeof value === "object" && value !== null ? { ...value } : { ...BESIDE };
  return withNamed(record, path, named);
}

/** The fault of an attempt, null when the other residence stays isolated; and its refusal. */
export async function breachOf(
  attempt: Attempt,
  { ask, other, before }: { ask: AskAny; other: Other; before: readonly string[] },
): Promise<{ breach: string | null; code: string | null }> {
  const { name, named, isKey, input } = attempt;
  const { ok, code, text } = await ask(name, input);
  const after = await other.stamps();
  const shown = secretsOf(other).find((secret) => !named.includes(secret) && text.includes(secret));
  const wrongs = [
    code === "unknown-error" && "a fault",
    ok && !isKey && `taken, ${text.slice(0, 200)}`,
    shown !== undefined && `shows ${shown} in ${text.slice(0, 400)}`,
    after.join() !== before.join() && `changed ${differing(before, after)}`,
  ].filter((wrong) => wrong !== false);
  const what = `${fieldText(attempt)} = ${named} → ${code ?? "ok"}`;
  return { breach: wrongs.length === 0 ? null : `${what}: ${wrongs.join("; ")}`, code };
}

const ARE_SHARED = ["org", "email", "other", "mail", "source"];

function secretsOf({ made }: Other): string[] {
  const ids = Object.entries(made).filter(([kind]) => !ARE_SHARED.includes(kind));
  return [...SECRETS, ...ids.map(([, id]) => id)];
}

function differing(before: readonly string[], after: readonly string[]): string {
  const changed = [
    ...before.filter((line) => !after.includes(line)),
    ...after.filter((line) => !before.includes(line)),
  ];
  return changed.slice(0, 4).join(", ");
}

const LIVED: ReadonlySet<string> = new Set(LIFE.map(({ name }) => name));

/** The fields of the calls of the life that name an entity. */
export function namingFields(): Field[] {
  return OPERATIONS.filter(({ name }) => LIVED.has(name))
    .flatMap(({ name }) => namingLeaves(name).map((leaf) => ({ name, leaf })));
}

/** A field of a call. */
export interface Field {
  readonly name: string;
  readonly leaf: Leaf;
}

/** The text of a field: "putDevice: body.productionSeriesId". */
export const fieldText = ({ name, leaf }: Field): string => `${name}: ${leaf.path.join(".")}`;
