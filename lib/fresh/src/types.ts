import type { ComponentChildren, FunctionComponent } from "preact";
import type { Context } from "./context.ts";
import type { PageResponse } from "./page_response.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** The configuration of an app. */
export interface ResolvedConfig {
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

export interface RouteConfig {
  /** Pattern that replaces the one of the file's place. */
  routeOverride?: string;
  methods?: "ALL" | Method[];
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

export type LayoutConfig = Pick<RouteConfig, "skipInheritedLayouts" | "skipAppWrapper">;

export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

export type PageProps<Data = unknown, State = unknown> =
  & Pick<
    Context<State>,
    | "config"
    | "url"
    | "req"
    | "params"
    | "info"
    | "state"
    | "isPartial"
    | "error"
    | "route"
  >
  & { Component: FunctionComponent; data: Data };

/** Result of a page, a layout or the app wrapper; async ones may return a Response. */
export type Rendered = ComponentChildren | Response | Promise<ComponentChildren | Response>;

export type RouteComponent<Data, State> = (props: PageProps<Data, State>) => Rendered;

/** The data that a handler passes to its page. */
export type DataOf<Handler> = Handler extends (...args: never[]) => infer Result
  ? PageData<Awaited<Result>>
  : {
    [M in keyof Handler]: Handler[M] extends (...args: never[]) => infer Result
      ? PageData<Awaited<Result>>
      : never;
  }[keyof Handler];

type PageData<Result> = Result extends PageResponse<infer Data> ? Data : never;

/** One route: what `routes/**` files export, and what `app.route()` takes. */
export interface Route<State> {
  handler?: RouteHandler<unknown, State>;
  component?: RouteComponent<unknown, State>;
  config?: RouteConfig;
}
