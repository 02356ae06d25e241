/** The platform: stores, sessions, dispatcher, jobs and health of this process. @module */

import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { AlarmWatcher } from "@/lib/alarms/evaluation_job.ts";
import type { NamedCall } from "@/lib/api/call.ts";
import { Dispatcher, type OtherHost, type Responder } from "@/lib/api/dispatch.ts";
import { type Attempt, Attempts, RequestRates } from "@/lib/api/rate_counters.ts";
import {
  collectorLimit,
  type Rates,
  requestLimit,
  signInEmail,
  strangerLimit,
} from "@/lib/api/rate_limits.ts";
import { CallError } from "@/lib/base/errors.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { ReportMaker } from "@/lib/consumption_reports/pdf_jobs.ts";
import { DEMO_PROVIDER, isDemoEmail } from "@/lib/demo/seed/accounts.ts";
import { providersOf } from "@/lib/documents/records.ts";
import { Identities, oauthTokenText } from "@/lib/identity/authentication.ts";
import { type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import { OAuthTokens } from "@/lib/identity/oauth_tokens.ts";
import { PASSWORD_COST, type PasswordCost } from "@/lib/identity/passwords.ts";
import { ProviderLinks } from "@/lib/identity/provider_links.ts";
import type { CredentialOwner } from "@/lib/identity/records.ts";
import type { OAuthTokens as OAuthAnswer } from "@/lib/identity/schema.ts";
import { Sessions } from "@/lib/identity/sessions.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import { Outbox } from "@/lib/mail/outbox.ts";
import { MailSender, type MailWay } from "@/lib/mail/send_outbox.ts";
import { AddressService } from "@/lib/residences/address_service.ts";
import type { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { NO_FILE, type StoreFile } from "@/lib/store/store_file.ts";
import { READING_YEARS } from "@/lib/timeseries/readings.ts";
import type { Api, App, Collector, Health, PageScope } from "@/lib/web/state.ts";
import { CALLS } from "./catalogue.ts";
import { Demo, type FillDemo, fillWhole, newVisit } from "./demo.ts";
import { JobTimer } from "./job_timer.ts";
import { hasAddress, LETTERS } from "./letters.ts";
import { organisationPlace } from "./place.ts";
import { type DocumentOptions, type OwnStore, ownStore, type SharedServices } from "./services.ts";

interface PlatformOptions {
  store: Store;
  /** Epoch ms. */
  now(): number;
  /** True when the simulated accounts may sign in. */
  demo: boolean;
  rates: Rates;
  /** The host of `API_HOST`; null when this program answers. */
  upstream: OtherHost | null;
  /** Base URL of the national address service, and its time limit, ms. */
  addressApi: string;
  addressTimeoutMs?: number;
  logFault(requestId: string, fault: unknown): void;
  /** Maximum age of a reading without confirmation, years; absent for the default. */
  readingYears?: number;
  /** True when OAuth's calls issue tokens too. */
  oauth?: boolean;
  /** How deposited documents are stored and checked; defaults when absent. */
  documents?: DocumentOptions;
  /** Lifetime of a provider's link, days; absent for 30. */
  providerLinkDays?: number;
  /** Absent: mails stay queued, and pages offer none. */
  mail?: MailWay;
  /** Reads the size of the store's file; absent when there is none. */
  storeFile?(): Promise<StoreFile>;
  /** Lower in tests. */
  passwordCost?: PasswordCost;
  /** Tests fill the demo's store from one filled before. */
  fillDemo?: FillDemo;
}

/** Client id of this program's own pages in OAuth mode. */
export const PAGES_CLIENT = "pages";

/** Chooses the backend of each caller, and owns the dispatcher. */
export class Platform implements App {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly providerLinks: ProviderLinks;
  readonly identities: Identities;
  readonly dispatcher: Dispatcher;
  readonly strangers: App["strangers"];
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
    const { store, now, rates, upstream, logFault } = options;
    this.sessions = new Sessions(store, now);
    this.tokens = new Tokens(store, now);
    this.providerLinks = new ProviderLinks(store, now, options.providerLinkDays);
    const own = { sessions: this.sessions, tokens: this.tokens, providerLinks: this.providerLinks };
    this.#mails = new MailSender({ ...options, letters: LETTERS, hasAddress });
    this.reports = new ReportMaker(logFault);
    this.timer = new JobTimer({ now });
    const shared: SharedServices = {
      ...own,
      now,
      logFault,
      oauth: options.oauth ? new OAuthTokens(store, now) : null,
      addresses: addressService(options),
      passwordCost: options.passwordCost ?? PASSWORD_COST,
      readingYears: options.readingYears ?? READING_YEARS,
      makeReports: (services) => void this.reports.make(services),
      ownOrigin: () => options.mail?.origins().own ?? null,
    };
    const attempts = new Attempts(store, now);
    this.own = ownStore({
      ...shared,
      store,
      offersDemo: options.demo,
      offersReset: options.mail?.offersReset ?? false,
      outbox: new Outbox(store, now, LETTERS, () => void this.#mails.send()),
      operations: {
        attempts,
        rates,
        hasMailServer: (options.mail?.carrier ?? null) !== null,
        storeFile: options.storeFile ?? (() => Promise.resolve(NO_FILE)),
      },
      documents: options.documents ?? {},
    });
    this.versions = this.own.versions;
    this.watcher = new AlarmWatcher(this.own.services);
    this.identities = new Identities({
      ...own,
      providersOf: async ({ email, visitorId }) => {
        const place = visitorId === undefined ? { store } : await this.#demo?.visitOf(visitorId);
        return place === undefined ? [] : await providersOf(place.store, email);
      },
      isUpstream: upstream !== null,
      now,
      refreshElsewhere: (refreshToken) => this.#refreshElsewhere(refreshToken),
    });
    this.#requests = new RequestRates(store, now);
    const limitOf = (clientAddress: string) => strangerLimit({ rates, clientAddress });
    this.strangers = {
      count: (clientAddress) => this.#requests.take(limitOf(clientAddress)),
      stoppedUntil: (clientAddress) => this.#requests.stoppedUntil(limitOf(clientAddress)),
    };
    this.dispatcher = new Dispatcher({
      calls: CALLS,
      responderFor: this.responderFor.bind(this),
      attempts,
      rates,
      now,
      logFault,
    });
    this.#usual = upstream ?? this.own.answerer;
    this.#demo = options.demo ? new Demo({ ...shared, fill: options.fillDemo ?? fillWhole }) : null;
  }

  /**
   * The responder of a caller: for a demo account the simulated store, in the overlay of its visit; otherwise the other
   * host when there is one, or this program on its store.
   */
  async responderFor(caller: Caller, call?: NamedCall, input?: unknown): Promise<Responder> {
    if (this.#demo === null) return this.#usual;
    const visitorId = credentialsOf(caller)?.visitorId ?? null;
    if (visitorId !== null) return (await this.#demo.visitOf(visitorId)).answerer;
    const isSignIn = call?.name === "login" || call?.name === "getOAuthToken";
    const isDemoLogin = isSignIn && isDemoEmail(signInEmail(input));
    return isDemoLogin ? await this.#demo.forSignIn() : this.#usual;
  }

  /** @spec demo.entry */
  async demoPortalLink(): Promise<string | null> {
    if (this.#demo === null) return null;
    const { store, now } = this.options;
    const visit = { requested: false, visitorId: newVisit(now()) };
    const { token, keep } = this.providerLinks.create(DEMO_PROVIDER.email, visit);
    const atomic = store.atomic();
    keep(atomic);
    await atomic.commit();
    return token;
  }

  /**
   * Opens a browser session for the user of a token just issued; the token ends.
   *
   * @throws CallError when the other host does not say whose token it is
   */
  async sessionFor(token: string): Promise<{ readonly id: string }> {
    const own = await this.tokens.exchangeable(token);
    if (own === null) return await this.#openElsewhere(token, token);
    const { holder, instead } = own;
    return await this.sessions.open(holder, { instead, rights: await this.#rightsOf(holder) });
  }

  countRequest(caller: Caller, clientAddress: string): Attempt | Promise<Attempt> {
    const { rates } = this.options;
    return this.#requests.take(requestLimit({ rates, caller, clientAddress }));
  }

  /**
   * As `sessionFor()`, for OAuth tokens: the session of another host stores both and exchanges them in time.
   *
   * @throws CallError as `sessionFor()`
   */
  async sessionForOAuth(tokens: OAuthAnswer): Promise<{ readonly id: string }> {
    if (await this.tokens.exchangeable(tokens.access_token) !== null) {
      await this.tokens.end(tokens.refresh_token);
      return await this.sessionFor(tokens.access_token);
    }
    const sealed = oauthTokenText(tokens, this.options.now());
    return await this.#openElsewhere(tokens.access_token, sealed);
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
    const result = await this.options.upstream?.ask(ACCOUNTS_CALLS.getOAuthToken, { body }, null);
    return result?.ok ? result.answer : null;
  }

  /** A new id for a session whose account's rights have changed; null when it does not change. */
  async renewedSession(caller: Caller): Promise<string | null> {
    const shown = credentialsOf(caller);
    if (caller.kind !== "account" || shown?.via !== "session") return null;
    const { accountId } = caller;
    const rights = await this.#rightsOf({ accountId, visitorId: shown.visitorId });
    // A session that was replaced has other rights, too.
    if (rights === shown.sessionRights) return null;
    return await this.sessions.renewed(shown.secret, rights);
  }

  /** Changes with the rights of an account; demo visits do not change it. */
  #rightsOf(
    { accountId, visitorId }: Pick<CredentialOwner, "accountId" | "visitorId">,
  ): Promise<string> {
    if (visitorId !== null) return Promise.resolve("");
    return this.versions.of([{ kind: "account", id: accountId }]);
  }

  async endSession(caller: Caller): Promise<void> {
    const shown = credentialsOf(caller);
    if (shown?.via === "session") await this.sessions.end(shown.secret);
  }

  async collectorOf(token: string): Promise<Collector | null> {
    const record = await this.tokens.read(token);
    if (record?.kind !== "ingest") return null;
    await this.#countWrite(secretHash(token));
    await this.tokens.noteUse(record);
    const { projectId, visitorId } = record;
    if (visitorId === null) return this.#collector(projectId);
    const visit = await this.#demo?.visitOf(visitorId);
    if (visit === undefined) return null;
    const { store, versions } = visit;
    // Readings sent by a demo visitor are not evaluated.
    return { ...this.#collector(projectId), store, versions, onReceived: () => {} };
  }

  /** As `collectorOf()`, of a residence, for the messages of a broker. */
  async collectorAt(projectId: string): Promise<Collector | null> {
    if (await this.own.services.callerRoles.organisationOf(projectId) === null) return null;
    await this.#countWrite(`mqtt/${projectId}`);
    return this.#collector(projectId);
  }

  async #countWrite(subject: string): Promise<void> {
    const write = await this.#requests.take(collectorLimit(subject, this.options.rates));
    if (!write.ok) throw new CallError("too-many-requests", write.retryAt);
  }

  #collector(projectId: string): Collector {
    const { store, versions, services: { readingYears } } = this.own;
    const onReceived: Collector["onReceived"] = (readings) =>
      this.watcher.noteReadings(projectId, readings);
    return { projectId, store, versions, readingYears, now: this.options.now, onReceived };
  }

  /** @spec platform.clock-set */
  async health(): Promise<Health> {
    const checks = this.timer.ages().map(({ isLate, ...age }) => ({
      ...age,
      status: isLate ? "fail" as const : "pass" as const,
    }));
    const isWell = await storeAnswers(this) && checks.every(({ status }) => status === "pass");
    return { name: "influxdb", status: isWell ? "pass" : "fail", checks };
  }

  organisationPlace(api: Api, remembered: string | null): Promise<PageScope> {
    return organisationPlace(api, remembered);
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

  /** The holder of a token of the other host, which identifies it. @throws CallError when it does not */
  async #holderElsewhere(token: string): Promise<CredentialOwner> {
    const caller = await this.identities.byToken(token, "header");
    const context = { caller, clientAddress: "", requestId: "" };
    const me = await this.dispatcher.answer(ACCOUNTS_CALLS.getMe, {}, context);
    // It has just issued the token: another answer contradicts it.
    if (!me.ok) throw new CallError("upstream-unreachable");
    const { email, platformAdmin = false } = me.answer;
    return { accountId: `upstream-${secretHash(email)}`, email, platformAdmin, visitorId: null };
  }
}

function addressService(options: PlatformOptions): AddressService {
  const { store, now, addressApi: api, addressTimeoutMs: timeoutMs } = options;
  return new AddressService({ api, store, now, ...(timeoutMs !== undefined && { timeoutMs }) });
}

/** Time limit of a read that tells whether the store answers, ms. */
const TIMEOUT_MS = 2_000;

/** Whether the store answers a read in time. */
async function storeAnswers({ options }: Pick<Platform, "options">): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), TIMEOUT_MS);
  const read = options.store.get(keys.probe()).then(() => true, () => false);
  try {
    return await Promise.race([read, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
