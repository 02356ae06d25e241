import { type Context, createDefine } from "fresh";
import type { AppConfig } from "@/fresh.config.ts";
import type { Platform } from "@/lib/backend/choose.ts";
import type { TextField } from "@/lib/backend/core/form_texts.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { OwnHouse } from "@/lib/domain/housing/types.ts";
import type { TypedText } from "@/lib/forms/typed_texts.ts";
import { now } from "./clock.ts";
import type { OtherPage } from "./forms/other_page.ts";
import type { AsOf } from "./front/page_cache.ts";
import { factsOf, type RequestFacts } from "./front/request_facts.ts";
import type { Api } from "./in_process.ts";
import type { Place } from "./session/place.ts";

/** What middlewares leave for handlers and pages. */
export interface State {
  /** Quoted on error pages and in the log. */
  requestId: string;
  /** What the front knows of the request, completed on the way. */
  facts: RequestFacts;
  /** The instant of the request, ISO with Z: the only clock a page or a rule looks at. */
  now: string;
  config: AppConfig;
  /** Address of who asks; "unknown" outside a server. */
  clientAddress: string;
  /** True when the reader speaks https, to us or to the proxy in front. */
  https: boolean;
  /** Title of the window, « … | … », as the page's handler sets it. */
  title?: string;
  /** Organisation and residence, for the menu; absent from pages without one. */
  place?: Place;
  /** Set when a form was refused as another organisation's. */
  otherPage?: OtherPage;
  /** What the form of the request sent, once it was read; no file. */
  sentTexts?: readonly TextField[];
  /** Set when a form was refused for what is gone: its thing, its residence, a right of its sender. */
  refusedTexts?: readonly TypedText[];
  /** Set for occupants, whose pages have no menu: the dwelling they look at, null outside one. */
  home?: OwnHouse | null;
  /** What the residence's pages depend on; null where they are not kept. */
  asOf?: AsOf | null;
  /** Set on the pages of providers, which hold their own small stylesheet. */
  portal?: true;
  caller: Caller;
  /** How a page reads and writes: every call of the catalogue, as the caller. */
  api: Api;
  /** What answers calls; for sign-in, the API and the endpoints of collectors only. */
  platform: Platform;
}

/** Typed handlers, pages, layouts and middlewares of this app. */
export const define = createDefine<State>();

/**
 * The first middleware: the request's facts, the clock and the settings.
 *
 * @param clock an ISO instant; the present one by default
 */
export function arrival(
  config: AppConfig,
  clock: () => string = now,
): (ctx: Context<State>) => Promise<Response> {
  return (ctx) => {
    const facts = factsOf(ctx.req);
    ctx.state.requestId = facts.requestId;
    ctx.state.facts = facts;
    ctx.state.now = clock();
    ctx.state.config = config;
    ctx.state.clientAddress = facts.clientAddress;
    ctx.state.https = facts.https;
    return ctx.next();
  };
}
