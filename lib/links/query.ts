/** A path with its query; without "?" when the query is empty. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** Adds parameters to a URL that may already have a query. */
export function withMore(address: string, query: string): string {
  if (query === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${query}`;
}
