import type { Middleware } from "../types.ts";

/** Redirects each path to its one spelling, with or without a slash at the end. */
export function trailingSlashes<State>(mode: "always" | "never"): Middleware<State> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    const wanted = mode === "always" ? withSlash(pathname) : withoutSlash(pathname);
    return wanted === pathname ? ctx.next() : ctx.redirect(wanted + search);
  };
}

/** A file's name has no slash added: `/feed.xml` is not a folder. */
function withSlash(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name === "" || name.includes(".") ? path : `${path}/`;
}

function withoutSlash(path: string): string {
  return path !== "/" && path.endsWith("/") ? path.slice(0, -1) : path;
}
