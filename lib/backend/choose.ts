import type { Caller } from "../contract/caller.ts";
import type { Backend, CallName } from "../contract/catalogue.ts";
import { credentialsOf } from "./accounts/credentials.ts";
import { Attempts } from "./accounts/attempts.ts";
import { PASSWORD_COST, type PasswordCost } from "./accounts/passwords.ts";
import { Sessions } from "./accounts/sessions.ts";
import { Tokens } from "./accounts/tokens.ts";
import { type Answerer, Door } from "./answer.ts";
import { AnswerCache } from "./answer_cache.ts";
import { Versions } from "./cache/versions.ts";
import { isDemoEmail } from "./demo/accounts.ts";
import { Demo } from "./demo/store.ts";
import { embeddedBackend } from "./embedded/backend.ts";
import { Identities } from "./identity.ts";
import { StoredSeries } from "./kv/series.ts";
import type { Store } from "./kv/store.ts";
import { emailOf, type Rates } from "./limits.ts";
import { Standings } from "./standing.ts";

/** What the platform is made of. */
export interface PlatformOptions {
  store: Store;
  /** Epoch ms. */
  now(): number;
  /** Whether the simulated accounts may sign in. */
  demo: boolean;
  rates: Rates;
  /** Answers for the host of `API_HOST`; null when this program answers. */
  upstream: Backend | null;
  reportFault(requestId: string, fault: unknown): void;
  /** Tests hash cheaply. */
  passwordCost?: PasswordCost;
}

/** Who answers whom, and the door they answer at. */
export class Platform {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly identities: Identities;
  readonly door: Door;
  readonly versions: Versions;
  #own: Answerer;
  #demo: Demo | null;

  constructor(readonly options: PlatformOptions) {
    const { store, now, rates, upstream, reportFault } = options;
    this.sessions = new Sessions(store, now);
    this.tokens = new Tokens(store, now);
    this.versions = new Versions(store, now);
    const { sessions, tokens } = this;
    this.identities = new Identities({ sessions, tokens, isUpstream: upstream !== null });
    this.door = new Door({ attempts: new Attempts(store, now), rates, now, reportFault });
    this.#own = upstream === null ? this.#embedded() : elsewhere(upstream);
    this.#demo = options.demo
      ? new Demo({ sessions, tokens, now, passwordCost: options.passwordCost ?? PASSWORD_COST })
      : null;
  }

  /**
   * Who answers a caller: a demo account the simulated store, in the overlay of its own visit; anybody else the
   * other host when there is one, or this program on its store.
   */
  async answererFor(caller: Caller, name?: CallName, input?: unknown): Promise<Answerer> {
    if (this.#demo === null) return this.#own;
    const visitorId = credentialsOf(caller)?.visitorId ?? null;
    if (visitorId !== null) return await this.#demo.forVisitor(visitorId);
    const isDemoLogin = name === "login" && isDemoEmail(emailOf(input));
    return isDemoLogin ? await this.#demo.forSignIn() : this.#own;
  }

  #embedded(): Answerer {
    const { store, now } = this.options;
    const { versions, sessions, tokens } = this;
    const standings = new Standings(store, versions);
    const backend = embeddedBackend({
      store,
      versions,
      standings,
      sessions,
      tokens,
      now,
      seriesOf: (projectId) => new StoredSeries(store, projectId, now),
      isDemo: false,
      offersDemo: this.options.demo,
      passwordCost: this.options.passwordCost ?? PASSWORD_COST,
    });
    return {
      backend,
      standingOf: (caller) => standings.of(caller),
      decidesAccess: true,
      cache: new AnswerCache(versions, now),
      isDemo: false,
    };
  }
}

function elsewhere(backend: Backend): Answerer {
  return {
    backend,
    standingOf: () => {
      throw new TypeError("Another host decides access: this one holds no roles");
    },
    decidesAccess: false,
    cache: null,
    isDemo: false,
  };
}
