/** Types of what route files export, and the helpers that define them: createDefine() and page(). @module */

import type { ComponentChildren, FunctionComponent } from "preact";
import type { Context, Method, RouteConfig } from "./context.ts";

export interface PageOptions {
  headers?: HeadersInit;
  status?: number;
}

/** What `page()` makes: the data that a handler hands to the component beside it. */
export class PageResponse<T> {
  readonly headers: HeadersInit | undefined;
  readonly status: number | undefined;

  constructor(readonly data: T, options: PageOptions = {}) {
    this.headers = options.headers;
    this.status = options.status;
  }
}

/** Ends a handler by rendering the route's component with `props.data`. */
export function page<T>(data: T, options?: PageOptions): PageResponse<T>;
export function page(): PageResponse<undefined>;
export function page(data?: unknown, options?: PageOptions): PageResponse<unknown> {
  // As in Fresh: null reaches the component as undefined.
  return new PageResponse(data ?? undefined, options);
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

/** Identity functions that give a route's parts their types. */
export interface Define<State> {
  handlers<Handlers extends RouteHandler<unknown, State>>(handlers: Handlers): Handlers;
  page<Handlers = never, Result extends Rendered = Rendered>(
    component: (props: PageProps<DataOf<Handlers>, State>) => Result,
  ): (props: PageProps<DataOf<Handlers>, State>) => Result;
  layout<Result extends Rendered = ComponentChildren>(
    component: (props: PageProps<never, State>) => Result,
  ): (props: PageProps<never, State>) => Result;
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): M;
}

export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (component) => component,
    layout: (component) => component,
    middleware: (middleware) => middleware,
  };
}
