/** An app: its middlewares, routes and layouts, and its request handler. @module */

import type { ResolvedConfig, RouteConfig } from "./context.ts";
import type { LayoutConfig, Middleware, Route, RouteComponent } from "./route_modules.ts";
import type { Command, RouteOrMiddleware } from "./serving/scopes.ts";
import { Site } from "./serving/site.ts";
import { applySnapshot, readSnapshot, snapshotOf, type WrittenSnapshot } from "./snapshot.ts";

export type AppConfig = Partial<Omit<ResolvedConfig, "root">>;

/** What `deno serve` and `Deno.serve` call. */
export type Handler = (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** A web application: middlewares, routes and the pages of the routes folder, in order. */
export class App<State> {
  config: ResolvedConfig;
  #commands: Command<State>[] = [];

  constructor(config: AppConfig = {}) {
    this.config = {
      root: ".",
      basePath: (config.basePath ?? "").replace(/\/$/, ""),
      mode: config.mode ?? "production",
      trustProxy: config.trustProxy ?? false,
    };
  }

  use(...middlewares: Middleware<State>[]): this;
  use(path: string, ...middlewares: Middleware<State>[]): this;
  use(...args: (string | Middleware<State>)[]): this {
    const path = typeof args[0] === "string" ? args[0] : "/";
    const middlewares = args.filter((arg) => typeof arg !== "string");
    return this.#add({ kind: "use", path, middlewares });
  }

  get(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: "GET", middlewares });
  }

  post(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: "POST", middlewares });
  }

  patch(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: "PATCH", middlewares });
  }

  put(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: "PUT", middlewares });
  }

  delete(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: "DELETE", middlewares });
  }

  head(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: "HEAD", middlewares });
  }

  all(path: string, ...middlewares: Middleware<State>[]): this {
    return this.#add({ kind: "handle", path, method: null, middlewares });
  }

  route(path: string, route: Route<State>, config?: RouteConfig): this {
    const whole = config === undefined
      ? route
      : { ...route, config: { ...route.config, ...config } };
    return this.#add({ kind: "route", path, route: whole });
  }

  layout(path: string, component: RouteComponent<unknown, State>, config: LayoutConfig = {}): this {
    return this.#add({ kind: "layout", path, component, config });
  }

  appWrapper(component: RouteComponent<unknown, State>): this {
    return this.#add({ kind: "appWrapper", component });
  }

  notFound(answer: RouteOrMiddleware<State>): this {
    return this.#add({ kind: "notFound", answer });
  }

  onError(path: string, answer: RouteOrMiddleware<State>): this {
    return this.#add({ kind: "error", path, answer });
  }

  /** The pages of the routes folder, from here on in the order. */
  fsRoutes(): this {
    return this.#add({ kind: "fileRoutes" });
  }

  handler(): Handler {
    const site = new Site<State>([...this.#commands], this.config, snapshotOf(this.config));
    return (request, info = UNKNOWN_CALLER) => site.answer(request, info);
  }

  /** Serves on 127.0.0.1:8000 by default; resolves once it listens. */
  listen(options: Deno.ServeTcpOptions = {}): Promise<void> {
    const serve = () => {
      Deno.serve({ hostname: "127.0.0.1", port: 8000, ...options }, this.handler());
    };
    return Promise.try(serve);
  }

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }
}

/** Caller when the handler is called without a connection, as in tests. */
const UNKNOWN_CALLER: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 0 },
  completed: Promise.resolve(),
};

/** What `_fresh/server.js` serves: the project's app with the build beside that file. */
export function served<State>(app: App<State>, snapshot: WrittenSnapshot, url: string): Handler {
  applySnapshot(app.config, readSnapshot(snapshot, url));
  return app.handler();
}
