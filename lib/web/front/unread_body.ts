import type { Context } from "fresh";

/** Ends the bodies of answers to HEAD: Fresh drops them unread, with the files and connections that they come from. */
export function unreadBodies(): (ctx: Pick<Context<unknown>, "req" | "next">) => Promise<Response> {
  return async ({ req, next }) => {
    const answer = await next();
    // A stream that has failed refuses to be cancelled.
    if (req.method === "HEAD") await answer.body?.cancel().catch(() => {});
    return answer;
  };
}
