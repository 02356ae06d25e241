/**
 * Requests that another site could cause in a signed-in user's browser, to every write (QS4).
 * @module
 */

import type { Call } from "@/lib/api/call.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";
import { allRoutes, pathOf, type Place } from "@/tests/tools/routes.ts";

/** A request that changes something when its owner sends it. */
export interface Write {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Whether its body is JSON. */
  readonly isJson: boolean;
}

/** Headers by which a browser declares the origin of a request. */
export interface Origin {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

const EVIL = "https://evil.example";

/**
 * Requests from outside this site; a browser writes these headers itself, no page can forge them.
 */
export const ELSEWHERE: readonly Origin[] = [
  { name: "neither Origin nor Sec-Fetch-Site", headers: {} },
  { name: "a foreign Origin", headers: { origin: EVIL } },
  { name: "the Origin of a frame in a sandbox", headers: { origin: "null" } },
  { name: "another port of the same host", headers: { origin: "http://127.0.0.1:9000" } },
  { name: "an Origin that is no URL", headers: { origin: "127.0.0.1:8000" } },
  { name: "cross-site", headers: { "sec-fetch-site": "cross-site", origin: EVIL } },
  { name: "cross-site, silent on its origin", headers: { "sec-fetch-site": "cross-site" } },
  {
    name: "a neighbour of the same site",
    headers: { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:9000" },
  },
  { name: "a typed address", headers: { "sec-fetch-site": "none" } },
  { name: "an unknown Sec-Fetch-Site", headers: { "sec-fetch-site": "SAME-ORIGIN " + EVIL } },
];

/** Content types that a form or a simple fetch() of another site may send without a preflight. */
export const SIMPLE_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
] as const;

/** The smallest body of a content type. */
export function smallBody(type: string): string {
  if (type.startsWith("multipart/")) return "--b--\r\n";
  return type === "text/plain" ? '{"name":"x"}' : "name=x";
}

const READS = ["GET", "HEAD"];

/** Every route and every call that writes, at addresses that exist in a place. */
export async function allWrites(place: Place): Promise<Write[]> {
  const routes = await allRoutes();
  const ofRoutes = routes.flatMap((route) =>
    methodsOf(route.methods).map((method) => ({
      name: `${method} ${route.pattern}`,
      method,
      path: pathOf(route, place),
      isJson: false,
    }))
  );
  const ofCalls = Object.entries(CALLS).flatMap(([name, call]: [string, Call]) =>
    READS.includes(call.method) ? [] : [{
      name,
      method: call.method,
      path: `/api${fillPath(call.path, { ...EXAMPLES, ...place })}`,
      isJson: call.body !== undefined && (call.bodyKind ?? "json") === "json",
    }]
  );
  return [...ofRoutes, ...ofCalls];
}

/**
 * Methods of a route that write; the API's one handler accepts all, and its calls are listed
 * separately.
 */
function methodsOf(methods: readonly string[]): string[] {
  if (methods.includes("ANY")) return ["POST", "PUT", "PATCH", "DELETE"];
  return methods.filter((method) => !READS.includes(method));
}
