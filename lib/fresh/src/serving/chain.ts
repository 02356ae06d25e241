import type { Context } from "../context.ts";
import type { Middleware } from "../types.ts";

/** Answers a request from here on. */
export type Run<State> = (ctx: Context<State>) => Promise<Response>;

/** The middlewares around the following ones; each calls the rest by `ctx.next()`. */
export function chain<State>(middlewares: Middleware<State>[], last: Run<State>): Run<State> {
  return middlewares.reduceRight<Run<State>>((following, middleware) => {
    return async (ctx) => {
      // Not assigned directly: V8 allocates a function written in an assignment to a property as long-lived, so that it
      // would retain the request until a major collection.
      const next = () => following(ctx);
      ctx.next = next;
      return await middleware(ctx);
    };
  }, last);
}

/** A run whose failure is answered by `answer`; what that throws climbs further. */
export function guarded<State>(
  run: Run<State>,
  answer: (ctx: Context<State>, error: unknown) => Promise<Response>,
): Run<State> {
  return async (ctx) => {
    try {
      return await run(ctx);
    } catch (error) {
      return await answer(ctx, error);
    }
  };
}
