/** The state of a request that middlewares set for handlers and pages. @module */

import { type Context, createDefine, HttpError } from "fresh";
import type { AnswerOf, BodyOf, InputOf, NamedCall, ResultOf } from "@/lib/api/call.ts";
import type { Dispatcher, OtherHost, Responder } from "@/lib/api/dispatch.ts";
import type { Attempt } from "@/lib/api/rate_counters.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Identities } from "@/lib/identity/authentication.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { ProviderLinks } from "@/lib/identity/provider_links.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { OAuthTokens, Organisation } from "@/lib/identity/schema.ts";
import type { Tokens } from "@/lib/identity/tokens.ts";
import type { MailTransport } from "@/lib/mail/smtp.ts";
import type { Versions } from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";
import type { SeriesBatch } from "@/lib/timeseries/readings.ts";
import { PRODUCT_NAME, titleAt, windowTitle } from "@/lib/ui/page_titles.ts";
import type { AppConfig } from "./config.ts";
import { type RefreshChoice, refreshChoiceOf } from "./cookies.ts";
import type { TextField } from "./multipart.ts";
import { now } from "./process.ts";
import { type RequestInfo, requestInfoOf } from "./request_info.ts";

export { HttpError, page } from "fresh";

export interface TakenReadings {
  readonly batches: readonly SeriesBatch[];
  /** Stamps of the commits that stored them. */
  readonly stamps: readonly string[];
}

export interface Collector {
  projectId: string;
  store: Store;
  versions: Versions;
  /** Maximum age of a reading, years. */
  readingYears: number;
  /** Epoch ms. */
  now(): number;
  /** Called once readings are stored, with the stamps of all commits that changed the version of the readings. */
  onReceived(onReceived: TakenReadings): void;
}

export interface TypedText {
  readonly label: string;
  readonly text: string;
}

/** What every page knows of its residence; `residenceOf()` gives it whole. */
export interface PlaceProject {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
}

/** Organisation and residence of a page, for its menu and its title. */
export interface PageScope {
  organisations: readonly Organisation[];
  organisation: Organisation | null;
  /** Document roles of the user in the organisation; empty without document management. */
  documentRoles: readonly Role[];
  /** Why the pages of documents are refused to a user without document roles. */
  documentRefusal: ErrorCode;
  project: PlaceProject | null;
  /** Effective roles on the residence; empty outside one. */
  roles: ReadonlySet<Role>;
  /** Number of open alarms of the residence, or of the organisation outside one; without children of others. */
  alarmCount: number;
  /** Set by pages of a boiler room: the menu then lists its pages. */
  boilerRoom: { id: string; name: string } | null;
}

/** Makes a call; a refusal is a value. */
export type CallFunction = <C extends NamedCall>(
  call: C,
  input: InputOf<C>,
) => Promise<ResultOf<C>>;

/** How a page calls: through the dispatcher in the same process, without HTTP. */
export interface Api {
  call: CallFunction;
  /** The answer of a call that the page requires. @throws HttpError as {@link answerOrThrow} */
  read<C extends NamedCall>(call: C, input: InputOf<C>): Promise<AnswerOf<C>>;
  /** The same, or null where the call is refused with this code. */
  readUnless<C extends NamedCall>(
    code: ErrorCode,
    call: C,
    input: InputOf<C>,
  ): Promise<AnswerOf<C> | null>;
  /** What sends the body of a form to a call, with the rest of its input. */
  sender<C extends NamedCall>(
    call: C,
    at: Omit<InputOf<C>, "body">,
  ): (body: BodyOf<C>) => Promise<ResultOf<C>>;
  /** Makes a secondary call: its staleness and refusal do not affect the page. */
  callAside: CallFunction;
}

/** Options of a process that requests depend on. */
interface AppOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  /** The host of `API_HOST`; null when this program answers. */
  readonly upstream: OtherHost | null;
  /** True when OAuth's calls issue tokens too. */
  readonly oauth?: boolean;
  /** Absent: mails stay queued, and pages offer none. */
  readonly mail?: {
    /** null: mails stay queued. */
    readonly carrier: MailTransport | null;
    /** Called with each request's URL, when the public origin is only known from requests. */
    sees?(url: URL): void;
  };
  logFault(requestId: string, fault: unknown): void;
}

/** The jobs and the store of this process, as `/health` shows them. */
export interface Health {
  readonly name: string;
  readonly status: "pass" | "fail";
  readonly checks: readonly object[];
}

/** What answers calls; for sign-in, the API and the endpoints of collectors only. */
export interface App {
  readonly options: AppOptions;
  readonly tokens: Tokens;
  readonly providerLinks: ProviderLinks;
  readonly identities: Identities;
  readonly dispatcher: Dispatcher;
  /** Requests without a known token, by address. */
  readonly strangers: {
    count(clientAddress: string): Attempt | Promise<Attempt>;
    /** Time until which an address is refused, epoch ms; null when it is not. */
    stoppedUntil(clientAddress: string): number | null;
  };
  responderFor(caller: Caller, call?: NamedCall, input?: unknown): Promise<Responder>;
  /** Counts a request of a user: a page, or a call over HTTP. */
  countRequest(caller: Caller, clientAddress: string): Attempt | Promise<Attempt>;
  /** The secret of a link that opens the portal in a new visit of the demo; null on a host without demo. */
  demoPortalLink(): Promise<string | null>;
  /** Opens a browser session for the user of a token just issued; the token ends. */
  sessionFor(token: string): Promise<{ readonly id: string }>;
  sessionForOAuth(tokens: OAuthTokens): Promise<{ readonly id: string }>;
  endSession(caller: Caller): Promise<void>;
  /** The collector of a token; null when unknown. @throws CallError when it has written too often: it then retries */
  collectorOf(token: string): Promise<Collector | null>;
  health(): Promise<Health>;
  /**
   * The place of pages outside a residence.
   *
   * @param remembered id of the organisation chosen last; the first one is used when the user has left it
   */
  organisationPlace(api: Api, remembered: string | null): Promise<PageScope>;
}

/** State that middlewares set for handlers and pages. */
export interface State {
  /** Shown on error pages and in the log. */
  requestId: string;
  /** Facts about the request, completed by middlewares. */
  requestInfo: RequestInfo;
  /** Instant of the request, ISO with Z: the only clock of pages and rules. */
  now: string;
  config: AppConfig;
  /** Client address; "unknown" outside a server. */
  clientAddress: string;
  /** Whether the client uses https, to this server or to the proxy in front. */
  https: boolean;
  /** Whether the page refreshes by itself, and where the choice leads back to. */
  refresh: RefreshChoice;
  /** Title of the page, that of its address or set by its handler; with its subject, when that is not the place of the page. */
  title?: string | readonly [page: string, subject: string | undefined];
  /** Organisation and residence, for the menu; absent from pages without one. */
  place?: PageScope;
  /** Path of the menu line to mark, when the page's own path does not determine it. */
  menuPath?: string;
  /** Organisation of the page of a refused form. */
  formOrganisation?: Organisation;
  /** Text fields of the request's form, once read. */
  sentTexts?: readonly TextField[];
  /** Typed values of a refused form, for its error page. */
  refusedTexts?: readonly TypedText[];
  /** Set on pages of occupants, which have no menu: the dwelling shown, null outside one. */
  home?: { readonly timeZone: string } | null;
  /** Set on pages of the provider portal, which inline their own small stylesheet. */
  portal?: true;
  caller: Caller;
  /** Every call of the catalogue, made as the caller. */
  api: Api;
  platform: App;
}

/** The request of a page or of a handler, with its state. */
export type PageContext = Context<State>;

/** Typed handlers, pages, layouts and middlewares of this app; what they answer with comes from Fresh. */
export const define = createDefine<State>();

/** Title of the window, « … | … »: the subject of the page, which is its place or the product by default, and its title. */
export function windowTitleOf({ title, place }: Pick<State, "title" | "place">): string {
  if (title === undefined) return PRODUCT_NAME;
  if (typeof title !== "string") return windowTitle(...title);
  return windowTitle(title, (place?.boilerRoom ?? place?.project ?? place?.organisation)?.name);
}

/** Title of the page, without its subject. */
export function headingOf({ title = "" }: Pick<State, "title">): string {
  return typeof title === "string" ? title : title[0];
}

/** The element of a list with an id. @throws HttpError 404 when there is none */
export function oneOf<One extends { readonly id: string }>(
  all: readonly One[],
  id: string | undefined,
): One {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new HttpError(404, "not-found");
  return found;
}

/** Time zone of the page's residence; undefined outside one. */
export function timeZoneOf({ place, home }: Pick<State, "place" | "home">): string | undefined {
  return place?.project?.timeZone ?? home?.timeZone;
}

/** Today in the time zone of the page's residence. */
export function todayOf(state: Pick<State, "place" | "home" | "now">): IsoDate {
  return civilDateOf(Date.parse(state.now), timeZoneOf(state));
}

/**
 * The organisation of an administration page.
 *
 * @throws HttpError 403 for a user who does not administer the current organisation
 */
export function administered({ place }: State): Organisation {
  const organisation = place?.organisation;
  if (!organisation?.isAdmin) throw new HttpError(403, "forbidden");
  return organisation;
}

/** The e-mail address of the platform administrator. @throws HttpError 403 for any other user */
export function platformAdministrator({ caller }: State): { email: string } {
  if (caller.kind === "account" && caller.platformAdmin) return { email: caller.email };
  throw new HttpError(403, "forbidden");
}

/**
 * The first middleware: the request's facts, the clock, the settings, and the title of a page that its address determines.
 *
 * @param clock an ISO instant; the present one by default
 */
export function arrival(
  config: AppConfig,
  clock: () => string = now,
): (ctx: PageContext) => Promise<Response> {
  return (ctx) => {
    const requestInfo = requestInfoOf(ctx.req);
    const title = titleAt(ctx.url.pathname);
    if (title !== undefined) ctx.state.title = title;
    ctx.state.requestId = requestInfo.requestId;
    ctx.state.requestInfo = requestInfo;
    ctx.state.now = clock();
    ctx.state.config = config;
    ctx.state.clientAddress = requestInfo.clientAddress;
    ctx.state.https = requestInfo.https;
    ctx.state.refresh = refreshChoiceOf(ctx.req, ctx.url);
    return ctx.next();
  };
}

/** True when mails stay on this machine, where `deno task mail` displays them: no mail server is configured. */
export function mailsWait({ platform: { options } }: Pick<State, "platform">): boolean {
  return options.upstream === null && (options.mail?.carrier ?? null) === null;
}

/**
 * The last path segment, fully decoded: an e-mail address may have characters that route parameters leave encoded.
 *
 * @param url of a request whose path is well formed
 */
export function lastSegment({ pathname }: URL): string {
  return decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1));
}

/** Absolute URL of a path, for paper or another device. */
export function publicAddress({ state, url }: Context<State>, path: string): string {
  // A proxy may terminate https.
  const origin = state.config.publicUrl ?? (state.https ? `https://${url.host}` : url.origin);
  return new URL(path, origin).href;
}
