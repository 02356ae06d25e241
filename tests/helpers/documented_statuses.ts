import { openApiDocument } from "@/lib/api/openapi.ts";
import { servedFacts } from "@/lib/app/api_document.ts";
import { AREAS } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { operationsOf } from "./generated_cases.ts";

/** The statuses that the API document of a platform lists, by call. */
const listed = new WeakMap<Platform, ReadonlyMap<string, ReadonlySet<string>>>();

function statusesOf(platform: Platform): ReadonlyMap<string, ReadonlySet<string>> {
  const known = listed.get(platform);
  if (known !== undefined) return known;
  const operations = operationsOf(openApiDocument(AREAS, "0", servedFacts(platform)));
  const found = new Map(
    operations.map(({ name, responses }) => [name, new Set(Object.keys(responses))]),
  );
  listed.set(platform, found);
  return found;
}

/**
 * Makes a test fail for an answer whose status the API document does not list for its call.
 *
 * An internal error, 500, is for the test to judge: the document lists none.
 * @throws Error naming the call and the status
 */
export function checkDocumented(platform: Platform, request: Request, answer: Response): Response {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/api/") || answer.status === 500) return answer;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const match = platform.dispatcher.match(method, pathname.slice("/api".length));
  if (match.kind !== "call") return answer;
  if (statusesOf(platform).get(match.call.name)?.has(String(answer.status))) return answer;
  throw new Error(`The API document lists no ${answer.status} for ${match.call.name}`);
}
