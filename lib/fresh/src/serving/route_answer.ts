import type { Context } from "../context.ts";
import { HttpError } from "../http_error.ts";
import { PageResponse } from "../page_response.ts";
import type { PageInit } from "../rendering/page.ts";
import type { HandlerFn, Method, Route, RouteComponent } from "../types.ts";
import type { Run } from "./chain.ts";

export type PageRenderer<State> = (
  ctx: Context<State>,
  component: RouteComponent<never, State>,
  init: PageInit,
) => Promise<Response>;

/** A route made ready: which methods it answers, and how. */
export interface RouteAnswer<State> {
  /** Methods for `Allow`; null when every method is answered. */
  methods: string[] | null;
  run: Run<State>;
}

/** Status of a method that a route does not declare: 404 for a file, 405 for a route added to the app. */
export type Undeclared = 404 | 405;

/** The methods that a route may declare: others are 405 everywhere. */
export const METHODS: ReadonlySet<string> = new Set<Method>(
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
);

/**
 * A route's handler, then its component.
 *
 * A route without a handler answers every method; one with handlers by method answers those only.
 */
export function routeAnswer<State>(
  route: Route<State>,
  render: PageRenderer<State>,
  undeclared: Undeclared,
): RouteAnswer<State> {
  const methods = methodsOf(route);
  const allowed = methods && new Set(methods);
  const toPage = pageMaker(route, render, 200);
  return {
    methods,
    async run(ctx) {
      const { method } = ctx.req;
      if (allowed && !allowed.has(method)) throw new HttpError(undeclared);
      return await toPage(ctx, handlerFor(route, method));
    },
  };
}

/** Renders an error page or the 404 page, for any method. */
export function errorAnswer<State>(
  route: Route<State>,
  status: number,
  render: PageRenderer<State>,
): Run<State> {
  const toPage = pageMaker(route, render, status);
  return (ctx) => toPage(ctx, handlerFor(route, "GET"));
}

type Handler<State> = HandlerFn<unknown, State> | undefined;

/** Answers by the handler, when there is one, and the component, when the handler wants it. */
function pageMaker<State>(
  { component, config = {} }: Route<State>,
  render: PageRenderer<State>,
  status: number,
): (ctx: Context<State>, handler: Handler<State>) => Promise<Response> {
  return async (ctx, handler) => {
    const result = handler === undefined ? NO_DATA : await handler(ctx);
    if (result instanceof Response) return result;
    if (!(result instanceof PageResponse)) {
      throw new TypeError(`The handler of ${ctx.route} returned neither a Response nor page()`);
    }
    if (component === undefined) {
      throw new TypeError(`The handler of ${ctx.route} returned page(), but it has no component`);
    }
    ctx.data = result.data;
    const headers = result.headers ?? {};
    return await render(ctx, component, { status: result.status ?? status, headers, config });
  };
}

const NO_DATA = new PageResponse(undefined);

function handlerFor<State>({ handler }: Route<State>, method: string): Handler<State> {
  if (typeof handler === "function" || handler === undefined) return handler;
  const table: Record<string, Handler<State>> = handler;
  return table[method] ?? (method === "HEAD" ? table["GET"] : undefined);
}

function methodsOf<State>({ handler, config }: Route<State>): string[] | null {
  const declared = config?.methods ?? (typeof handler === "object" ? Object.keys(handler) : "ALL");
  if (declared === "ALL") return null;
  const methods: string[] = declared;
  return methods.includes("GET") && !methods.includes("HEAD") ? [...methods, "HEAD"] : methods;
}
