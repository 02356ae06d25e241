/** Handlers of each pattern: middlewares in order, then the answer of the route. @module */

import type { Context } from "../context.ts";
import { HttpError } from "../http_error.ts";
import type { PageInit } from "../rendering/page.ts";
import {
  type HandlerFn,
  type Middleware,
  PageResponse,
  type Route,
  type RouteComponent,
} from "../route_modules.ts";
import type { FileModule, ModuleLoader } from "../snapshot.ts";
import { byPrecedence, parsePattern } from "./router.ts";
import { type Command, routeOf, type RoutePosition } from "./scopes.ts";

/** Answers a request from here on. */
export type Run<State> = (ctx: Context<State>) => Promise<Response>;

/** The middlewares around the following ones; each calls the rest by `ctx.next()`. */
export function chain<State>(middlewares: Middleware<State>[], last: Run<State>): Run<State> {
  return middlewares.reduceRight<Run<State>>((following, middleware) => {
    return async (ctx) => {
      // Not assigned directly: V8 allocates a function written in an assignment to a property as long-lived, so that it
      // would retain the request until a major collection.
      const next = () => following(ctx);
      ctx.next = next;
      return await middleware(ctx);
    };
  }, last);
}

/** A run whose failure is answered by `answer`; what that throws climbs further. */
export function guarded<State>(
  run: Run<State>,
  answer: (ctx: Context<State>, error: unknown) => Promise<Response>,
): Run<State> {
  return async (ctx) => {
    try {
      return await run(ctx);
    } catch (error) {
      return await answer(ctx, error);
    }
  };
}

export type PageRenderer<State> = (
  ctx: Context<State>,
  component: RouteComponent<never, State>,
  init: PageInit,
) => Promise<Response>;

/**
 * A route's handler, then its component.
 *
 * A route without a handler answers every method; one with handlers by method answers those only.
 */
function routeRun<State>(route: Route<State>, render: PageRenderer<State>): Run<State> {
  const allowed = methodsOf(route);
  const toPage = pageMaker(route, render, 200);
  return async (ctx) => {
    const { method } = ctx.req;
    if (allowed !== null && !allowed.has(method)) throw new HttpError(405);
    return await toPage(ctx, handlerFor(route, method));
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

/** The methods that a route answers; null for all. */
function methodsOf<State>({ handler }: Route<State>): ReadonlySet<string> | null {
  if (typeof handler !== "object") return null;
  const methods = new Set(Object.keys(handler));
  return methods.has("GET") ? methods.add("HEAD") : methods;
}

/** The handlers of a pattern; resolved at the first request. */
export interface PatternHandlers<State> extends RoutePosition {
  open(render: PageRenderer<State>): Run<State> | Promise<Run<State>>;
}

/** Every place of an app, in the order in which patterns are tried. */
export function patternHandlersOf<State>(
  commands: Command<State>[],
  modules: FileModule[],
  loader: ModuleLoader | null,
): PatternHandlers<State>[] {
  const handled = new Map<string, MethodTable<State>>();
  return commands.flatMap((command, order): PatternHandlers<State>[] => {
    if (command.kind === "route") return [routePlace(command.path, order, command.route)];
    if (command.kind === "fileRoutes") return filePlaces(order, modules, loader);
    if (command.kind !== "handle") return [];
    const known = handled.get(command.path);
    const table = known ?? new Map();
    table.set(command.method ?? ANY, command.middlewares);
    handled.set(command.path, table);
    return known ? [] : [handledPlace(command.path, order, table)];
  });
}

/** Where paths lead that no pattern matches. */
export function nowhere<State>(commands: Command<State>[]): PatternHandlers<State> {
  const command = commands.findLast(({ kind }) => kind === "notFound");
  const answer = command?.kind === "notFound" ? command.answer : null;
  return {
    pattern: "/",
    order: commands.length,
    folders: null,
    open(render) {
      if (answer === null) return notFound;
      if (typeof answer === "function") return chain([answer], notFound);
      return errorAnswer(answer, 404, render);
    },
  };
}

const ANY = "*";

type MethodTable<State> = Map<string, Middleware<State>[]>;

function routePlace<State>(
  path: string,
  order: number,
  route: Route<State>,
): PatternHandlers<State> {
  const pattern = route.config?.routeOverride ?? path;
  return { pattern, order, folders: null, open: (render) => routeRun(route, render) };
}

function filePlaces<State>(
  order: number,
  modules: FileModule[],
  loader: ModuleLoader | null,
): PatternHandlers<State>[] {
  return modules.filter(({ kind }) => kind === "route")
    .map((file) => ({ file, pattern: parsePattern(file.pattern) }))
    .sort((a, b) => byPrecedence(a.pattern, b.pattern))
    .map(({ file, pattern }) => ({
      pattern: pattern.text,
      order,
      folders: file.folders,
      open: async (render) => {
        return routeRun(routeOf<State>(await loader?.load(file), file), render);
      },
    }));
}

function handledPlace<State>(
  pattern: string,
  order: number,
  table: MethodTable<State>,
): PatternHandlers<State> {
  return { pattern, order, folders: null, open: () => methodRun(table) };
}

function methodRun<State>(table: MethodTable<State>): Run<State> {
  const runs = new Map<string, Run<State>>();
  for (const [method, middlewares] of table) runs.set(method, chain(middlewares, notFound));
  return async (ctx) => {
    const { method } = ctx.req;
    const read = method === "HEAD" ? runs.get("GET") : undefined;
    const run = runs.get(method) ?? read ?? runs.get(ANY);
    if (run === undefined) throw new HttpError(405);
    return await run(ctx);
  };
}

function notFound(): Promise<Response> {
  return Promise.reject(new HttpError(404));
}
