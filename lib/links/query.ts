/** A path with its query; no "?" without one. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** An address that may have a query already, with more parameters. */
export function withMore(address: string, query: string): string {
  if (query === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${query}`;
}
