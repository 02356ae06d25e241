/** Searches addresses by text or place at the national address service. @module */

import * as z from "zod";
import { boundedText, StoredAnswers } from "@/lib/api/upstream_answers.ts";
import type { AddressOutcome, AddressSearch } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { characterCount, firstCharacters } from "@/lib/base/strings.ts";
import { VersionedCache } from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";
import type { FoundAddress } from "./schema.ts";

interface AddressServiceOptions {
  /** Base URL, without its last slash: `https://data.geopf.fr/geocodage`. */
  api: string;
  /** Store of the cached answers, which are the same for every user. */
  store: Store;
  /** Epoch ms. */
  now(): number;
  timeoutMs?: number;
}

/** Time limit of the service, ms. */
const TIMEOUT_MS = 3_000;
/** Maximum size of an answer with one address, bytes; real ones take one or two KiB. */
const MAX_BYTES = 32 * 1_024;
/** Lifetime of a cached answer, ms; the service loads addresses twice a week. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Decimals of coordinates: a precision of a metre. */
const PLACE_DECIMALS = 5;
/** Pause after a 429 without Retry-After, and its maximum, s. */
const QUIET_S = { usual: 5, longest: 60 };

/**
 * Client of the national address service: search and reverse geocoding, one result each.
 *
 * No data about the user is sent: no token, no cookie, no IP address. Answers are cached for a month; after a 429 no
 * request is sent until the time that the service gives.
 *
 * @spec projects.addresses, projects.address-service
 */
export class AddressService implements AddressSearch {
  #cache: VersionedCache;
  #quietUntilMs = 0;

  constructor(private readonly options: AddressServiceOptions) {
    const shared = new StoredAnswers(options.store, options.now);
    this.#cache = new VersionedCache({ now: options.now, shared });
  }

  async search(text: string): Promise<AddressOutcome> {
    const q = searchText(text);
    return q === "" ? NOTHING : await this.#kept("search", { q, autocomplete: "0" });
  }

  async reverse(
    { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  ): Promise<AddressOutcome> {
    const lon = longitude.toFixed(PLACE_DECIMALS);
    return await this.#kept("reverse", { lon, lat: latitude.toFixed(PLACE_DECIMALS) });
  }

  async #kept(what: string, query: Record<string, string>): Promise<AddressOutcome> {
    const search = new URLSearchParams({ ...query, limit: "1", index: "address" });
    const url = `${this.options.api}/${what}?${search}`;
    const freshness = { freshForMs: KEPT_MS, staleForMs: 0 };
    try {
      const cached = await this.#cache.get(secretHash(url), freshness, () => this.#fetch(url));
      return { ok: true, answer: cached.value };
    } catch (fault) {
      if (fault instanceof Unreachable) return { ok: false, code: "address-unreachable" };
      throw fault;
    }
  }

  async #fetch(url: string): Promise<FoundAddress | null> {
    const { now, timeoutMs = TIMEOUT_MS } = this.options;
    const quietMs = this.#quietUntilMs - now();
    // A longer pause than the longest is of a clock that was set back since.
    if (quietMs > 0 && quietMs <= QUIET_S.longest * 1_000) {
      throw new CallError("too-many-requests", this.#quietUntilMs);
    }
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: "application/json" };
    const response = await fetch(url, { signal, headers, redirect: "error" }).catch(unreachable);
    if (response.status === 429) {
      await response.body?.cancel();
      this.#quietUntilMs = now() + quietSeconds(response.headers) * 1_000;
      throw new CallError("too-many-requests", this.#quietUntilMs);
    }
    const text = await boundedText(response, MAX_BYTES) ?? unreachable();
    // The service answers 400, in JSON, to a text without an address; a proxy's 400 is not cached as one.
    if (response.status === 400 && parsedJson(text) !== undefined) return null;
    return response.ok ? readFound(text) : unreachable();
  }
}

const NOTHING: AddressOutcome = { ok: true, answer: null };

class Unreachable extends Error {
  override name = "Unreachable";
}

function unreachable(): never {
  throw new Unreachable("The address service cannot be reached");
}

/** The service accepts 3 to 200 characters that begin with a letter or a digit. */
function searchText(text: string): string {
  const q = text.toLowerCase().replace(/\s+/g, " ").replace(/^[^\p{L}\p{N}]+/u, "").trim();
  return characterCount(q) < 3 ? "" : firstCharacters(q, 200);
}

function quietSeconds(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") || NaN);
  return seconds > 0 ? Math.min(seconds, QUIET_S.longest) : QUIET_S.usual;
}

const found = z.object({
  features: z.array(z.object({
    geometry: z.object({
      coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
    }),
    properties: z.object({
      // A rural place may lack any of these.
      name: z.string().max(300).nullish(),
      postcode: z.string().max(20).nullish(),
      city: z.string().max(300).nullish(),
      type: z.string().nullish(),
      // Without a score, the match cannot be verified.
      score: z.number().min(0).nullable().optional(),
    }),
  })),
});

function readFound(text: string): FoundAddress | null {
  const read = found.safeParse(parsedJson(text));
  if (!read.success) return unreachable();
  const [first] = read.data.features;
  if (first === undefined) return null;
  const { name, postcode, city, type, score } = first.properties;
  const [longitude, latitude] = first.geometry.coordinates;
  return {
    street: type === "municipality" ? null : name || null,
    zipCode: postcode || null,
    city: city || null,
    latitude,
    longitude,
    score: Math.min(score ?? 0, 1),
  };
}
