/** The value, frozen all through: what several readers are given is changed by none of them. */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const inside of Object.values(value)) frozen(inside);
  return value;
}
