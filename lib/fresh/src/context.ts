/** Context of a request, with the configuration of its app and route. @module */

import { type FunctionComponent, isValidElement, type VNode } from "preact";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export interface RouteConfig {
  /** Pattern that replaces the one of the file's place. */
  routeOverride?: string;
  methods?: "ALL" | Method[];
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

/** The configuration of an app. */
export interface ResolvedConfig {
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

/** Renders inside the layouts and the app wrapper that surround the place being answered. */
export type Renderer<State> = (
  ctx: Context<State>,
  content: VNode | null,
  init: ResponseInit,
  config: RouteConfig,
) => Promise<Response>;

export interface ContextInit<State> {
  config: ResolvedConfig;
  url: URL;
  req: Request;
  info: Deno.ServeHandlerInfo;
  route: string | null;
  params: Record<string, string>;
  render: Renderer<State>;
}

/** An element of any component. */
type AnyElement = { readonly type: unknown; readonly props: unknown; readonly key: unknown };

/** What only the framework may do to a context. */
interface Internals {
  surround<State>(ctx: Context<State>, render: Renderer<State>): void;
  allowNonce<State>(ctx: Context<State>): void;
  /** The nonce to write on an inline script or style; null unless `csp({ useNonce: true })`. */
  nonce<State>(ctx: Context<State>): string | null;
  /** The nonce already written in the page, if any. */
  usedNonce<State>(ctx: Context<State>): string | null;
}

export let internals: Internals;

/** Argument of middlewares and handlers: one per request. */
export class Context<State> {
  readonly config: ResolvedConfig;
  readonly url: URL;
  req: Request;
  /** The pattern that matched; null when none did. */
  readonly route: string | null;
  readonly params: Record<string, string>;
  readonly state: State;
  data: unknown = undefined;
  error: unknown | null = null;
  readonly info: Deno.ServeHandlerInfo;
  readonly isPartial: boolean = false;
  next: () => Promise<Response>;
  Component: FunctionComponent = Nothing;
  #render: Renderer<State>;
  #nonce: string | null = null;
  #mayUseNonce = false;

  constructor(init: ContextInit<State>) {
    this.config = init.config;
    this.url = init.url;
    this.req = init.req;
    this.info = init.info;
    this.route = init.route;
    this.params = init.params;
    this.#render = init.render;
    this.next = noNext;
    // The app's first middlewares fill the state they declared.
    this.state = {} as State;
  }

  /** A redirection, with headers that stay mutable; a method of its context, as in Fresh: off it, it fails. */
  redirect(pathOrUrl: string, status = 302): Response {
    return this.#redirection(redirectTarget(pathOrUrl), status);
  }

  /** @throws {TypeError} for what is neither an element nor null, as in Fresh */
  async render(
    content: AnyElement | null,
    init: ResponseInit = {},
    config: Pick<RouteConfig, "skipInheritedLayouts" | "skipAppWrapper"> = {},
  ): Promise<Response> {
    if (content !== null && !isValidElement(content)) {
      throw new TypeError("ctx.render() takes an element or null");
    }
    return await this.#render(this, content, init, config);
  }

  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  html(content: string, init?: ResponseInit): Response {
    const headers = new Headers(init?.headers);
    if (!headers.has("content-type")) headers.set("content-type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }

  stream<U extends Chunk>(source: Source<U>, init?: ResponseInit): Response {
    return new Response(ReadableStream.from(encoded(source)), init);
  }

  #redirection(location: string, status: number): Response {
    return new Response(null, { status, headers: { location } });
  }

  static {
    internals = {
      surround: (ctx, render) => ctx.#render = render,
      allowNonce: (ctx) => ctx.#mayUseNonce = true,
      usedNonce: (ctx) => ctx.#nonce,
      nonce: (ctx) => ctx.#mayUseNonce ? ctx.#nonce ??= freshNonce() : null,
    };
  }
}

function Nothing(): null {
  return null;
}

function noNext(): Promise<Response> {
  return Promise.reject(new TypeError("ctx.next() was called outside a middleware"));
}

function freshNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64();
}

/**
 * The `Location` of a redirection: repeated slashes of a path become one.
 *
 * No more than Fresh does: a way back taken from a query may still be `/\host`, which browsers read as
 * another site. Callers that redirect to user input check it first.
 */
function redirectTarget(pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  const end = pathOrUrl.search(/[?#]/);
  const path = end === -1 ? pathOrUrl : pathOrUrl.slice(0, end);
  return path.replaceAll(/\/{2,}/g, "/") + pathOrUrl.slice(path.length);
}

type Chunk = string | Uint8Array;

type Pieces<U> = Iterable<U> | AsyncIterable<U>;

type Source<U> = Pieces<U> | (() => Pieces<U>);

/** A body read by chunks: the next one is requested when the reader is ready. */
async function* encoded<U extends Chunk>(source: Source<U>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of typeof source === "function" ? source() : source) {
    yield typeof piece === "string" ? encoder.encode(piece) : piece;
  }
}

const nonces = new WeakMap<Response, string>();

export function noteNonce(response: Response, nonce: string): void {
  nonces.set(response, nonce);
}

/** null when the response is no page, or has no inline script or style. */
export function notedNonce(response: Response): string | null {
  return nonces.get(response) ?? null;
}
