/** The URL of a request; null when its path is not percent-encoded UTF-8, or its host is no host. */
export function readableUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    const path = url.pathname.includes("%") ? decodeURIComponent(url.pathname) : url.pathname;
    return path.includes("\0") ? null : url;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}
