/**
 * The nonce of a page's inline scripts and styles, known by its response as in Fresh: a copy of the response has none.
 *
 * @module
 */

const nonces = new WeakMap<Response, string>();

export function noteNonce(response: Response, nonce: string): void {
  nonces.set(response, nonce);
}

/** null when the response is no page, or has no inline script or style. */
export function notedNonce(response: Response): string | null {
  return nonces.get(response) ?? null;
}
