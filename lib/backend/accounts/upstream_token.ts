import { z } from "zod";
import { expiryMs, msUntilRefresh } from "@/lib/domain/accounts/token_life.ts";
import type { OAuthTokens } from "@/lib/domain/accounts/types.ts";

/** The tokens a session has at the host that answers its calls. */
export interface UpstreamToken {
  /** Shown with every call. */
  access: string;
  /** Gives the next ones; null outside OAuth mode. */
  refresh: string | null;
  /** Epoch ms; null outside OAuth mode, where the host alone knows. */
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

/** The tokens a session has sealed: a pair of OAuth, or a plain one. */
export function upstreamTokenOf(text: string): UpstreamToken {
  const found = text.startsWith("{") ? oauthText.safeParse(JSON.parse(text)) : null;
  return found?.success ? found.data : { access: text, refresh: null, expiresAt: null };
}

/** Whether the pair is to be exchanged before the next call. @spec accounts.oauth-tokens */
export function isRefreshDue({ expiresAt }: UpstreamToken, now: number): boolean {
  return expiresAt !== null && msUntilRefresh(expiresAt, now) === 0;
}
