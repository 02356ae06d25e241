/**
 * A store with 22 residences and two years of readings, and its reader: on a server, or in this
 * process.
 * @module
 */
import { readConfig } from "@/fresh.config.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { createAccount } from "@/lib/identity/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { openStore, withStore } from "@/lib/store/open_store.ts";
import type { OpenedStore, Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { UNLIMITED_RATES } from "@/tests/helpers/a_platform.ts";
import { countedStore, observedStore, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { seed, seedCommand } from "@/tools/seed.ts";
import type { ServerProcess } from "@/tools/serving/server_process.ts";
import { type OwnServer, UNLIMITED, withServer } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";

/** The reader: administrator of the organisation of the store. */
export const READER = { email: "lecture@exemple.fr", password: "douze-caracteres-au-moins" };

/** The boiler room and the year of every figure. */
const BALANCE = { projectId: "p01", boilerRoomId: "p01-c1", segment: "monthly-2025" };

/** The page of every figure: a whole year of a boiler room. */
export const BALANCE_PATH = links.energyBalance(
  BALANCE.projectId,
  BALANCE.boilerRoomId,
  "monthly/2025",
);

/** Fills a store with 22 residences, two years of stored readings, and a reader. */
export async function fillStore(kvPath: string): Promise<void> {
  await withStore(kvPath, async (store) => {
    const person = { ...READER, forename: "Lecture", surname: "Seule", platformAdmin: true };
    await createAccount(store, person, { now: Date.now() });
    await seed(store, seedCommand(["demo", "--admin", READER.email, "--years", "2"]));
  });
}

/**
 * Runs `act` with a server that has stored readings of two years, and the cookie of a user who may
 * read the balance.
 * @param own `prepare` writes more into the store before the server starts
 */
export async function withBalancePage(
  act: (server: ServerProcess, cookie: string) => Promise<void>,
  { prepare, ...output }: OwnServer = {},
): Promise<void> {
  const config = readConfig({ DEMO: "off", ACCESS_LOG: "on", ...UNLIMITED });
  await withServer(config, async (server) => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(READER);
    await act(server, visitor.cookie);
  }, {
    ...output,
    prepare: async (kvPath) => {
      await fillStore(kvPath);
      await prepare?.(kvPath);
    },
  });
}

/** A platform in this process on a filled store, and the session of its reader. */
export interface ReaderInProcess {
  readonly platform: Platform;
  readonly store: Store;
  readonly sessionId: string;
  /** Number of operations of the store. */
  readonly asked: ReadCounts;
  readonly commits: () => number;
}

/** Runs `act` with a reader signed in, on a store in a temporary folder. */
export async function withReader(
  act: (reader: ReaderInProcess) => Promise<void>,
  { fill = fillStore }: { fill?: (kvPath: string) => Promise<unknown> } = {},
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "store-" });
  const kvPath = `${folder}/kv.db`;
  await fill(kvPath);
  const opened = await openStore(kvPath);
  let commits = 0;
  const { store: counted, asked } = countedStore(observedStore(opened, () => void commits++));
  const store: OpenedStore = { ...counted, close: () => opened.close() };
  const platform = new Platform({
    store,
    now: Date.now,
    demo: false,
    rates: UNLIMITED_RATES,
    upstream: null,
    addressApi: "http://127.0.0.1:1",
    logFault: (_, fault) => console.error(fault),
  });
  try {
    const context = { caller: ANONYMOUS, clientAddress: "127.0.0.1", requestId: "bench" };
    const login = await platform.dispatcher.answer(CALLS.login, { body: READER }, context);
    if (!login.ok) throw new Error(`Nobody could sign in: ${login.code}`);
    const { id } = await platform.sessionFor(login.answer.token);
    await act({ platform, store, sessionId: id, asked, commits: () => commits });
  } finally {
    await platform.close();
    store.close();
    await Deno.remove(folder, { recursive: true });
  }
}
