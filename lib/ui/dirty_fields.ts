/** Compares entered values with the stored ones. @module */

/**
 * Whether two form values are deeply equal: plain objects and lists by content, with an absent field equal to
 * undefined.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  if (!isObject(left) || !isObject(right)) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSameValue(left[key], right[key]));
}

/** Whether a form differs from its saved values. @spec projects.editing */
export function isDirty(saved: object, current: object): boolean {
  return !isSameValue(saved, current);
}

export function dirtyFields<Form extends object>(
  saved: Form,
  current: Form,
): ReadonlySet<keyof Form & string> {
  const dirty = new Set<keyof Form & string>();
  for (const field in current) {
    if (!isSameValue(saved[field], current[field])) dirty.add(field);
  }
  return dirty;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
