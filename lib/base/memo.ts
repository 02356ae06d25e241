/** Computes a pure function once for each argument. @module */

/**
 * A pure function of a text or a number, computed once for each argument.
 *
 * @param most arguments remembered; then all are forgotten
 */
export function memo<Argument extends string | number, Made>(
  make: (argument: Argument) => Made,
  most = 1_000,
): (argument: Argument) => Made {
  const known = new Map<Argument, Made>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const made = make(argument);
    if (known.size === most) known.clear();
    known.set(argument, made);
    return made;
  };
}

/** A pure function of an object that never changes, computed once for it; what it gives goes with the object. */
export function memoOf<Argument extends object, Made>(
  make: (argument: Argument) => Made,
): (argument: Argument) => Made {
  const known = new WeakMap<Argument, Made>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const made = make(argument);
    known.set(argument, made);
    return made;
  };
}
