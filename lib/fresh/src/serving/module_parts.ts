import type { FileModule } from "../snapshot/snapshot.ts";
import type { Middleware, Route, RouteComponent, RouteConfig, RouteHandler } from "../types.ts";

/**
 * The parts that a file of the routes folder exports, checked by kind.
 *
 * The checks see functions and objects; their argument and result types are the author's, held to
 * by `createDefine()`. So each part is cast once, here.
 */
interface Exports {
  default?: unknown;
  handler?: unknown;
  handlers?: unknown;
  config?: unknown;
}

export function routeOf<State>(module: unknown, { file }: FileModule): Route<State> {
  const exports: Exports = Object(module);
  const handler = exports.handler ?? exports.handlers;
  const component = exports.default;
  if (handler === undefined && component === undefined) {
    throw new TypeError(`routes/${file} exports neither a handler nor a component`);
  }
  const route: Route<State> = { config: configOf(exports) };
  if (handler !== undefined) route.handler = handlerOf(handler, file);
  if (component !== undefined) route.component = functionOf(component, file, "default export");
  return route;
}

export function componentOf<State>(
  module: unknown,
  { file }: FileModule,
): RouteComponent<never, State> {
  const exports: Exports = Object(module);
  return functionOf(exports.default, file, "default export");
}

export function middlewaresOf<State>(module: unknown, { file }: FileModule): Middleware<State>[] {
  const exports: Exports = Object(module);
  if (Array.isArray(exports.default)) {
    throw new TypeError(
      `routes/${file}: some versions of Fresh take no array by default: name it handler`,
    );
  }
  const found = exports.handlers ?? exports.handler ?? exports.default;
  const list: unknown[] = Array.isArray(found) ? found : [found];
  return list.map((middleware) => functionOf(middleware, file, "middleware"));
}

export function moduleConfigOf(module: unknown): RouteConfig {
  return configOf(Object(module));
}

function configOf({ config }: Exports): RouteConfig {
  return typeof config === "object" && config !== null ? config : {};
}

function handlerOf<State>(handler: unknown, file: string): RouteHandler<unknown, State> {
  if (typeof handler === "function") return handler as RouteHandler<unknown, State>;
  if (typeof handler === "object" && handler !== null) return handler;
  throw new TypeError(`routes/${file}: its handler is neither a function nor an object`);
}

function functionOf<F>(value: unknown, file: string, what: string): F {
  if (typeof value !== "function") throw new TypeError(`routes/${file}: no function as ${what}`);
  return value as F;
}
