import { errorPage } from "@/lib/text/error_pages.ts";
import { errorCode, errorStatus } from "./answered.ts";
import type { State } from "./state.ts";

/** The title of the page of an error, and the code that it explains. */
export function errorPageOf(
  error: unknown,
  { portal, refusedTexts }: Pick<State, "portal" | "refusedTexts">,
): ReturnType<typeof errorPage> {
  const shown = { isRemoved: refusedTexts !== undefined, isPortal: portal === true };
  return errorPage(errorStatus(error), errorCode(error), shown);
}
