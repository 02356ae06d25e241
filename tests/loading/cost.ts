import process from "node:process";
import type { ReadCounts } from "./counted_store.ts";

const WARMING = 5;
const ROUNDS = 25;

export interface Cost {
  readonly processorMs: number;
  /** Number of reads of the store. */
  readonly readCount: number;
}

/** Measures the cost of a function: the mean of many runs, each after some uncounted work. */
export function costOf(asked: ReadCounts) {
  const readCount = () => asked.get + asked.getMany + asked.list;
  return async (
    act: () => Promise<unknown>,
    before: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Cost> => {
    let [processorMs, reads] = [0, 0];
    for (let round = -WARMING; round < ROUNDS; round++) {
      await before();
      const [startedAt, readBefore] = [process.cpuUsage(), readCount()];
      await act();
      const { user, system } = process.cpuUsage(startedAt);
      if (round < 0) continue;
      processorMs += (user + system) / 1_000;
      reads += readCount() - readBefore;
    }
    return { processorMs: processorMs / ROUNDS, readCount: Math.round(reads / ROUNDS) };
  };
}

/** A cost, as benches print it. */
export function text({ processorMs, readCount }: Cost): string {
  return `${processorMs.toFixed(1)} ms of processor, ${readCount} reads`;
}

/** One cost divided by another, as benches print it. */
export function ratio(value: Cost, base: Cost): string {
  return `${(value.processorMs / base.processorMs).toFixed(2)} ×`;
}
