import type { Caller } from "@/lib/contract/caller.ts";
import type { CallName } from "@/lib/contract/catalogue.ts";
import type { OAuthTokens as OAuthAnswer } from "@/lib/domain/accounts/types.ts";
import { READING_YEARS } from "@/lib/domain/series/plausible.ts";
import { type Attempt, Attempts } from "./accounts/attempts.ts";
import { credentialsOf } from "./accounts/credentials.ts";
import { OAuthTokens } from "./accounts/oauth.ts";
import { PASSWORD_COST } from "./accounts/passwords.ts";
import { ProviderLinks } from "./accounts/provider_links.ts";
import type { Holder } from "./accounts/records.ts";
import { secretHash } from "./accounts/secrets.ts";
import { SESSION_MAX_MS, Sessions } from "./accounts/sessions.ts";
import { Tokens } from "./accounts/tokens.ts";
import { oauthTokenText } from "./accounts/upstream_token.ts";
import type { Versions } from "./cache/versions.ts";
import { JobTimer } from "./core/job_timer.ts";
import { Refused } from "./core/refused.ts";
import { isDemoEmail } from "./demo/seed/accounts.ts";
import { Demo } from "./demo/store.ts";
import { Dispatcher, type Responder } from "./dispatch/answer.ts";
import { Identities } from "./dispatch/identity.ts";
import { AlarmWatcher } from "./embedded/alarms/watcher.ts";
import { type OwnStore, ownStore } from "./embedded/own_store.ts";
import type { Services } from "./embedded/services.ts";
import { type Collector, Strangers } from "./ingest/collectors.ts";
import { MailSender } from "./jobs/mail_sender.ts";
import { ReportMaker } from "./jobs/report_maker.ts";
import { NO_FILE } from "./kv/store_file.ts";
import { collectorLimit, requestLimit, signInEmail } from "./limits/limits.ts";
import { RequestRates } from "./limits/request_rates.ts";
import { Outbox } from "./mail/outbox.ts";
import { AddressService } from "./outside/address_service.ts";
import type { PlatformOptions } from "./platform_options.ts";
import { providersOf } from "./records/providers.ts";

/** Client id of this program's own pages in OAuth mode. */
export const PAGES_CLIENT = "pages";

/** Chooses the backend of each caller, and owns the dispatcher. */
export class Platform {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly providerLinks: ProviderLinks;
  readonly identities: Identities;
  readonly dispatcher: Dispatcher;
  readonly strangers: Strangers;
  /** This program's own store; in upstream mode it has only sessions and caches. */
  readonly own: OwnStore;
  /** Evaluates the alarms of the real store. */
  readonly watcher: AlarmWatcher;
  /** Versions of the data of the real store. */
  readonly versions: Versions;
  #requests: RequestRates;
  #usual: Responder;
  #demo: Demo | null;
  #mails: MailSender;
  /** Creates the reports ordered in this process. */
  readonly reports: ReportMaker;
  /** The jobs of this process, once they are started. */
  readonly timer: JobTimer;

  constructor(readonly options: PlatformOptions) {
    const { store, now, rates, upstream, reportFault, readingYears = READING_YEARS } = options;
    const addresses = addressService(options);
    this.sessions = new Sessions(store, now);
    this.tokens = new Tokens(store, now);
    this.providerLinks = new ProviderLinks(store, now, options.providerLinkDays);
    const own = { sessions: this.sessions, tokens: this.tokens, providerLinks: this.providerLinks };
    const passwordCost = options.passwordCost ?? PASSWORD_COST;
    const offersDemo = options.demo;
    this.#mails = new MailSender(options);
    this.reports = new ReportMaker(reportFault);
    this.timer = new JobTimer({ now });
    const outbox = new Outbox(store, now, () => void this.#mails.send());
    const offersReset = options.mail?.offersReset ?? false;
    const oauth = options.oauth ? new OAuthTokens(store, now) : null;
    const makeReports = (services: Services) => void this.reports.make(services);
    const ownOrigin = () => options.mail?.origins().own ?? null;
    const made = { now, reportFault, passwordCost, readingYears, makeReports, ownOrigin };
    const shared = { ...made, ...own, oauth, addresses };
    const attempts = new Attempts(store, now);
    const hasMailServer = (options.mail?.carrier ?? null) !== null;
    const storeFile = options.storeFile ?? (() => Promise.resolve(NO_FILE));
    const operations = { attempts, rates, hasMailServer, storeFile };
    const { documents = {} } = options;
    const ofStore = { store, offersDemo, outbox, offersReset, operations, documents };
    this.own = ownStore({ ...shared, ...ofStore });
    this.versions = this.own.versions;
    this.watcher = new AlarmWatcher(this.own.services);
    this.identities = new Identities({
      ...own,
      providersOf: (email) => providersOf(store, email),
      isUpstream: upstream !== null,
      now,
      refreshElsewhere: (refreshToken) => this.#refreshElsewhere(refreshToken),
    });
    this.#requests = new RequestRates(store, now);
    this.strangers = new Strangers(this.#requests, rates);
    const responderFor = this.responderFor.bind(this);
    this.dispatcher = new Dispatcher({ responderFor, attempts, rates, now, reportFault });
    this.#usual = upstream ?? this.own.answerer;
    this.#demo = options.demo ? new Demo({ ...shared, fill: options.fillDemo }) : null;
  }

  /**
   * The responder of a caller: for a demo account the simulated store, in the overlay of its visit; otherwise the other
   * host when there is one, or this program on its store.
   */
  async responderFor(caller: Caller, name?: CallName, input?: unknown): Promise<Responder> {
    if (this.#demo === null) return this.#usual;
    const visitorId = credentialsOf(caller)?.visitorId ?? null;
    if (visitorId !== null) return await this.#demo.forVisitor(visitorId);
    const isSignIn = name === "login" || name === "getOAuthToken";
    const isDemoLogin = isSignIn && isDemoEmail(signInEmail(input));
    return isDemoLogin ? await this.#demo.forSignIn() : this.#usual;
  }

  /**
   * Opens a browser session for the user of a token just issued; the token ends.
   *
   * @throws Refused when the other host does not say whose token it is
   */
  async sessionFor(token: string): Promise<{ id: string; maxAgeS: number }> {
    const own = await this.tokens.exchangeable(token);
    const { id } = own === null
      ? await this.#openElsewhere(token, token)
      : await this.sessions.open(own.holder, {
        instead: own.instead,
        rights: await this.#rightsOf(own.holder),
      });
    return { id, maxAgeS: SESSION_MAX_MS / 1_000 };
  }

  /** Counts a request of a user: a page, or a call over HTTP. */
  countRequest(caller: Caller, clientAddress: string): Attempt | Promise<Attempt> {
    const { rates } = this.options;
    return this.#requests.take(requestLimit({ rates, caller, clientAddress }));
  }

  /**
   * As `sessionFor()`, for OAuth tokens: the session of another host stores both and exchanges them in time.
   *
   * @throws Refused as `sessionFor()`
   */
  async sessionForOAuth(given: OAuthAnswer): Promise<{ id: string; maxAgeS: number }> {
    if (await this.tokens.exchangeable(given.access_token) !== null) {
      await this.tokens.end(given.refresh_token);
      return await this.sessionFor(given.access_token);
    }
    const sealed = oauthTokenText(given, this.options.now());
    const { id } = await this.#openElsewhere(given.access_token, sealed);
    return { id, maxAgeS: SESSION_MAX_MS / 1_000 };
  }

  /** Opens a session for the user of a token of the other host; it stores the token to exchange or send there. */
  async #openElsewhere(token: string, upstreamToken: string): Promise<{ id: string }> {
    const holder = await this.#holderElsewhere(token);
    return await this.sessions.open(holder, {
      upstreamToken,
      rights: await this.#rightsOf(holder),
    });
  }

  /** A session read while the host is down is not cached: it is read again at the next request. */
  async #refreshElsewhere(refreshToken: string): Promise<OAuthAnswer | null> {
    const body = {
      grant_type: "refresh_token",
      client_id: PAGES_CLIENT,
      refresh_token: refreshToken,
    } as const;
    const result = await this.options.upstream?.ask("getOAuthToken", { body }, null);
    return result?.ok ? result.answer : null;
  }

  /** A new id for a session whose account's rights have changed; null when it does not change. */
  async renewedSession(caller: Caller): Promise<{ id: string; maxAgeS: number } | null> {
    const shown = credentialsOf(caller);
    if (caller.kind !== "account" || shown?.via !== "session") return null;
    const { accountId } = caller;
    const rights = await this.#rightsOf({ accountId, visitorId: shown.visitorId });
    const id = await this.sessions.renewed(shown.secret, rights);
    return id === null ? null : { id, maxAgeS: SESSION_MAX_MS / 1_000 };
  }

  /** Changes with the rights of an account; demo visits do not change it. */
  #rightsOf({ accountId, visitorId }: Pick<Holder, "accountId" | "visitorId">): Promise<string> {
    if (visitorId !== null) return Promise.resolve("");
    return this.versions.of([{ kind: "account", id: accountId }]);
  }

  async endSession(caller: Caller): Promise<void> {
    const shown = credentialsOf(caller);
    if (shown?.via === "session") await this.sessions.end(shown.secret);
  }

  /**
   * The collector of a token; null when unknown.
   *
   * @throws Refused when it has written too often: senders keep their readings and retry
   */
  async collectorOf(token: string): Promise<Collector | null> {
    const record = await this.tokens.read(token);
    if (record?.kind !== "ingest") return null;
    const write = await this.#requests.take(collectorLimit(secretHash(token), this.options.rates));
    if (!write.ok) throw new Refused("too-many-requests", write.retryAt);
    await this.tokens.noteUse(record);
    const { projectId, visitorId } = record;
    const place = visitorId === null ? this.own : await this.#demo?.placeOf(visitorId);
    if (place === undefined) return null;
    const { store, versions } = place;
    const { readingYears } = this.own.services;
    // Readings sent by a demo visitor are not evaluated.
    const taken: Collector["taken"] = visitorId === null
      ? (readings) => this.watcher.noteReadings(projectId, readings)
      : () => {};
    return { projectId, store, versions, readingYears, now: this.options.now, taken };
  }

  /** Sends the due mails. @throws the errors of the run, for the jobs page */
  sendMails(): Promise<void> {
    return this.#mails.run();
  }

  /** Closes the resources opened by the platform; the store belongs to its owner. */
  async close(): Promise<void> {
    await this.watcher.close();
    await this.#mails.idle();
    await this.reports.idle();
    await this.#demo?.close();
  }

  /** The holder of a token of the other host, which identifies it. @throws Refused when it does not */
  async #holderElsewhere(token: string): Promise<Holder> {
    const caller = await this.identities.byToken(token, "header");
    const context = { caller, clientAddress: "", requestId: "" };
    const me = await this.dispatcher.answer("getMe", {}, context);
    // It has just issued the token: another answer contradicts it.
    if (!me.ok) throw new Refused("upstream-unreachable");
    const { email, platformAdmin = false } = me.answer;
    return { accountId: `upstream-${secretHash(email)}`, email, platformAdmin, visitorId: null };
  }
}

function addressService(options: PlatformOptions): AddressService {
  const { store, now, addressApi: api, addressTimeoutMs: timeoutMs } = options;
  return new AddressService({ api, store, now, ...(timeoutMs !== undefined && { timeoutMs }) });
}
