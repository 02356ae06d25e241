import type { Surroundings } from "../rendering/page.ts";
import type { Shelf } from "../snapshot/shelf.ts";
import type { FileModule } from "../snapshot/snapshot.ts";
import type { LayoutConfig, Middleware, RouteComponent } from "../types.ts";
import { type Command, isUnder, type RouteOrMiddleware, segmentsOf } from "./commands.ts";
import { componentOf, middlewaresOf, moduleConfigOf, routeOf } from "./module_parts.ts";

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
  #shelf: Shelf | null;

  constructor(commands: Command<State>[], modules: FileModule[], shelf: Shelf | null) {
    this.#commands = commands;
    this.#shelf = shelf;
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
      if (file.kind === "route" || this.#shelf === null) continue;
      const module = await this.#shelf.load(file);
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
