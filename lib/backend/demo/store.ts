import type { PasswordCost } from "../accounts/passwords.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Tokens } from "../accounts/tokens.ts";
import type { Answerer } from "../answer.ts";
import { AnswerCache } from "../answer_cache.ts";
import { BoundedMap } from "../cache/bounded_map.ts";
import { Versions } from "../cache/versions.ts";
import { embeddedBackend } from "../embedded/backend.ts";
import { openStore } from "../kv/open.ts";
import type { Store } from "../kv/store.ts";
import { Standings } from "../standing.ts";
import { refreshWeather, seedDemo } from "./seed_demo.ts";
import { simulatedReader } from "./simulated_project.ts";

/** What the demo leans on. */
export interface DemoOptions {
  /** Sessions and tokens are the real ones: a visit is known to every process. */
  sessions: Sessions;
  tokens: Tokens;
  now(): number;
  passwordCost: PasswordCost;
}

/** Visits whose backend is kept ready. */
const READY_VISITS = 200;

/**
 * The demo: the embedded backend on a store in memory, seeded when it is first asked, with each visitor's writes
 * in an overlay of their own.
 *
 * @spec B §1 "A demo mode serves fully simulated data to two demo accounts"
 */
export class Demo {
  #seeded: Promise<Store> | null = null;
  #weatherDay = "";
  #visits = new BoundedMap<Answerer>(READY_VISITS);

  constructor(private readonly options: DemoOptions) {}

  /** Who answers a sign-in: nobody's visit yet. */
  async forSignIn(): Promise<Answerer> {
    return this.#answerer(await this.#base());
  }

  /** Who answers a visit: it sees the base and what it wrote itself. */
  async forVisitor(visitorId: string): Promise<Answerer> {
    const base = await this.#base();
    const known = this.#visits.get(visitorId);
    if (known) return known;
    const visit = this.#answerer(base);
    this.#visits.set(visitorId, visit);
    return visit;
  }

  async #base(): Promise<Store> {
    const { now } = this.options;
    const today = new Date(now()).toISOString().slice(0, 10);
    if (this.#seeded === null) {
      this.#weatherDay = today;
      this.#seeded = seededStore(this.options);
    }
    const store = await this.#seeded;
    if (this.#weatherDay !== today) {
      this.#weatherDay = today;
      await refreshWeather(store, now());
    }
    return store;
  }

  #answerer(store: Store): Answerer {
    const { sessions, tokens, now, passwordCost } = this.options;
    const versions = new Versions(store, now);
    const standings = new Standings(store, versions);
    const backend = embeddedBackend({
      store,
      versions,
      standings,
      sessions,
      tokens,
      now,
      seriesOf: (projectId) => simulatedReader(projectId, now),
      isDemo: true,
      offersDemo: true,
      passwordCost,
    });
    return {
      backend,
      standingOf: (caller) => standings.of(caller),
      decidesAccess: true,
      cache: new AnswerCache(versions, now),
      isDemo: true,
    };
  }
}

async function seededStore({ now, passwordCost }: DemoOptions): Promise<Store> {
  const store = await openStore(":memory:");
  await seedDemo(store, { now: now(), passwordCost });
  return store;
}
