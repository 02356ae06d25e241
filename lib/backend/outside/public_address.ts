/**
 * Networks that webhooks must not reach: this machine, private, shared and link-local networks, including the metadata
 * services of clouds, documentation, test, multicast and reserved networks (RFC 6890).
 */
const CLOSED_NETWORKS = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map((network) => {
  const [address = "", bits = ""] = network.split("/");
  return { first: numberOf(address) ?? 0, size: 2 ** (32 - Number(bits)) };
});

/** True for an IPv4 address of the public Internet; false for any other text, IPv6 included. */
export function isPublicAddress(address: string): boolean {
  const number = numberOf(address);
  return number !== null &&
    !CLOSED_NETWORKS.some(({ first, size }) => number >= first && number < first + size);
}

export function isIpv4(text: string): boolean {
  return numberOf(text) !== null;
}

/** The number of an IPv4 address written as in a URL: four decimal numbers. */
function numberOf(address: string): number | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return null;
  const bytes = address.split(".").map(Number);
  return bytes.some((byte) => byte > 255)
    ? null
    : bytes.reduce((number, byte) => number * 256 + byte, 0);
}
