import { type Context, type Middleware, staticFiles } from "fresh";

/** Codes of the system for a path that is longer than one may be, or is under a file. */
const NO_FILE: readonly unknown[] = ["ENAMETOOLONG", "ENOTDIR"];

/**
 * The static files. A build in memory of Fresh, and its development server, look on the disk for every path: one that no
 * file may have is left to the pages.
 */
export function siteFiles<State>(serve: Middleware<State> = staticFiles()): Middleware<State> {
  return async (ctx: Context<State>) => {
    const { next } = ctx;
    let isLeft = false;
    const leave = () => {
      isLeft = true;
      return next();
    };
    ctx.next = leave;
    try {
      return await serve(ctx);
    } catch (error) {
      if (isLeft || !isNoFile(error)) throw error;
      return await next();
    }
  };
}

function isNoFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && NO_FILE.includes(error.code);
}
