/**
 * The part of Fresh 2's API that this app uses; the import map names the real one in its place.
 *
 * @module
 */
export { App } from "./app.ts";
export { Context } from "./context.ts";
export { createDefine, type Define } from "./define.ts";
export { HttpError } from "./http_error.ts";
export { csp, type CSPOptions } from "./middlewares/csp.ts";
export { csrf, type CsrfOptions } from "./middlewares/csrf.ts";
export { staticFiles } from "./middlewares/static_files.ts";
export { trailingSlashes } from "./middlewares/trailing_slashes.ts";
export { page, type PageOptions, PageResponse } from "./page_response.ts";
export type {
  HandlerByMethod,
  HandlerFn,
  LayoutConfig,
  Method,
  Middleware,
  PageProps,
  ResolvedConfig,
  Route,
  RouteComponent,
  RouteConfig,
  RouteHandler,
} from "./types.ts";
