/** How long before its expiry an OAuth token is refreshed, ms. @spec accounts.oauth-tokens "OAuth refresh 10 seconds before expiry" */
const REFRESH_BEFORE_MS = 10_000;

/**
 * When an OAuth access token expires.
 *
 * @param expiresInS the `expires_in` of the answer, seconds
 * @param receivedAtMs when the answer came, epoch ms
 * @returns epoch ms
 */
export function expiryMs(expiresInS: number, receivedAtMs: number): number {
  return receivedAtMs + expiresInS * 1_000;
}

/**
 * How long to wait before an OAuth access token is refreshed.
 *
 * @spec accounts.oauth-tokens "With OAuth, a refresh runs 10 seconds before the token expires"
 * @param expiresAtMs of the token, epoch ms
 * @param nowMs epoch ms
 * @returns ms; 0 when it is due already
 */
export function msUntilRefresh(expiresAtMs: number, nowMs: number): number {
  return Math.max(0, expiresAtMs - REFRESH_BEFORE_MS - nowMs);
}
