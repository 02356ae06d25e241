import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";
import { type Match, type Matcher, pathMatcher } from "./paths.ts";

let matcher: Matcher<CallName> | undefined;

/** Finds the call of a method and a path under `/api`. @spec calls.catalogue */
export function matchCall(method: string, path: string): Match<CallName> {
  matcher ??= pathMatcher<CallName>(CALLS);
  return matcher(method, path);
}
