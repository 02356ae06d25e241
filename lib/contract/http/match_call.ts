import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";
import { type Matcher, pathMatcher } from "./paths.ts";

/** Finds the call of a method and a path under `/api`. @spec calls.catalogue */
export const matchCall: Matcher<CallName> = pathMatcher<CallName>(CALLS);
