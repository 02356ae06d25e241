/** Answers the requests of an app: builds its routes, renders its pages and errors. @module */

import { useAssetKey } from "../asset_key.ts";
import { Context, internals, type Renderer, type ResolvedConfig } from "../context.ts";
import { HttpError } from "../http_error.ts";
import { type RenderingBuild, renderPage, type Surroundings } from "../rendering/page.ts";
import { ModuleLoader, type Snapshot } from "../snapshot.ts";
import {
  chain,
  errorAnswer,
  guarded,
  nowhere,
  type PageRenderer,
  type PatternHandlers,
  patternHandlersOf,
  type Run,
} from "./route_table.ts";
import { parsePattern, Router } from "./router.ts";
import {
  type Command,
  type RouteOrMiddleware,
  type Scope,
  Scopes,
  surroundingsOf,
} from "./scopes.ts";

/** A place with its modules loaded and its middlewares composed. */
interface Ready<State> {
  run: Run<State>;
  render: Renderer<State>;
}

/** A place, resolved at the first request. */
interface Stop<State> {
  place: PatternHandlers<State>;
  preparing: Promise<Ready<State>> | null;
  ready: Ready<State> | null;
}

/** An app with its snapshot, compiled. */
export class Site<State> {
  #config: ResolvedConfig;
  #scopes: Scopes<State>;
  #build: RenderingBuild;
  #stops: Stop<State>[];
  #router: Router<Stop<State>>;
  #nowhere: Stop<State>;
  #islands: Promise<void> | null = null;
  #loader: ModuleLoader | null;

  constructor(commands: Command<State>[], config: ResolvedConfig, snapshot: Snapshot | null) {
    const { basePath } = config;
    const modules = snapshot?.modules ?? [];
    const loader = snapshot && new ModuleLoader(snapshot);
    this.#config = config;
    this.#scopes = new Scopes(commands, modules, loader);
    this.#build = { basePath, snapshot, loader };
    this.#stops = patternHandlersOf(commands, modules, loader).map(stopAt);
    this.#router = new Router(this.#stops.map((stop) => {
      const { pattern } = stop.place;
      const path = basePath !== "" && pattern === "/" ? basePath : basePath + pattern;
      return { pattern: parsePattern(path), place: stop };
    }));
    this.#nowhere = stopAt(nowhere(commands));
    this.#loader = loader;
    useAssetKey(snapshot?.assetKey ?? "");
  }

  async answer(req: Request, info: Deno.ServeHandlerInfo): Promise<Response> {
    try {
      const url = requestUrl(req, this.#config);
      const match = this.#router.match(url.pathname);
      const stop = match?.place ?? this.#nowhere;
      const { run, render } = stop.ready ?? await this.#prepared(stop);
      const params = match?.params ?? Object.create(null);
      const route = match?.place.place.pattern ?? null;
      const config = this.#config;
      const response = await run(new Context({ config, url, req, info, route, params, render }));
      return req.method === "HEAD" && response.body !== null ? headOf(response) : response;
    } catch (error) {
      return bareAnswer(error);
    }
  }

  #prepared(stop: Stop<State>): Promise<Ready<State>> {
    stop.preparing ??= this.#prepare(stop.place).then((ready) => stop.ready = ready).catch(
      (error) => {
        stop.preparing = null;
        throw error;
      },
    );
    return stop.preparing;
  }

  async #prepare(place: PatternHandlers<State>): Promise<Ready<State>> {
    await (this.#islands ??= this.#loader?.loadIslands() ?? null);
    const scopes = await this.#scopes.around(place);
    const surroundings = surroundingsOf(scopes);
    const run = await place.open(this.#pageRenderer(surroundings));
    const whole = scopes.reduceRight<Run<State>>((inner, { middlewares, error }, depth) => {
      const through = chain(middlewares, inner);
      return error === null ? through : guarded(through, this.#onError(error, scopes, depth));
    }, run);
    return { run: whole, render: this.#renderer(surroundings) };
  }

  /** Handles an error thrown inside a scope: within the layouts down to its own. */
  #onError(answer: RouteOrMiddleware<State>, scopes: Scope<State>[], depth: number) {
    const surroundings = surroundingsOf(scopes.slice(0, depth + 1));
    const render = this.#renderer(surroundings);
    const toPage = this.#pageRenderer(surroundings);
    return (ctx: Context<State>, error: unknown): Promise<Response> => {
      ctx.error = error;
      internals.surround(ctx, render);
      if (typeof answer === "function") return chain([answer], () => Promise.reject(error))(ctx);
      return errorAnswer(answer, error instanceof HttpError ? error.status : 500, toPage)(ctx);
    };
  }

  #pageRenderer(surroundings: Surroundings<State>): PageRenderer<State> {
    const build = this.#build;
    return (ctx, page, init) => renderPage(ctx, page, { surroundings, build, init });
  }

  #renderer(surroundings: Surroundings<State>): Renderer<State> {
    const toPage = this.#pageRenderer(surroundings);
    return (ctx, content, init, config) => toPage(ctx, () => content, { ...init, config });
  }
}

function stopAt<State>(place: PatternHandlers<State>): Stop<State> {
  return { place, preparing: null, ready: null };
}

function headOf({ status, headers, body }: Response): Response {
  // A stream that has failed refuses to be cancelled; nothing of it was to be sent.
  body?.cancel().catch(() => {});
  return new Response(null, { status, headers });
}

/** The requested URL, repeated slashes of its path as one; as in the visitor's browser when a proxy in front is trusted. */
function requestUrl(req: Request, { trustProxy }: ResolvedConfig): URL {
  const url = new URL(req.url);
  if (url.pathname.includes("//")) url.pathname = url.pathname.replaceAll(/\/{2,}/g, "/");
  if (!trustProxy) return url;
  const protocol = forwarded(req, "x-forwarded-proto");
  if (protocol === "http" || protocol === "https") url.protocol = `${protocol}:`;
  const host = forwarded(req, "x-forwarded-host");
  if (host !== null && /^[\w.:[\]-]+$/.test(host)) url.host = host;
  return url;
}

function forwarded(req: Request, name: string): string | null {
  return req.headers.get(name)?.split(",", 1)[0]?.trim() ?? null;
}

/** The last resort, when no error page answered: a status and its message. */
function bareAnswer(error: unknown): Response {
  if (!(error instanceof HttpError)) console.error(error);
  const { status, message } = error instanceof HttpError
    ? error
    : new HttpError(500, "Internal server error");
  return new Response(message || String(status), { status });
}
