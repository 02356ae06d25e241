/**
 * The part of Fresh 2's API that this app uses; the import map names the real one in its place.
 *
 * @module
 */

export type {
  HandlerByMethod,
  HandlerFn,
  LayoutConfig,
  Middleware,
  PageProps,
  Route,
  RouteComponent,
  RouteHandler,
} from "./route_modules.ts";
export type { Method, ResolvedConfig, RouteConfig } from "./context.ts";
export { App } from "./app.ts";
export { Context } from "./context.ts";
export { HttpError } from "./http_error.ts";
export { createDefine, type Define } from "./route_modules.ts";
export { csp, type CSPOptions } from "./middlewares.ts";
export { csrf, type CsrfOptions } from "./middlewares.ts";
export { page, type PageOptions, PageResponse } from "./route_modules.ts";
export { staticFiles } from "./middlewares.ts";
export { trailingSlashes } from "./middlewares.ts";
