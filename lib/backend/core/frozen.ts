/** The value, deeply frozen, so that it can be shared between readers. */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const inside of Object.values(value)) frozen(inside);
  return value;
}
