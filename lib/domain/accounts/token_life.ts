/** Delay between the refresh of an OAuth token and its expiry, ms. @spec accounts.oauth-tokens "OAuth refresh 10 seconds before expiry" */
const REFRESH_BEFORE_MS = 10_000;

/**
 * Expiry of an OAuth access token.
 *
 * @param expiresInS the `expires_in` of the response, seconds
 * @param receivedAtMs time of the response, epoch ms
 * @returns epoch ms
 */
export function expiryMs(expiresInS: number, receivedAtMs: number): number {
  return receivedAtMs + expiresInS * 1_000;
}

/**
 * Delay before an OAuth access token must be refreshed.
 *
 * @spec accounts.oauth-tokens "With OAuth, a refresh runs 10 seconds before the token expires"
 * @param expiresAtMs expiry of the token, epoch ms
 * @param nowMs epoch ms
 * @returns ms; 0 when already due
 */
export function msUntilRefresh(expiresAtMs: number, nowMs: number): number {
  return Math.max(0, expiresAtMs - REFRESH_BEFORE_MS - nowMs);
}
