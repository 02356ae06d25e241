import type { Middleware } from "../types.ts";

/** Redirects each path with a slash at the end to its spelling without one. */
export function trailingSlashes<State>(_mode: "never"): Middleware<State> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    const isRight = pathname === "/" || !pathname.endsWith("/");
    return isRight ? ctx.next() : ctx.redirect(pathname.slice(0, -1) + search);
  };
}
