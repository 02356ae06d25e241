import { Slices } from "./slices.ts";

/** The value, deeply frozen, to share it between readers. */
export function frozen<T>(value: T): T {
  for (const _ of freezing(value));
  return value;
}

/** As `frozen()`, in slices, for large values. */
export async function frozenInSlices<T>(value: T): Promise<T> {
  const slices = new Slices();
  for (const _ of freezing(value)) if (slices.isOver()) await slices.pause();
  return value;
}

function* freezing(value: unknown): Generator<void> {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== "object" || one === null || Object.isFrozen(one)) continue;
    if (ArrayBuffer.isView(one)) continue;
    Object.freeze(one);
    for (const inside of Object.values(one)) left.push(inside);
    yield;
  }
}
