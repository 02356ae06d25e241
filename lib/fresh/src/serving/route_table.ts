/** Handlers of each pattern: middlewares in order, then the answer of the route. @module */

import type { Context, Method } from "../context.ts";
import { HttpError } from "../http_error.ts";
import type { Shelf } from "../rendering/module_cache.ts";
import type { PageInit } from "../rendering/page.ts";
import {
  type HandlerFn,
  type Middleware,
  PageResponse,
  type Route,
  type RouteComponent,
} from "../route_modules.ts";
import type { FileModule } from "../snapshot.ts";
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

/** The handlers of a pattern; resolved at the first request. */
export interface PatternHandlers<State> extends RoutePosition {
  open(render: PageRenderer<State>): RouteAnswer<State> | Promise<RouteAnswer<State>>;
}

/** Every place of an app, in the order in which patterns are tried. */
export function patternHandlersOf<State>(
  commands: Command<State>[],
  modules: FileModule[],
  shelf: Shelf | null,
): PatternHandlers<State>[] {
  const handled = new Map<string, MethodTable<State>>();
  return commands.flatMap((command, order): PatternHandlers<State>[] => {
    if (command.kind === "route") return [routePlace(command.path, order, command.route)];
    if (command.kind === "fileRoutes") return filePlaces(command.path, order, modules, shelf);
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
      if (answer === null) return { methods: null, run: notFound };
      if (typeof answer === "function") return { methods: null, run: chain([answer], notFound) };
      return { methods: null, run: errorAnswer(answer, 404, render) };
    },
  };
}

/** Where requests lead whose method no route may declare, at a path that one matches. */
export function refused<State>(commands: Command<State>[]): PatternHandlers<State> {
  const run = () => Promise.reject(new HttpError(405));
  return {
    pattern: "/",
    order: commands.length,
    folders: null,
    open: () => ({ methods: null, run }),
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
  return { pattern, order, folders: null, open: (render) => routeAnswer(route, render, 405) };
}

function filePlaces<State>(
  prefix: string,
  order: number,
  modules: FileModule[],
  shelf: Shelf | null,
): PatternHandlers<State>[] {
  const base = prefix.replace(/\/?\*?$/, "");
  return modules.filter(({ kind }) => kind === "route")
    .map((file) => ({ file, pattern: parsePattern(`${base}${file.pattern}`) }))
    .sort((a, b) => byPrecedence(a.pattern, b.pattern))
    .map(({ file, pattern }) => ({
      pattern: pattern.text,
      order,
      folders: file.folders,
      open: async (render) => {
        return routeAnswer(routeOf<State>(await shelf?.load(file), file), render, 404);
      },
    }));
}

function handledPlace<State>(
  pattern: string,
  order: number,
  table: MethodTable<State>,
): PatternHandlers<State> {
  return { pattern, order, folders: null, open: () => methodAnswer(table) };
}

function methodAnswer<State>(table: MethodTable<State>): RouteAnswer<State> {
  const runs = new Map<string, Run<State>>();
  for (const [method, middlewares] of table) runs.set(method, chain(middlewares, notFound));
  const get = runs.get("GET");
  if (get && !runs.has("HEAD")) runs.set("HEAD", get);
  const any = runs.get(ANY);
  return {
    methods: any ? null : [...runs.keys()],
    async run(ctx) {
      const { method } = ctx.req;
      const run = runs.get(method) ?? any;
      if (run === undefined) throw new HttpError(405);
      return await run(ctx);
    },
  };
}

function notFound(): Promise<Response> {
  return Promise.reject(new HttpError(404));
}
