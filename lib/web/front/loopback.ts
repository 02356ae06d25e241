/** True for a host only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/**
 * The URL of a program that only this machine reaches.
 *
 * @returns null behind a proxy, on a public host, and with port 0, which is not known beforehand
 */
export function ownUrl(
  { host, port, isLocal }: { host: string; port: number; isLocal: boolean },
): string | null {
  return isLocal && port !== 0 ? `http://${host === "::1" ? "[::1]" : host}:${port}` : null;
}
