import type { Access, Call } from "./call.ts";
import { type ErrorCode, ERRORS, FILE_LIMITS } from "./errors.ts";
import { PARAMETERS } from "./http/parameters.ts";
import { parameterNames } from "./http/paths.ts";

/** Facts about the program that determine the statuses of its calls. */
export interface ServedFacts {
  /** Whether another host answers: it may be unreachable (502), or older and without the call (501). */
  readonly isRelayed: boolean;
}

/** Facts of a program that answers every call itself. */
export const ANSWERS_ITSELF: ServedFacts = { isRelayed: false };

/** Temporary refusals, which any call may return: they do not depend on the call. */
const OF_THE_MOMENT: readonly ErrorCode[] = [
  "overloaded",
  "store-unavailable",
  "store-unreachable",
];

/**
 * The error codes of a call over HTTP, by status: its own and those of the dispatcher. Internal errors (500) are not
 * included.
 */
export function codesByStatus(
  call: Call,
  facts: ServedFacts,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set([...dispatchCodes(call), ...call.refusals, ...OF_THE_MOMENT]);
  if (call.method !== "GET") codes.add("maybe-saved");
  if (facts.isRelayed) codes.add("upstream-unreachable").add("not-implemented");
  return Map.groupBy(codes, (code) => ERRORS[code].status);
}

function dispatchCodes(call: Call): ErrorCode[] {
  const { access, path, method } = call;
  // Any query may repeat a parameter, or have one unknown to the call.
  const codes: ErrorCode[] = ["too-many-requests", "invalid-input", ...bodyCodes(call)];
  const names = parameterNames(path);
  if (names.length > 0) codes.push("bad-request");
  if (names.some((one) => PARAMETERS[one]?.refusal === "bad-period")) codes.push("bad-period");
  // A write authenticated by a cookie that another site may have caused, for any call.
  if (method !== "GET" || !isPublic(access)) codes.push("forbidden");
  if (isPublic(access)) return codes;
  codes.push("not-signed-in");
  if (names.length > 0) codes.push("not-found");
  return codes;
}

function bodyCodes({ body, bodyKind = "json" }: Call): ErrorCode[] {
  if (!body) return [];
  const codes: ErrorCode[] = ["bad-request", "too-large", "too-slow"];
  if (bodyKind === "form" || bodyKind === "multipart") codes.push("too-many-fields");
  if (bodyKind === "text") codes.push(...FILE_LIMITS);
  codes.push("unsupported-media-type");
  return codes;
}

/** Whether a call requires no sign-in. */
export function isPublic(access: Access): boolean {
  return access.any.includes("public");
}
