/**
 * A platform of a test: its accounts and calls, a copy of the demo, another process on its store,
 * and one that ends at a commit.
 * @module
 */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import type { OtherHost } from "@/lib/api/dispatch.ts";
import type { Rates } from "@/lib/api/rate_limits.ts";
import type { Services } from "@/lib/api/services.ts";
import { type CallFunction, CALLS } from "@/lib/app/catalogue.ts";
import type { FillDemo } from "@/lib/app/demo.ts";
import { Platform } from "@/lib/app/platform.ts";
import type { DocumentOptions } from "@/lib/app/services.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { createAccount, type NewAccount } from "@/lib/identity/accounts.ts";
import { ANONYMOUS, type Caller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { MailWay } from "@/lib/mail/send_outbox.ts";
import { makeFigures } from "@/lib/portfolio/stored_figures.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Entry,
  type Key,
  type OpenedStore,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";
import { withCommits } from "./changed_stores.ts";
import { type HandClock, withStore } from "./fixtures.ts";

/** Entries of the demo, by the instant and the hashing cost they were created with. */
const FILLED = new Map<string, Promise<readonly Entry[]>>();

/** Entries of the longest values fit in one commit. */
const COMMITTED_AT_ONCE = 10;

/**
 * Fills the demo's store as `seedDemo()` does, with the stored figures of its residences. The first
 * run of an isolate makes them, in seconds; each later one copies the entries of the first.
 */
export const copyDemo: FillDemo = async (services, options) => {
  const name = JSON.stringify(options);
  const known = FILLED.get(name);
  const filling = known ?? filled(services, options);
  FILLED.set(name, filling);
  const entries = await filling;
  if (known === undefined) return;
  for (const some of chunk(entries, COMMITTED_AT_ONCE)) {
    const atomic = services.store.atomic();
    for (const { key, value } of some) atomic.set(key, value);
    await atomic.commit();
  }
};

async function filled(
  services: Services,
  options: Parameters<FillDemo>[1],
): Promise<readonly Entry[]> {
  await seedDemo(services.store, options);
  await makeFigures(services);
  const entries: Entry[] = [];
  const all = services.store.list({ prefix: [] }, { batchSize: 500 });
  for await (const entry of all) entries.push(entry);
  return entries;
}

/** Password hashing at the lowest cost. */
export const CHEAP = { memoryKiB: 64, passes: 1 };

/** The rates of a platform without limits; sign-ins stay limited as usual. */
export const UNLIMITED_RATES = readConfig(UNLIMITED).rates;

/** Address of a closed port. */
const NOBODY = "http://127.0.0.1:1";

export const PASSWORD = "motdepasse";

/** Address of {@link aPlatformAdmin}. */
export const PLATFORM_ADMIN = "racine@plateforme.fr";

/** A test's platform, its store and its clock. */
export interface TestPlatform {
  platform: Platform;
  store: OpenedStore;
  clock: HandClock;
  /** Internal errors that were reported; a test that causes some takes them out. */
  faults: unknown[];
}

export interface PlatformChoices {
  /** Instant of the test, ISO with Z. */
  now?: string;
  demo?: boolean;
  /** Whether the demo is filled as that of the program, with what is found in its readings; it takes seconds. */
  isWholeDemo?: boolean;
  upstream?: OtherHost;
  /** Base URL of an address service; a closed port by default. */
  addressApi?: string;
  addressTimeoutMs?: number;
  /** Defaults: the usual limit on sign-ins, almost none on requests. */
  rates?: Partial<Rates>;
  oauth?: boolean;
  /** How mails are sent; without it they stay queued, and codes are answered to the caller. */
  mail?: MailWay;
  documents?: DocumentOptions;
  /** File of the store, which other processes may share; in memory by default. */
  path?: string;
  /** Wraps the platform's store, to record its operations. */
  before?: (store: OpenedStore) => Store;
}

/** Mails stay queued, and their links lead to the site of the tests. */
export const WAITING: MailWay = {
  carrier: null,
  from: "suivi@bailleur.example",
  origins: () => ({ own: "http://127.0.0.1:8000", apps: {}, loginPath: "/login" }),
  offersReset: true,
};

/** Runs a test on a platform of its own, and checks that no internal error was reported. */
export function withPlatform(
  test: (built: TestPlatform) => Promise<void>,
  {
    now,
    demo = false,
    isWholeDemo = false,
    upstream,
    addressApi = NOBODY,
    // So long that a loaded machine refuses no address.
    addressTimeoutMs = 60_000,
    rates = {},
    before = (store) => store,
    path,
    ...ways
  }: PlatformChoices = {},
): Promise<void> {
  return withStore(async (store, clock) => {
    if (now !== undefined) clock.goTo(now);
    const faults: unknown[] = [];
    const platform = new Platform({
      store: before(store),
      now: clock.now,
      demo,
      rates: { ...UNLIMITED_RATES, ...rates },
      upstream: upstream ?? null,
      addressApi,
      addressTimeoutMs,
      mail: WAITING,
      ...ways,
      logFault: (_, fault) => faults.push(fault),
      passwordCost: CHEAP,
      ...!isWholeDemo && { fillDemo: copyDemo },
    });
    try {
      await test({ platform, store, clock, faults });
      deepStrictEqual(faults, []);
    } finally {
      await platform.close();
    }
  }, path);
}

/** Creates an account with {@link PASSWORD}, and returns its id. */
export async function anAccount(
  { store, clock }: TestPlatform,
  over: Partial<NewAccount> = {},
): Promise<string> {
  const account = {
    email: "ada@bailleur.fr",
    forename: "Ada",
    surname: "Durand",
    password: PASSWORD,
    platformAdmin: false,
    ...over,
  };
  const id = await createAccount(store, account, { now: clock.now(), cost: CHEAP });
  strictEqual(typeof id, "string");
  return id ?? "";
}

/** An account whose address is not proven by mail, as earlier versions left one after a change of address. */
export async function anUnprovenAccount(built: TestPlatform, email: string): Promise<void> {
  const id = await anAccount(built, { email });
  const { key, value } = await readEntry(built.store, keys.account(id), accountRecord);
  await built.store.atomic().set(key, { ...value, isUnproven: true }).commit();
}

/** Calls the platform in process, as a caller. */
export function callAs(
  { platform }: TestPlatform,
  caller: Caller,
  address = "192.0.2.1",
): CallFunction {
  return (name, input) =>
    platform.dispatcher.answer(CALLS[name], input, {
      caller,
      clientAddress: address,
      requestId: "test",
    });
}

/** Calls the platform as a signed-in person, who confirms what is asked. */
export async function confirmingAs(
  built: TestPlatform,
  email = "ada@bailleur.fr",
): Promise<CallFunction> {
  const { caller } = await signedIn(built, email);
  const context = { caller, clientAddress: "192.0.2.1", requestId: "test" };
  const { dispatcher } = built.platform;
  return async (name, input) => {
    const answered = await dispatcher.answer(CALLS[name], input, context);
    if (answered.ok || answered.code !== "to-confirm") return answered;
    const { confirmation } = answered;
    return await dispatcher.answer(CALLS[name], input, { ...context, confirmation });
  };
}

/** An administrator of the platform, signed in. */
export async function aPlatformAdmin(built: TestPlatform): Promise<CallFunction> {
  await anAccount(built, { email: PLATFORM_ADMIN, platformAdmin: true });
  return (await signedIn(built, PLATFORM_ADMIN)).ask;
}

/** Signs an account in; returns its token and a function that calls as it. */
export async function signedIn(
  built: TestPlatform,
  email = "ada@bailleur.fr",
  password = PASSWORD,
): Promise<{ token: string; ask: CallFunction; caller: Caller }> {
  const result = await callAs(built, ANONYMOUS)("login", { body: { email, password } });
  if (!result.ok) throw new TypeError(`Not signed in: ${result.code}`);
  const { token } = result.answer;
  const caller = await built.platform.identities.byToken(token, "header");
  return { token, caller, ask: callAs(built, caller) };
}

/** Wraps a store and records the keys that are read. */
function watched(store: Store): { store: OpenedStore; read: Key[] } {
  const read: Key[] = [];
  const through: OpenedStore = {
    get: (key) => (read.push(key), store.get(key)),
    getMany: (wanted) => (read.push(...wanted), store.getMany(wanted)),
    list(run, options) {
      read.push("prefix" in run ? run.prefix : run.start);
      return store.list(run, options);
    },
    atomic: () => store.atomic(),
    close: () => {},
  };
  return { store: through, read };
}

/** Another process on the same store, with empty caches. */
export async function elsewhere(
  built: TestPlatform,
): Promise<{ platform: Platform; ask: CallFunction; read: Key[] }> {
  const { store, read } = watched(built.store);
  const platform = new Platform({ ...built.platform.options, store });
  const { caller } = await signedIn(built);
  return { platform, ask: callAs({ ...built, platform, store }, caller), read };
}

export function isOf(...families: { doc: { name: string } }[]): (key: Key) => boolean {
  const names = new Set<unknown>(families.map(({ doc }) => doc.name));
  return ([family]) => names.has(family);
}

interface Ending {
  readonly path: string;
  /** Number of the commit at which the process ends; "" to run to the end. */
  readonly commit: string;
  /** Whether it ends "before" or "after" that commit. */
  readonly when: string;
  /** How it ends: killed, by default. */
  ends?(): Promise<void>;
}

/** Runs a program on a platform whose process ends at one of the commits of the program. */
export async function onEndingPlatform(
  { path, commit, when, ends = killed }: Ending,
  run: (built: TestPlatform, commits: () => number) => Promise<void>,
): Promise<void> {
  let commits = 0;
  const before = (store: Store) =>
    withCommits(store, async (inner) => {
      const isLast = ++commits === Number(commit);
      if (isLast && when !== "after") await ends();
      const committed = await inner.commit();
      if (isLast && when === "after") await ends();
      return committed;
    });
  await withPlatform(async (built) => {
    // The platform has made commits of its own.
    commits = 0;
    await run(built, () => commits);
  }, { path, before });
}

/** Ends this process as `kill -9` does. */
function killed(): Promise<never> {
  Deno.kill(Deno.pid, "SIGKILL");
  return new Promise(() => {});
}
