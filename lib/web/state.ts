import { type Context, createDefine, HttpError } from "fresh";
import type { AppConfig } from "@/fresh.config.ts";
import type { Platform } from "@/lib/backend/choose.ts";
import type { TextField } from "@/lib/backend/core/form_texts.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { OwnHouse } from "@/lib/domain/housing/types.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectFeatures } from "@/lib/domain/projects/types.ts";
import type { Screen } from "@/lib/domain/roles/roles.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import type { TypedText } from "@/lib/forms/typed_texts.ts";
import { now } from "./clock.ts";
import type { OtherPage } from "./forms/other_page.ts";
import type { AsOf } from "./front/page_cache.ts";
import { factsOf, type RequestFacts } from "./front/request_facts.ts";
import type { Api } from "./in_process.ts";
import type { Place } from "./session/place.ts";
import { type RefreshChoice, refreshChoiceOf } from "./session/refresh_choice.ts";

export { HttpError, page } from "fresh";

/** State that middlewares set for handlers and pages. */
export interface State {
  /** Shown on error pages and in the log. */
  requestId: string;
  /** Facts about the request, completed by middlewares. */
  facts: RequestFacts;
  /** Instant of the request, ISO with Z: the only clock of pages and rules. */
  now: string;
  config: AppConfig;
  /** Client address; "unknown" outside a server. */
  clientAddress: string;
  /** Whether the client uses https, to this server or to the proxy in front. */
  https: boolean;
  /** Whether the page refreshes by itself, and where the choice leads back to. */
  refresh: RefreshChoice;
  /** Window title, « … | … », set by the page's handler. */
  title?: string;
  /** Organisation and residence, for the menu; absent from pages without one. */
  place?: Place;
  /** Path of the menu line to mark, when the page's own path does not determine it. */
  menuPath?: string;
  /** Set when a form of another organisation was refused. */
  otherPage?: OtherPage;
  /** Set when a form of another user's page was refused: where it is shown to them; null when it is not stored. */
  otherUser?: { readonly typedAt: string | null };
  /** Text fields of the request's form, once read. */
  sentTexts?: readonly TextField[];
  /** Typed values of a form whose subject, residence or right is gone. */
  refusedTexts?: readonly TypedText[];
  /** Set on pages of occupants, which have no menu: the dwelling shown, null outside one. */
  home?: OwnHouse | null;
  /** Versions that the residence's pages depend on; null where they are not cached. */
  asOf?: AsOf | null;
  /** Set on pages of the provider portal, which inline their own small stylesheet. */
  portal?: true;
  caller: Caller;
  /** Every call of the catalogue, made as the caller. */
  api: Api;
  /** What answers calls; for sign-in, the API and the endpoints of collectors only. */
  platform: Platform;
}

/** The request of a page or of a handler, with its state. */
export type PageContext = Context<State>;

/** Typed handlers, pages, layouts and middlewares of this app; what they answer with comes from Fresh. */
export const define = createDefine<State>();

/** A residence, with what the user may do in it. */
export type ResidencePlace = ReturnType<typeof residenceOf>;

/** The residence of a page under `/collect/{projectId}`, and its civil day. @throws HttpError 404 elsewhere */
export function residenceOf(state: State) {
  if (!state.place?.project) throw new HttpError(404);
  const { project, organisation, roles } = state.place;
  const isAdmin = organisation?.isAdmin ?? false;
  return { project, organisation, roles, isAdmin, today: todayOf(state) };
}

/** The residence of a screen. @throws HttpError 403 without a role for it, 404 without its feature */
export function residenceWith(
  state: State,
  { screen, feature }: { readonly screen: Screen; readonly feature: keyof ProjectFeatures },
): ResidencePlace {
  const place = residenceOf(state);
  if (!opensScreen(screen, place.roles)) throw new HttpError(403, "forbidden");
  if (!place.project.features[feature]) throw new HttpError(404, "not-found");
  return place;
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
 * The first middleware: the request's facts, the clock and the settings.
 *
 * @param clock an ISO instant; the present one by default
 */
export function arrival(
  config: AppConfig,
  clock: () => string = now,
): (ctx: PageContext) => Promise<Response> {
  return (ctx) => {
    const facts = factsOf(ctx.req);
    ctx.state.requestId = facts.requestId;
    ctx.state.facts = facts;
    ctx.state.now = clock();
    ctx.state.config = config;
    ctx.state.clientAddress = facts.clientAddress;
    ctx.state.https = facts.https;
    ctx.state.refresh = refreshChoiceOf(ctx.req, ctx.url);
    return ctx.next();
  };
}
