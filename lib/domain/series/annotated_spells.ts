import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { type Annotation, annotationsWithin } from "./annotation.ts";
import type { Spell } from "./spells.ts";

/** An interval of a state, with the annotations on its days. */
export interface AnnotatedSpell extends Spell {
  readonly annotations: readonly Annotation[];
}

/** Later than any day: the current interval has no end. */
const NO_END = "9999-12-31";

/**
 * Intervals with the annotations that overlap their days, in the residence's time zone.
 *
 * @spec design §12 "shown beside the figure"
 */
export function annotatedSpells(
  spells: readonly Spell[],
  annotations: readonly Annotation[],
  timeZone: string,
): AnnotatedSpell[] {
  return spells.map((spell) => {
    const from = civilDateOf(spell.fromS * 1_000, timeZone);
    const to = spell.toS === null ? NO_END : civilDateOf(spell.toS * 1_000 - 1, timeZone);
    return { ...spell, annotations: annotationsWithin(annotations, { from, to }) };
  });
}
