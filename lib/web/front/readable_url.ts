/** An encoded `..` part; browsers resolve plain ones themselves. */
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/**
 * The URL of a request; null when its path is not percent-encoded UTF-8, or has encoded `..` parts, on which Fresh throws
 * in development; or when its host is no host.
 */
export function readableUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    const path = url.pathname.includes("%") ? decodeURIComponent(url.pathname) : url.pathname;
    return path.includes("\0") || LEADS_OUT.test(path) ? null : url;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}
