import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { type Annotation, annotationsWithin } from "./annotation.ts";
import type { Spell } from "./spells.ts";

/** A spell of a state, and what there is to know about some of its days. */
export interface AnnotatedSpell extends Spell {
  readonly annotations: readonly Annotation[];
}

/** Later than any day: a spell that lasts has no end. */
const NO_END = "9999-12-31";

/**
 * Spells with the annotations that touch the days of each, on the clock of the residence.
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
