import { fc } from "@/tests/npm/fast_check.ts";

/** A property that holds for every input, with the sentence it proves. */
export interface Law {
  sentence: string;
  property: fc.IRawProperty<unknown>;
}

/** Cases of each law in a test; trials run the same laws with many more. */
const TEST_CASES = 200;

/** Names a property, for any generated values. */
export function law<Input>(sentence: string, property: fc.IRawProperty<Input>): Law {
  return { sentence, property };
}

/** Throws the smallest counter-example, when there is one. */
export function assertLaw(one: Law, caseCount: number): void {
  fc.assert(one.property, { numRuns: caseCount, seed: 20260101 });
}

/** Registers one test for each law. */
export function testLaws(laws: readonly Law[]): void {
  for (const one of laws) Deno.test(one.sentence, () => assertLaw(one, TEST_CASES));
}
