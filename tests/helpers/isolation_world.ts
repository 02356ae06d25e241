/**
 * Two residences of one organisation and one of another, with words in the first that no other user
 * may read.
 * @module
 */

import { type CallFunction, type CallName, CALLS } from "@/lib/app/catalogue.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { CreatedIds } from "./a_life_of_calls.ts";
import { anAdministrator, lived } from "./a_made_life.ts";
import { anAccount, signedIn, type TestPlatform, withPlatform } from "./a_platform.ts";
import { observedStore } from "./changed_stores.ts";

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
export const KEYS_OF_A: CreatedIds = {
  occupantEmail: "zinzolin@mail.fr",
  pce: "21546789099999",
  prm: "14000000099992",
  serial: "0180ZZ",
  word: WORD,
  dwellingSource: "serial=0180ZZ",
  roomSource: "serial=0909",
};

/** A platform that tells when its store may have changed. */
export interface WatchedPlatform extends TestPlatform {
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

/** Residence A for users of its organisation. */
export function withinOrganisation({ made, stamps }: Other): Other {
  const own = Object.entries(made).filter(([kind]) => !OF_THE_ORGANISATION.includes(kind));
  return { made: Object.fromEntries(own), stamps };
}

/** Makes an untyped call as a user. */
export type AskAny = (name: CallName, input: Readonly<Record<string, unknown>>) => Promise<Heard>;

/** The compared parts of an answer. */
export interface Heard {
  readonly ok: boolean;
  readonly code: string | null;
  readonly text: string;
}

/** Calls the dispatcher, like an external program. */
export function askAny({ platform }: TestPlatform, caller: Caller): AskAny {
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
  { email = "eve@ailleurs.fr", isAdmin }: { email?: string; isAdmin: boolean },
): Promise<Intruder> {
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
