/** Posts to the address of a webhook, in the public Internet alone. @module */

import { BlockList, isIPv4 } from "node:net";
import { statusOf } from "@/lib/files/http_request.ts";

/**
 * Networks that webhooks must not reach: this machine, private, shared and link-local networks, including the metadata
 * services of clouds, documentation, test, multicast and reserved networks (RFC 6890).
 */
const CLOSED_NETWORKS = new BlockList();
for (
  const [address, bits] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const
) CLOSED_NETWORKS.addSubnet(address, bits);

/** True for an IPv4 address of the public Internet; false for any other text, IPv6 included. */
export function isPublicAddress(address: string): boolean {
  return isIPv4(address) && !CLOSED_NETWORKS.check(address);
}

export interface WebhookWay {
  /** True to allow addresses outside the public Internet. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs?: number;
  /** Resolves the IPv4 addresses of a host name, until the signal is aborted. */
  readonly resolve?: (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;
}

interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Result of a post: accepted, refused for good, or to be tried again. */
export type PostResult =
  | { readonly outcome: "sent" }
  | { readonly outcome: "refused" | "later"; readonly answer: string };

const TIMEOUT_MS = 10_000;

/**
 * Posts to a webhook, at the address that was verified as public: the name is not resolved twice. Redirects are not
 * followed, and the body of the answer is not read.
 *
 * @spec alarms.webhook-addresses
 */
export async function postWebhook(post: WebhookPost, way: WebhookWay): Promise<PostResult> {
  const url = new URL(post.url);
  const signal = AbortSignal.timeout(way.timeoutMs ?? TIMEOUT_MS);
  try {
    const address = await addressOf(url.hostname, way, signal);
    if (address === null) return { outcome: "refused", answer: "not a public address" };
    const body = new TextEncoder().encode(post.body);
    const status = await statusOf({ url, address, headers: post.headers, body }, signal);
    if (status >= 200 && status < 300) return { outcome: "sent" };
    return { outcome: "later", answer: `HTTP ${status}` };
  } catch (fault) {
    if (signal.aborted) return { outcome: "later", answer: "no answer in time" };
    return { outcome: "later", answer: String(Object(fault).message ?? fault).slice(0, 200) };
  }
}

/** The address to connect to; null when one of the host's is not public. @throws when the host has none */
async function addressOf(
  hostname: string,
  { allowsPrivate, resolve = resolveDns }: WebhookWay,
  signal: AbortSignal,
): Promise<string | null> {
  // IPv6 literals are in brackets.
  if (hostname.startsWith("[")) return null;
  const addresses = isIPv4(hostname) ? [hostname] : await resolve(hostname, signal);
  const [first] = addresses;
  if (first === undefined) throw new Error("The host has no IPv4 address");
  return allowsPrivate || addresses.every(isPublicAddress) ? first : null;
}

function resolveDns(hostname: string, signal: AbortSignal): Promise<string[]> {
  return Deno.resolveDns(hostname, "A", { signal });
}
