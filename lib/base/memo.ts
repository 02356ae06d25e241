/** Computes a pure function once for each argument. @module */

/** Arguments remembered by {@link memo}, above which all are forgotten. */
const MOST_REMEMBERED = 1_000;

/** A pure function of a text or a number, computed once for each of the last arguments. */
export function memo<Argument extends string | number, Made>(
  make: (argument: Argument) => Made,
): (argument: Argument) => Made {
  const known = new Map<Argument, Made>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const made = make(argument);
    if (known.size === MOST_REMEMBERED) known.clear();
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
