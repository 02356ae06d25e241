/** An address service and a server of map tiles on this machine. @module */
import { readConfig } from "@/fresh.config.ts";
import { serve, withServer } from "./loopback.ts";

/** An address of the service. */
interface KnownAddress {
  readonly name: string;
  readonly postcode: string;
  readonly city: string;
  readonly type: "housenumber" | "street" | "municipality";
  readonly longitude: number;
  readonly latitude: number;
  readonly score: number;
}

/** A fault in the answers of the service. */
export type AddressFault =
  | "slow"
  | "slow-body"
  | "garbage"
  | "huge"
  | "html"
  | "html-400"
  | "down"
  | "redirect";

/** A request that the service received. */
interface AddressRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

/** The service, with the requests it received. */
export interface AddressServer {
  /** Base URL, for `ADDRESS_API`. */
  readonly url: string;
  readonly asked: AddressRequest[];
  /** null when it answers correctly. */
  fault: AddressFault | null;
  /** Number of answers before each one is a 429; no limit by default. */
  limit: number;
  /** Replacements for properties of each address; undefined removes one. */
  changes: Record<string, unknown>;
}

export const PAIX: KnownAddress = {
  name: "2 Rue de la Paix",
  postcode: "75002",
  city: "Paris",
  type: "housenumber",
  longitude: 2.330587,
  latitude: 48.868425,
  score: 0.964,
};
export const NANCY: KnownAddress = {
  name: "Nancy",
  postcode: "54000",
  city: "Nancy",
  type: "municipality",
  longitude: 6.174,
  latitude: 48.692,
  score: 0.62,
};
export const UNSURE: KnownAddress = {
  name: "Chemin de la Côte",
  postcode: "54600",
  city: "Villers-lès-Nancy",
  type: "street",
  longitude: 6.15,
  latitude: 48.66,
  score: 0.31,
};
const METZ: KnownAddress = {
  name: "3 Rue Haute Pierre",
  postcode: "57000",
  city: "Metz",
  type: "housenumber",
  longitude: 6.171141,
  latitude: 49.116845,
  score: 0.9969,
};

/** Ten megabytes of other data. */
const HUGE_PARTS = 160;

/** Runs a test with the service, on a free port of this machine. */
export async function withAddressServer(
  test: (server: AddressServer) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const { url, close } = serve((request) => answer(request, state, stopping.signal));
  const state: AddressServer = {
    url: `${url}/geocodage`,
    asked: [],
    fault: null,
    limit: Infinity,
    changes: {},
  };
  try {
    await test(state);
  } finally {
    stopping.abort();
    await close();
  }
}

function answer(
  request: Request,
  state: AddressServer,
  stopped: AbortSignal,
): Response | Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace("/geocodage", "");
  state.asked.push({ path, query: Object.fromEntries(searchParams), headers: request.headers });
  if (state.fault !== null) return faulty(state.fault, stopped);
  if (state.asked.length > state.limit) {
    return Response.json({ code: 429 }, { status: 429, headers: { "retry-after": "5" } });
  }
  const found = path === "/search" ? searched(searchParams) : reversed(searchParams);
  return found === null ? badRequest(path) : collection(found, state.changes);
}

/** @returns null when the query is wrong: 3 to 200 characters are wanted */
function searched(query: URLSearchParams): KnownAddress[] | null {
  const q = query.get("q") ?? "";
  if (!/^[\p{L}\p{N}].{2,199}$/u.test(q)) return null;
  const known = [PAIX, METZ, UNSURE, NANCY].find(({ name }) => q.includes(name.toLowerCase()));
  return known ? [known] : [];
}

function reversed(query: URLSearchParams): KnownAddress[] | null {
  const [lon, lat] = [Number(query.get("lon") ?? NaN), Number(query.get("lat") ?? NaN)];
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return null;
  const near = [PAIX, METZ].find(({ longitude, latitude }) =>
    Math.hypot(longitude - lon, latitude - lat) < 0.5
  );
  return near ? [near] : [];
}

function collection(found: readonly KnownAddress[], changes: Record<string, unknown>): Response {
  const features = found.map(({ longitude, latitude, ...properties }) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      ...properties,
      label: `${properties.name} ${properties.postcode}`,
      _type: "address",
      ...changes,
    },
  }));
  return Response.json({ type: "FeatureCollection", features, query: "" });
}

function badRequest(message: string): Response {
  return Response.json({ code: 400, message }, { status: 400 });
}

function faulty(fault: AddressFault, stopped: AbortSignal): Response | Promise<Response> {
  switch (fault) {
    case "slow":
      return whenStopped(stopped);
    case "slow-body":
      return new Response(endless(stopped));
    case "garbage":
      return new Response('{"features": [{"geometry": 12}]}');
    case "html-400":
      return new Response("<h1>Bad Request</h1>", { status: 400 });
    case "html":
      return new Response("<h1>Maintenance</h1>", { headers: { "content-type": "text/html" } });
    case "huge":
      return new Response(huge());
    case "down":
      return new Response("", { status: 503 });
    case "redirect":
      return new Response(null, {
        status: 302,
        headers: { location: "/geocodage/search?q=paris" },
      });
  }
}

/** Answers only after the test: a client without a timeout would hang. */
function whenStopped(stopped: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    stopped.addEventListener("abort", () => resolve(new Response("")), { once: true });
  });
}

function endless(stopped: AbortSignal): ReadableStream<Uint8Array> {
  const over = new AbortController();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"features": ['));
      const options = { once: true, signal: over.signal };
      stopped.addEventListener("abort", () => controller.close(), options);
    },
    cancel: () => over.abort(),
  });
}

function huge(): ReadableStream<Uint8Array> {
  const part = new Uint8Array(65_536).fill(32);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(part);
      if (++sent === HUGE_PARTS) controller.close();
    },
  });
}

/** A grey image of one pixel. */
const TILE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Addresses of the map tiles in tests. */
export const TILE_PATHS = "**/tiles/**";

/** The settings of a server with map tiles from this machine. */
interface TileSettings {
  readonly TILE_URL: string;
  readonly TILE_CREDIT: string;
}

/**
 * Serves map tiles while `act` runs.
 *
 * The alternative, interception in the window, makes Chromium ask the test about every request of
 * every page and empties its cache: a page then takes half as long again.
 */
export function withTiles<T>(act: (settings: TileSettings) => Promise<T>): Promise<T> {
  const image = Buffer.from(TILE, "base64");
  const answer = () => new Response(image, { headers: { "content-type": "image/png" } });
  return withServer(answer, ({ url }) =>
    act({
      TILE_URL: `${url}/tiles/{z}/{x}/{y}.png`,
      TILE_CREDIT: readConfig({}).tiles.credit,
    }));
}
