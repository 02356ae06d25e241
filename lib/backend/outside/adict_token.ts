import * as z from "zod";
import { HEADER_TEXT } from "@/lib/domain/forms/characters.ts";
import { parsedJson } from "@/lib/domain/forms/json.ts";
import type { GasFault } from "@/lib/domain/gas/types.ts";
import { boundedText } from "./answers.ts";

export interface AdictTokenOptions {
  readonly tokenUrl: string;
  /** Scope of the token: the path of the service. */
  readonly scope: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Epoch ms. */
  now(): number;
}

/** A token, or the fault; a temporary fault is worth another attempt. */
type TokenAnswer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly fault: GasFault; readonly isPassing: boolean };

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 64 * 1_024;
/** A token is not used in its last minute. */
const SPARED_MS = 60_000;

const given = z.object({
  access_token: z.string().min(1).max(8_000).regex(HEADER_TEXT),
  expires_in: z.number().min(0),
});

/** The token of a client's credentials, cached until it expires. @spec gas.grdf-requests */
export class AdictToken {
  #kept: { readonly value: string; readonly untilMs: number } | null = null;

  constructor(private readonly options: AdictTokenOptions) {}

  /** Drops a token that the service refused as expired. */
  drop(): void {
    this.#kept = null;
  }

  async read(): Promise<TokenAnswer> {
    const { now } = this.options;
    if (this.#kept !== null && now() < this.#kept.untilMs) return { ok: true, ...this.#kept };
    const response = await this.#asked();
    const text = response && await boundedText(response, MAX_BYTES);
    if (response === null || text === null || response.status >= 500) {
      return { ok: false, fault: "unreachable", isPassing: true };
    }
    if (response.status === 429) return { ok: false, fault: "too-many-requests", isPassing: true };
    if (!response.ok) return { ok: false, fault: "refused", isPassing: false };
    const token = given.safeParse(parsedJson(text));
    if (!token.success) return { ok: false, fault: "unreadable", isPassing: false };
    const { access_token: value, expires_in } = token.data;
    this.#kept = { value, untilMs: now() + expires_in * 1_000 - SPARED_MS };
    return { ok: true, value };
  }

  #asked(): Promise<Response | null> {
    const { tokenUrl, scope, client } = this.options;
    return fetch(tokenUrl, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: client.id,
        client_secret: client.secret,
        scope,
      }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
  }
}
