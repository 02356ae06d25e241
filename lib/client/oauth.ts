import { expiryMs, msUntilRefresh } from "@/lib/domain/accounts/token_life.ts";
import type { OAuthTokens } from "@/lib/domain/accounts/types.ts";
import { request, type RequestOptions } from "./request.ts";

/** What a program signs in to OAuth mode with. */
export interface OAuthSignIn {
  clientId: string;
  scope: string;
  username: string;
  password: string;
}

/** What keeping a token needs. */
export interface OAuthOptions extends RequestOptions {
  /** Epoch ms. */
  now(): number;
}

/**
 * An OAuth token for a client program: always valid, refreshed 10 s before it expires, once
 * however many ask.
 *
 * @spec F §7 "POST /oauth/token", F §4 "a refresh runs 10 seconds before the token expires"
 */
export class OAuthToken {
  #tokens: OAuthTokens;
  #expiresAtMs: number;
  #refreshing: Promise<void> | null = null;

  private constructor(
    tokens: OAuthTokens,
    private readonly clientId: string,
    private readonly options: OAuthOptions,
  ) {
    this.#tokens = tokens;
    this.#expiresAtMs = expiryMs(tokens.expires_in, options.now());
  }

  /**
   * Signs in.
   *
   * @throws {RequestError} 'ajax error' with the status of the refusal
   */
  static async signIn(
    { clientId, scope, username, password }: OAuthSignIn,
    options: OAuthOptions,
  ): Promise<OAuthToken> {
    const fields = { grant_type: "password", client_id: clientId, scope, username, password };
    return new OAuthToken(await asked(fields, options), clientId, options);
  }

  /**
   * The header that shows the token, refreshed when it is due.
   *
   * @throws {RequestError} 'ajax error' when it can be refreshed no more: sign in again
   */
  async headers(): Promise<{ authorization: string }> {
    if (msUntilRefresh(this.#expiresAtMs, this.options.now()) === 0) {
      this.#refreshing ??= this.#refresh().finally(() => this.#refreshing = null);
      await this.#refreshing;
    }
    return { authorization: `Bearer ${this.#tokens.access_token}` };
  }

  async #refresh(): Promise<void> {
    const { refresh_token } = this.#tokens;
    const fields = { grant_type: "refresh_token", client_id: this.clientId, refresh_token };
    this.#tokens = await asked(fields, this.options);
    this.#expiresAtMs = expiryMs(this.#tokens.expires_in, this.options.now());
  }
}

async function asked(fields: Record<string, string>, options: OAuthOptions): Promise<OAuthTokens> {
  const body = new URLSearchParams(fields);
  const response = await request({ method: "POST", url: "/api/oauth/token", body }, options);
  return await response.json();
}
