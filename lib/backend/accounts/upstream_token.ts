import * as z from "zod";
import { expiryMs, msUntilRefresh } from "@/lib/domain/accounts/token_life.ts";
import type { OAuthTokens } from "@/lib/domain/accounts/types.ts";

/** The tokens of a session at the host that answers its calls. */
export interface UpstreamToken {
  /** Sent with every call. */
  access: string;
  /** Gets the next pair; null outside OAuth mode. */
  refresh: string | null;
  /** Epoch ms; null outside OAuth mode, where only the host knows it. */
  expiresAt: number | null;
}

const oauthText: z.ZodType<UpstreamToken> = z.object({
  access: z.string(),
  refresh: z.string(),
  expiresAt: z.number(),
});

export function oauthTokenText(given: OAuthTokens, now: number): string {
  const { access_token: access, refresh_token: refresh, expires_in } = given;
  return JSON.stringify({ access, refresh, expiresAt: expiryMs(expires_in, now) });
}

/** Parses the stored tokens of a session: an OAuth pair, or a plain token. */
export function upstreamTokenOf(text: string): UpstreamToken {
  const found = text.startsWith("{") ? oauthText.safeParse(JSON.parse(text)) : null;
  return found?.success ? found.data : { access: text, refresh: null, expiresAt: null };
}

/** True when the pair must be exchanged before the next call. @spec accounts.oauth-tokens */
export function isRefreshDue({ expiresAt }: UpstreamToken, now: number): boolean {
  return expiresAt !== null && msUntilRefresh(expiresAt, now) === 0;
}
