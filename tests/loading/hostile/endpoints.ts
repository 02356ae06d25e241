/**
 * Every endpoint with a body, read from the program itself, so that a new one is included. @module
 */

import type { Call } from "@/lib/api/call.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { allRoutes, DEMO_PLACE, pathOf, type Place, type Route } from "@/tests/tools/routes.ts";
import type { BodyReader } from "./answers.ts";

/** An endpoint, how it reads a body, and the headers that open it. */
export interface HostileEndpoint {
  readonly family: "collector" | "call" | "page";
  readonly method: string;
  readonly path: string;
  /** How the body of a sender with a key is read. */
  readonly reads: BodyReader;
  /** How an anonymous body is read, before authentication; null when it is not read. */
  readonly readsAnybody: BodyReader | null;
}

/**
 * The collectors' endpoints: their pattern, the query that changes how a body is read, how it is
 * read with a key, and without.
 */
const COLLECTORS: readonly (readonly [RegExp, string, BodyReader, BodyReader | null])[] = [
  [/^\/ping$/, "", "nothing", "nothing"],
  [/^\/query$/, "", "query", "query"],
  [/^\/api\/v2\/write$|^\/write$/, "", "lines", null],
  [/^\/input\/(?:post|bulk)/, "", "inputs", "inputs of anybody"],
  [/^\/input\/bulk/, "?cb=1", "zipped inputs", null],
  [/^\/input\/bulk/, "?c=1", "hexadecimal inputs", "hexadecimal of anybody"],
  [/^\/chirpstack$/, "?event=up", "event", null],
  [/^\/gateway\/reports$/, "", "event", null],
];
/** Queries that calls require before they read a body. */
const QUERIES: Readonly<Record<string, string>> = { createStockImport: "?kind=dwellings" };
/** Calls whose body is a file of lines. */
const FILES: Readonly<Record<string, BodyReader>> = {
  createStockImport: "stock",
  importReadings: "readings",
  importOutdoorDays: "days",
  importGasLines: "gas",
};
const WITH_FILE =
  /\/outdoor-sources\/:|\/sensors\/readings$|\/consumption-reports\/settings$|^\/home(?:\/gas)?\/import$/;
const PLACE: Place = { ...DEMO_PLACE, outdoorSourceId: "p01-meteo" };
/** These end the session used for the others. */
const ENDS_SESSION = /logout/;

/** All endpoints: collectors' routes, calls with a body, pages with a form. */
export async function hostileEndpoints(): Promise<HostileEndpoint[]> {
  const routes = (await allRoutes()).filter(({ methods, pattern }) =>
    methods.includes("POST") && !ENDS_SESSION.test(pattern)
  );
  const isCollector = ({ file }: Route) => file.startsWith("(ingest)");
  const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
  return [
    ...routes.filter(isCollector).flatMap(collectorEndpoints),
    ...routes.filter((route) => !isCollector(route)).map(pageEndpoint),
    ...calls.filter(([, { body, path }]) => body !== undefined && !ENDS_SESSION.test(path))
      .map(([name, call]) => callEndpoint(name, call)),
  ];
}

function collectorEndpoints(route: Route): HostileEndpoint[] {
  const endpoints = COLLECTORS.filter(([pattern]) => pattern.test(route.pattern));
  if (endpoints.length === 0) throw new Error(`How does ${route.pattern} read a body?`);
  return endpoints.map(([, query, reads, readsAnybody]) => ({
    family: "collector",
    method: "POST",
    path: pathOf(route) + query,
    reads,
    readsAnybody,
  }));
}

function pageEndpoint(route: Route): HostileEndpoint {
  const reads = WITH_FILE.test(route.pattern) ? "page with a file" : "page";
  return { family: "page", method: "POST", path: pathOf(route), reads, readsAnybody: reads };
}

function callEndpoint(name: string, call: Call): HostileEndpoint {
  const filled = call.path.replace(/:(\w+)/g, (_, parameter: string) => PLACE[parameter] ?? "none");
  const isPublic = call.access.any.includes("public");
  const reads = callReader(name, call, isPublic);
  return {
    family: "call",
    method: call.method,
    path: `/api${filled}${QUERIES[name] ?? ""}`,
    reads,
    readsAnybody: isPublic ? reads : null,
  };
}

function callReader(name: string, { bodyKind = "json" }: Call, isPublic: boolean): BodyReader {
  if (bodyKind === "form") return "small form";
  if (bodyKind === "json") return isPublic ? "small json" : "json";
  return FILES[name] ?? "closed";
}
