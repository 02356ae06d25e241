import { Slices } from "./slices.ts";

/** The value, deeply frozen in slices, so that it can be shared between readers. */
export async function frozen<T>(value: T): Promise<T> {
  const slices = new Slices();
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== "object" || one === null || Object.isFrozen(one)) continue;
    if (ArrayBuffer.isView(one)) continue;
    Object.freeze(one);
    for (const inside of Object.values(one)) left.push(inside);
    if (slices.isOver()) await slices.pause();
  }
  return value;
}
