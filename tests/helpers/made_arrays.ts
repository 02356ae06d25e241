/** The `Float64Array`s that a function creates. */
export function madeArrays(act: () => void): readonly Float64Array[] {
  const made: Float64Array[] = [];
  const original = Float64Array;
  globalThis.Float64Array = new Proxy(original, {
    construct(target, given: ConstructorParameters<Float64ArrayConstructor>) {
      const array = new target(...given);
      made.push(array);
      return array;
    },
  });
  try {
    act();
  } finally {
    globalThis.Float64Array = original;
  }
  return made;
}
