import { isAmong, UnreadableValue } from "@/lib/backend/kv/unread.ts";
import { errorStatus, refusedAs } from "@/lib/web/answered.ts";
import type { PageContext } from "@/lib/web/state.ts";

/**
 * For pages read without a stored value that does not fit its schema: what is not found may be that value, and is
 * answered as a fault; a file says in its name that it is not whole.
 *
 * @spec calls.unread
 */
export function unreadValues(): (ctx: PageContext) => Promise<Response> {
  return async ({ state: { facts }, url, next }) => {
    try {
      const response = await next();
      return facts.unread === undefined ? response : namedInPart(response);
    } catch (fault) {
      if (fault instanceof UnreadableValue) (facts.unread ??= new Set()).add(fault.key.join("/"));
      const asked = [...url.pathname.split("/"), ...url.searchParams.values()];
      const isMissed = errorStatus(fault) === 404 && isAmong(facts.unread ?? [], asked);
      throw isMissed ? refusedAs("unknown-error") : fault;
    }
  };
}

function namedInPart(response: Response): Response {
  const name = response.headers.get("content-disposition");
  if (name !== null) {
    const inPart = name.replaceAll(/(\.\w+)("|$)/g, "-incomplet$1$2");
    response.headers.set("content-disposition", inPart);
  }
  return response;
}
