import { CALLS } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { OpenedStore, Store } from "@/lib/store/store.ts";
import { UNLIMITED_RATES } from "@/tests/helpers/a_platform.ts";
import { countedStore, observedStore, type ReadCounts } from "./counted_store.ts";
import { fillStore, READER } from "./filled_store.ts";

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
