/** Calls whose disk fills at each of their commits in turn. @module */

import type { CallName, Result } from "@/lib/app/catalogue.ts";
import { keyText } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import { type PlatformChoices, type TestPlatform, withPlatform } from "./a_platform.ts";
import { FULL, SmallDisk, storeOn } from "./changed_stores.ts";

/** A platform on a disk that can be filled. */
interface FillingPlatform extends TestPlatform {
  /** Runs a function with room for some commits; returns its result, and how many of its commits were refused. */
  withRoomFor<T>(
    commits: number,
    run: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly refusedCount: number }>;
}

/** Runs a test on a platform whose disk fills when the test says so. */
export function withFillingDisk(
  test: (built: FillingPlatform) => Promise<void>,
  choices: PlatformChoices = {},
): Promise<void> {
  const disk = new SmallDisk();
  const before = (store: Store) => storeOn(disk, store);
  return withPlatform(async (built) => {
    const withRoomFor = async <T>(commits: number, run: () => Promise<T>) => {
      [disk.room, disk.refusedCount] = [commits, 0];
      const result = await run();
      await built.platform.reports.idle();
      disk.room = Infinity;
      const others = built.faults.splice(0).filter((fault) => !String(fault).includes(FULL));
      built.faults.push(...others);
      return { result, refusedCount: disk.refusedCount };
    };
    await test({ ...built, withRoomFor });
  }, { ...choices, before });
}

/** After which the lease of a process that ended is free, ms. */
export const LEASE_MS = 15_000;

/** The result of a call on a disk with ever more room. */
interface Interrupted {
  readonly result: Result<CallName>;
  /** Families of the keys that a refused call changed, by the number of commits that it made. */
  readonly changed: readonly string[];
}

/** Makes a call with room for no commit, for one, for two… until it is accepted, or refused for another reason. */
export async function askedWithRoom(
  built: FillingPlatform,
  ask: () => Promise<Result<CallName>>,
): Promise<Interrupted> {
  const changed: string[] = [];
  for (let room = 0;; room++) {
    const before = await contentOf(built.store);
    const { result, refusedCount } = await built.withRoomFor(room, ask);
    if (refusedCount > 0) built.clock.advance(LEASE_MS);
    if (result.ok || refusedCount === 0) return { result, changed };
    const families = familiesChanged(before, await contentOf(built.store));
    if (families.length > 0) changed.push(`${room}: ${families.join(", ")}`);
  }
}

/**
 * Entries that a call may write without a change that anyone sees: numbers of versions, counted attempts, a secret made
 * once, changes that lists follow, the lease of compactions.
 */
const UNSEEN: readonly Key[] = [
  keys.version.under(),
  keys.attempts.under(),
  keys.mailSecret(),
  keys.resetCode.under(),
  keys.compaction.under(),
];

/** An entry as a text, which is that of its value until the entry has another versionstamp. */
interface EntryText {
  readonly versionstamp: string;
  readonly text: string;
}

/** The last texts of each store: most entries are unchanged from one reading to the next. */
const TEXTS = new WeakMap<Store, ReadonlyMap<string, EntryText>>();

/** The entries of a store, as texts by key. */
export async function contentOf(store: Store): Promise<ReadonlyMap<string, string>> {
  const known = TEXTS.get(store);
  const texts = new Map<string, EntryText>();
  for await (const { key, value, versionstamp } of store.list({ prefix: [] })) {
    if (UNSEEN.some(([family]) => family === key[0])) continue;
    const name = keyText(key);
    const last = known?.get(name);
    const isKnown = last?.versionstamp === versionstamp;
    texts.set(name, isKnown ? last : { versionstamp, text: textOf(value) });
  }
  TEXTS.set(store, texts);
  return new Map([...texts].map(([name, { text }]) => [name, text]));
}

const textOf = (value: unknown): string =>
  Deno.inspect(value, { depth: 20, iterableLimit: 100_000, strAbbreviateSize: 100_000 });

export function familiesChanged(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const every = [...new Set([...before.keys(), ...after.keys()])];
  const changed = every.filter((key) => before.get(key) !== after.get(key));
  return [...new Set(changed.map(familyOf))].sort();
}

function familyOf(key: string): string {
  return key.slice("string:".length).split("/")[0] ?? "";
}

/** How many times each value is stored, without what differs from one run to another. */
export async function shapeOf(store: Store): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [key, value] of await contentOf(store)) {
    const family = familyOf(key);
    if (OF_JOBS.includes(family)) continue;
    const text = `${family} ${value.replaceAll(OWN, "…")}`;
    const entry = family === "audit" ? text.replaceAll(AUTHOR, "") : text;
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return counts;
}

/** Ids, secrets and instants. */
const OWN = /\$argon2id[^"]*|[\w.~+/=-]{16,}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{9,}(\.\d+)?/g;
/** The author of an audit line: a job that completes an act is none. */
const AUTHOR = /(email|accountId): .*/g;

/** Families that jobs write about themselves. */
const OF_JOBS = ["lease", "job_run"];
