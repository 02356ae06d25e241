/** Middlewares, layouts and error pages that hold below a path. @module */

import type { RouteConfig } from "../context.ts";
import type { Surroundings } from "../rendering/page.ts";
import type {
  LayoutConfig,
  Middleware,
  Route,
  RouteComponent,
  RouteHandler,
} from "../route_modules.ts";
import type { FileModule, ModuleLoader } from "../snapshot.ts";

export type RouteOrMiddleware<State> = Route<State> | Middleware<State>;

/** The registrations of an app, in order: a middleware applies to later ones. */
export type Command<State> =
  | { kind: "use"; path: string; middlewares: Middleware<State>[] }
  | { kind: "handle"; path: string; method: string | null; middlewares: Middleware<State>[] }
  | { kind: "route"; path: string; route: Route<State> }
  | {
    kind: "layout";
    path: string;
    component: RouteComponent<never, State>;
    config: LayoutConfig;
  }
  | { kind: "appWrapper"; component: RouteComponent<never, State> }
  | { kind: "notFound"; answer: RouteOrMiddleware<State> }
  | { kind: "error"; path: string; answer: RouteOrMiddleware<State> }
  | { kind: "fileRoutes" };

/** The segments under which a command holds: none for "*" and "/". */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== "*");
}

/** Whether a pattern is at or under a path, segment by segment. */
export function isUnder(pattern: string, path: string): boolean {
  const segments = segmentsOf(pattern);
  return segmentsOf(path).every((segment, i) => segment === segments[i]);
}

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

function componentOf<State>(
  module: unknown,
  { file }: FileModule,
): RouteComponent<never, State> {
  const exports: Exports = Object(module);
  return functionOf(exports.default, file, "default export");
}

function middlewaresOf<State>(module: unknown, { file }: FileModule): Middleware<State>[] {
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

function moduleConfigOf(module: unknown): RouteConfig {
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

/** One level around a route: a path of the app, or a folder of routes. */
export interface Scope<State> {
  middlewares: Middleware<State>[];
  layout: { component: RouteComponent<never, State>; config: LayoutConfig } | null;
  error: RouteOrMiddleware<State> | null;
  appWrapper: RouteComponent<never, State> | null;
}

/** Position of a registration: its path and its order. */
export interface RoutePosition {
  pattern: string;
  /** Index of the command that registered it: later middlewares do not concern it. */
  order: number;
  /** Its folders, for a file of the routes folder; null for the app's own routes. */
  folders: string[] | null;
}

/** Reads the scopes around a place, from the outside in. */
export class Scopes<State> {
  #commands: Command<State>[];
  #files: Map<string, FileModule[]>;
  #filesFrom: number;
  #loader: ModuleLoader | null;

  constructor(commands: Command<State>[], modules: FileModule[], loader: ModuleLoader | null) {
    this.#commands = commands;
    this.#loader = loader;
    this.#filesFrom = commands.findIndex(({ kind }) => kind === "fileRoutes");
    const files = this.#filesFrom === -1 ? [] : modules;
    this.#files = Map.groupBy(files, ({ folders }) => folders.join("/"));
  }

  /** The first one holds for the whole app: its middlewares, then those of `routes/` itself. */
  async around({ pattern, order, folders }: RoutePosition): Promise<Scope<State>[]> {
    const root = this.#ofPath("/", order);
    const files = await this.#ofFolder([]);
    const inFiles = folders !== null || order > this.#filesFrom;
    const whole: Scope<State> = {
      middlewares: inFiles ? [...root.middlewares, ...files.middlewares] : root.middlewares,
      layout: files.layout ?? root.layout,
      error: files.error ?? root.error,
      appWrapper: files.appWrapper ?? root.appWrapper,
    };
    const segments = segmentsOf(pattern);
    const paths = segments.map((_, i) =>
      this.#ofPath(`/${segments.slice(0, i + 1).join("/")}`, order)
    );
    const below = (folders ?? []).map((_, i) => this.#ofFolder((folders ?? []).slice(0, i + 1)));
    return [whole, ...paths, ...await Promise.all(below)].filter(holdsSomething);
  }

  #ofPath(path: string, order: number): Scope<State> {
    const scope: Scope<State> = emptyScope();
    this.#commands.forEach((command, index) => {
      if (command.kind === "appWrapper" && path === "/") scope.appWrapper = command.component;
      if (!("path" in command) || !isSamePath(command.path, path)) return;
      if (command.kind === "use" && index < order) scope.middlewares.push(...command.middlewares);
      if (command.kind === "layout") scope.layout = command;
      if (command.kind === "error") scope.error = command.answer;
    });
    return scope;
  }

  async #ofFolder(folders: string[]): Promise<Scope<State>> {
    const scope: Scope<State> = emptyScope();
    for (const file of this.#files.get(folders.join("/")) ?? []) {
      if (file.kind === "route" || this.#loader === null) continue;
      const module = await this.#loader.load(file);
      if (file.kind === "middleware") scope.middlewares.push(...middlewaresOf<State>(module, file));
      else if (file.kind === "error") scope.error = routeOf<State>(module, file);
      else {
        const component = componentOf<State>(module, file);
        if (file.kind === "app") scope.appWrapper = component;
        else scope.layout = { component, config: moduleConfigOf(module) };
      }
    }
    return scope;
  }
}

/** What surrounds a page answered inside these scopes. */
export function surroundingsOf<State>(scopes: Scope<State>[]): Surroundings<State> {
  return {
    appWrapper: scopes.findLast(({ appWrapper }) => appWrapper !== null)?.appWrapper ?? null,
    layouts: scopes.flatMap(({ layout }) => layout ?? []),
  };
}

function emptyScope<State>(): Scope<State> {
  return { middlewares: [], layout: null, error: null, appWrapper: null };
}

function holdsSomething<State>(scope: Scope<State>, index: number): boolean {
  const { middlewares, layout, error, appWrapper } = scope;
  return index === 0 || middlewares.length > 0 || (layout ?? error ?? appWrapper) !== null;
}

function isSamePath(a: string, b: string): boolean {
  return isUnder(a, b) && isUnder(b, a);
}
