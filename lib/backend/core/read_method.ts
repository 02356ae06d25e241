/** True for a request that changes nothing: the other safe methods are not served. */
export function isRead({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
