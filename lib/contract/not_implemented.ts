/**
 * Stands in a backend for a call it does not serve: the door answers 501 'Not implemented: {path}', after access.
 *
 * @spec calls.not-implemented
 */
export const notImplemented: unique symbol = Symbol("not implemented");

/** Type of {@link notImplemented}. */
export type NotImplemented = typeof notImplemented;
