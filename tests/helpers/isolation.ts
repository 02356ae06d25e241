/**
 * Calls about the own residence with the ids and numbers of another, of the same organisation or
 * of another, whose words no other user may read.
 * @module
 */
import { type CallFunction, type CallName, CALLS } from "@/lib/app/catalogue.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { type CreatedIds, LIFE } from "./a_life_of_calls.ts";
import { anAdministrator, lived } from "./a_made_life.ts";
import { anAccount, signedIn, type TestPlatform, withPlatform } from "./a_platform.ts";
import { observedStore } from "./changed_stores.ts";
import {
  type Leaf,
  leavesOf,
  LOOKED_FOR,
  NATURAL_KEYS,
  OPERATIONS,
  REFERENCES,
} from "./references.ts";

/** Texts of residence A, which replace those of the life of calls. */
const SAID_IN_A: readonly (readonly [string, string])[] = [
  ["21546789012345", "21546789099999"],
  ["14000000000001", "14000000099991"],
  ["14000000000002", "14000000099992"],
  ["0180A1", "0180ZZ"],
  ["serial=0101", "serial=0909"],
  ["ada.morel@mail.fr", "zinzolin@mail.fr"],
  ["2032", "7474747"],
];

/** A word in every name and text of residence A. */
const WORD = "Zinzolin";
const NAMES = /^(name|text|message|comment|street|city|renamed|operationNumber|station)$/;

/** Words that only users of residence A may read, in addition to its ids. */
export const SECRETS: readonly string[] = [WORD, ...SAID_IN_A.map(([, said]) => said)];

/** Entities of residence A that are identified by a number or a word. */
const KEYS_OF_A: CreatedIds = {
  occupantEmail: "zinzolin@mail.fr",
  pce: "21546789099999",
  prm: "14000000099992",
  serial: "0180ZZ",
  word: WORD,
  dwellingSource: "serial=0180ZZ",
  roomSource: "serial=0909",
};

/** A platform that tells when its store may have changed. */
interface WatchedPlatform extends TestPlatform {
  /** Changes once a commit began or ended. */
  commitCount(): number;
}

/** Runs a test on a watched platform: the store is listed again only after a possible write. */
export function withWatchedPlatform(
  test: (built: WatchedPlatform) => Promise<void>,
): Promise<void> {
  let count = 0;
  const counting = () => void count++;
  const watched = (store: Store) => observedStore(store, counting, counting);
  return withPlatform((built) => {
    const store = { ...watched(built.store), close: () => built.store.close() };
    return test({ ...built, store, commitCount: () => count });
  }, { before: watched });
}

/** Residence A, with its ids. */
export interface Other {
  readonly made: CreatedIds;
  /** Every key of the store that contains its ids, with the versionstamp. */
  stamps(): Promise<string[]>;
}

/** Creates residence A and its organisation, full of data that no other user may read. */
export async function residenceA(built: WatchedPlatform): Promise<Other> {
  const { ask, made } = await anAdministrator(built, "zinzolin.a@bailleur.fr");
  const saying: CallFunction = (name, input) =>
    ask(name, saidInA(input, new Set(Object.values(made))));
  await lived(saying, made);
  const { email: _, other: _other, mail: _mail, source: _source, org: _org, ...ids } = made;
  const watched = new Set(Object.values(ids));
  const isOfA = (parts: readonly string[]) =>
    parts.some((part) => watched.has(part)) ||
    (parts.includes(made.org ?? "") && parts.includes(KEYS_OF_A.pce ?? ""));
  let listed: { count: number; stamps: string[] } | null = null;
  const stamps = async () => {
    const count = built.commitCount();
    if (listed?.count !== count) listed = { count, stamps: await stampsOf(built, isOfA) };
    return listed.stamps;
  };
  return { made: { ...made, ...KEYS_OF_A }, stamps };
}

/** Entities of the organisation, which its own users may read. */
const OF_THE_ORGANISATION = ["org", "tag", "value", "provider", "contract", "charge", "typedoc"];

/** Whether a field names nothing but entities of the organisation. */
export function namesOrganisation({ name }: Leaf): boolean {
  const kinds = REFERENCES[name] ?? [];
  return kinds.length > 0 && kinds.every((kind) => OF_THE_ORGANISATION.includes(kind));
}

/** Residence A for users of its organisation. */
export function withinOrganisation({ made, stamps }: Other): Other {
  const own = Object.entries(made).filter(([kind]) => !OF_THE_ORGANISATION.includes(kind));
  return { made: Object.fromEntries(own), stamps };
}

/** Makes an untyped call as a user. */
type AskAny = (name: CallName, input: Readonly<Record<string, unknown>>) => Promise<Heard>;

/** The compared parts of an answer. */
interface Heard {
  readonly ok: boolean;
  readonly code: string | null;
  readonly text: string;
}

/** Calls the dispatcher, like an external program. */
function askAny({ platform }: TestPlatform, caller: Caller): AskAny {
  return async (name, input) => {
    const asked = { caller, clientAddress: "192.0.2.7", requestId: "test" };
    const result = await platform.dispatcher.answerRequest(
      CALLS[name],
      { input, readBody: null },
      asked,
    );
    const text = JSON.stringify(result);
    return { ok: result.ok, code: result.ok ? null : result.code, text };
  };
}

/** A user of an organisation, with every role on one of its residences. */
export interface Intruder {
  readonly ask: AskAny;
  takeEveryRole(projectId: string): Promise<void>;
}

/** A user of an organisation, administrator or not. */
export async function anIntruder(
  built: TestPlatform,
  orgId: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<Intruder> {
  const email = "eve@ailleurs.fr";
  const accountId = await anAccount(built, { email });
  await built.store.atomic()
    .set(keys.member(orgId, accountId), { isAdmin })
    .set(keys.orgOfAccount(accountId, orgId), true)
    .commit();
  const { caller } = await signedIn(built, email);
  return {
    ask: askAny(built, caller),
    takeEveryRole: async (projectId) => {
      await built.store.atomic()
        .set(keys.roles(projectId, accountId), ROLE_NAMES)
        .set(keys.rolesOfAccount(accountId, projectId), true)
        .commit();
      const touched = [{ kind: "account", id: accountId }, { kind: "org", id: orgId }] as const;
      await built.platform.versions.bump(touched);
    },
  };
}

async function stampsOf(
  { store }: TestPlatform,
  isWatched: (parts: readonly string[]) => boolean,
): Promise<string[]> {
  const stamps: string[] = [];
  for await (const { key, versionstamp } of store.list({ prefix: [] })) {
    const parts = key.map(String);
    if (isWatched(parts)) stamps.push(`${parts.join("/")} ${versionstamp}`);
  }
  return stamps;
}

/** The same input, with the words of residence A. */
function saidInA<Said>(input: Said, ids: ReadonlySet<string>): Said {
  const said = structuredClone(input);
  reword(said, ids);
  return said;
}

function reword(value: unknown, ids: ReadonlySet<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== "string") reword(inner, ids);
    else if (!ids.has(inner)) Reflect.set(value, name, wordsOfA(inner, name));
  }
}

function wordsOfA(text: string, name: string): string {
  if (name === "code" && text !== "") return `Z${text}`;
  const said = SAID_IN_A.reduce((made, [from, to]) => made.replaceAll(from, to), text);
  return NAMES.test(name) ? `${said} ${WORD}`.trim() : said;
}

/** The input of a call, untyped. */
type AnyInput = Readonly<Record<string, unknown>>;

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
function namingLeaves(name: string): readonly Leaf[] {
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
function withNamed(input: AnyInput, path: readonly string[], named: string): AnyInput {
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
interface Field {
  readonly name: string;
  readonly leaf: Leaf;
}

/** The text of a field: "putDevice: body.productionSeriesId". */
export const fieldText = ({ name, leaf }: Field): string => `${name}: ${leaf.path.join(".")}`;
