export interface PageOptions {
  headers?: HeadersInit;
  status?: number;
}

/** What `page()` makes: the data that a handler hands to the component beside it. */
export class PageResponse<T> {
  readonly headers: HeadersInit | undefined;
  readonly status: number | undefined;

  constructor(readonly data: T, options: PageOptions = {}) {
    this.headers = options.headers;
    this.status = options.status;
  }
}

/** Ends a handler by rendering the route's component with `props.data`. */
export function page<T>(data: T, options?: PageOptions): PageResponse<T>;
export function page(): PageResponse<undefined>;
export function page(data?: unknown, options?: PageOptions): PageResponse<unknown> {
  // As in Fresh: null reaches the component as undefined.
  return new PageResponse(data ?? undefined, options);
}
